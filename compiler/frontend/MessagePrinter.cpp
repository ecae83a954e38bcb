#include "frontend/MessagePrinter.h"

#include "frontend/AttributeNames.h"
#include "frontend/Invocation.h"

#include "clang/Basic/DiagnosticSema.h"
#include "clang/Basic/SourceManager.h"

using namespace clang;

namespace kcc::compiler {

namespace {

/// True if \p Info is Clang's warning about an attribute that kcc reports as an error.
bool isReportedAsError(const Diagnostic &Info) {
  if (Info.getID() != diag::warn_unknown_attribute_ignored &&
      Info.getID() != diag::warn_unknown_attribute_ignored_suggestion)
    return false;
  SmallString<128> Text;
  Info.FormatDiagnostic(Text);
  return isReportedAttribute(StringRef(Text).split('\'').second.split('\'').first);
}

/// True for a note that shows how a header of kcc detected \p Error, which the note follows. The error itself
/// says what is wrong.
bool isInternal(const Diagnostic &Info, unsigned Error) {
  if ((Info.getID() != diag::note_from_diagnose_if && Error != diag::err_ovl_deleted_call) ||
      !Info.getLocation().isValid())
    return false;
  const SourceManager &SM = Info.getSourceManager();
  return SM.getFilename(SM.getExpansionLoc(Info.getLocation())).starts_with(EmbeddedRoot);
}

} // namespace

MessagePrinter::MessagePrinter(llvm::raw_ostream &Out, DiagnosticOptions &Options, llvm::StringSet<> *Printed)
    : Out(Out), Printed(Printed), Stream(Text), Printer(Stream, Options) {
  Stream.enable_colors(Out.colors_enabled());
}
MessagePrinter::~MessagePrinter() {
  flush();
}

void MessagePrinter::BeginSourceFile(const LangOptions &Lang, const Preprocessor *PP) {
  Printer.BeginSourceFile(Lang, PP);
}

void MessagePrinter::EndSourceFile() {
  flush();
  Printer.EndSourceFile();
}

void MessagePrinter::HandleDiagnostic(DiagnosticsEngine::Level Level, const Diagnostic &Info) {
  if (isReportedAsError(Info) || (Level == DiagnosticsEngine::Note && isInternal(Info, LastId)))
    return;
  DiagnosticConsumer::HandleDiagnostic(Level, Info); // counts
  if (Level != DiagnosticsEngine::Note) {
    flush();
    LastId = Info.getID();
  }
  Printer.setPrefix(Info.getLocation().isValid() ? "" : "kcc");
  Printer.HandleDiagnostic(Level, Info);
}

void MessagePrinter::flush() {
  if (!Text.empty() && (!Printed || Printed->insert(Text).second))
    Out << Text;
  Text.clear();
}

} // namespace kcc::compiler
