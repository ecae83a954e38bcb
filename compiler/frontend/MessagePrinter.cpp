#include "frontend/MessagePrinter.h"

using namespace clang;

namespace kcc::compiler {

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
