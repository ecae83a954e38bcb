// Prints diagnostics as Clang does, but each only once: a source is parsed for several targets, and parsed
// again if a message needs locations.
#ifndef KCC_FRONTEND_MESSAGEPRINTER_H
#define KCC_FRONTEND_MESSAGEPRINTER_H

#include "clang/Frontend/TextDiagnosticPrinter.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/raw_ostream.h"

namespace kcc::compiler {

class MessagePrinter : public clang::DiagnosticConsumer {
public:
  /// A diagnostic whose text, including notes, is already in \p Printed is left out; others are added. Null:
  /// all are printed.
  MessagePrinter(llvm::raw_ostream &Out, clang::DiagnosticOptions &Options, llvm::StringSet<> *Printed);
  ~MessagePrinter() override;

  void BeginSourceFile(const clang::LangOptions &Lang, const clang::Preprocessor *PP) override;
  void EndSourceFile() override;
  void HandleDiagnostic(clang::DiagnosticsEngine::Level Level, const clang::Diagnostic &Info) override;
  /// Prints the pending diagnostic, which waits for its notes.
  void flush();

private:
  llvm::raw_ostream &Out;
  llvm::StringSet<> *Printed;
  std::string Text;    ///< one diagnostic and its notes
  unsigned LastId = 0; ///< of the last diagnostic that is not a note
  llvm::raw_string_ostream Stream;
  clang::TextDiagnosticPrinter Printer;
};

} // namespace kcc::compiler

#endif
