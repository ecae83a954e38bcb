#include "frontend/MessagePrinter.h"

#include "frontend/Diagnostics.h"

using namespace clang;

namespace kcc::compiler {

namespace {

/// The attribute of kcc's namespace that \p Info calls unknown; empty if \p Info says something else.
std::string unknownKccAttribute(const Diagnostic &Info) {
  if (Info.getID() != diag::warn_unknown_attribute_ignored &&
      Info.getID() != diag::warn_unknown_attribute_ignored_suggestion)
    return {};
  SmallString<128> Text;
  Info.FormatDiagnostic(Text);
  StringRef Name = StringRef(Text).split('\'').second.split('\'').first;
  return Name.starts_with("kcc::") ? Name.str() : std::string();
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
  // Ignoring `[[kcc::share]]` would give every thread its own variable.
  if (std::string Name = unknownKccAttribute(Info); !Name.empty()) {
    report(const_cast<DiagnosticsEngine &>(*Info.getDiags()), Info.getLocation(), Diag::attribute_unknown)
        << Name;
    return;
  }
  DiagnosticConsumer::HandleDiagnostic(Level, Info); // counts
  if (Level != DiagnosticsEngine::Note)
    flush();
  Printer.HandleDiagnostic(Level, Info);
}

void MessagePrinter::flush() {
  if (!Text.empty() && (!Printed || Printed->insert(Text).second))
    Out << Text;
  Text.clear();
}

} // namespace kcc::compiler
