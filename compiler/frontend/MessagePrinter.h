// Prints diagnostics as clang does, each once: a source is parsed for several targets, and parsed again where
// a message needs places.
#ifndef KCC_FRONTEND_MESSAGEPRINTER_H
#define KCC_FRONTEND_MESSAGEPRINTER_H

#include "clang/Frontend/TextDiagnosticPrinter.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/raw_ostream.h"

namespace kcc::compiler {

class MessagePrinter : public clang::DiagnosticConsumer {
public:
  /// A diagnostic whose text, with its notes, is in \p Printed already is left out; others are added. Null:
  /// all are printed.
  MessagePrinter(llvm::raw_ostream &Out, clang::DiagnosticOptions &Options, llvm::StringSet<> *Printed);
  ~MessagePrinter() override;

  void BeginSourceFile(const clang::LangOptions &Lang, const clang::Preprocessor *PP) override;
  void EndSourceFile() override;
  void HandleDiagnostic(clang::DiagnosticsEngine::Level Level, const clang::Diagnostic &Info) override;
  /// Prints what is held back until its last note is known.
  void flush();

private:
  llvm::raw_ostream &Out;
  llvm::StringSet<> *Printed;
  std::string Text; ///< of one diagnostic and its notes
  llvm::raw_string_ostream Stream;
  clang::TextDiagnosticPrinter Printer;
};

} // namespace kcc::compiler

#endif
