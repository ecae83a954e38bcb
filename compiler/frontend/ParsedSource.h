// A source file parsed by clang and turned into IR, while clang's data about it is still alive.
#ifndef KCC_FRONTEND_PARSEDSOURCE_H
#define KCC_FRONTEND_PARSEDSOURCE_H

#include "frontend/Diagnostics.h"
#include "frontend/ParseJob.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include <memory>

namespace clang {
class CompilerInstance;
class CodeGenerator;
class Decl;
} // namespace clang
namespace llvm {
class LLVMContext;
class Module;
} // namespace llvm

namespace kcc::compiler {

class ParsedSource {
public:
  ParsedSource(clang::CompilerInstance &CI, clang::CodeGenerator &CodeGen, std::unique_ptr<llvm::Module> M,
               llvm::ArrayRef<std::string> Dependencies, llvm::ArrayRef<std::string> OwnFiles);
  ~ParsedSource();

  llvm::Module &module() { return *M; }
  /// Hands the module over, for use after the parse.
  std::unique_ptr<llvm::Module> takeModule();
  clang::CompilerInstance &compiler() { return Instance; }
  clang::CodeGenerator &codeGen() { return CodeGen; }
  clang::DiagnosticsEngine &diagnostics();
  /// The declaration behind a symbol of the module; null for symbols that clang made up.
  const clang::Decl *declaration(llvm::StringRef Symbol);
  /// The place `File:Line:Column`, as debug information and annotations name places; invalid if there is
  /// none.
  clang::SourceLocation locate(llvm::StringRef File, unsigned Line, unsigned Column = 1);
  /// Every file that was read, for a depfile: the source first.
  llvm::ArrayRef<std::string> dependencies() const { return Dependencies; }
  /// A hash of the content of the source and of the headers that are not the system's.
  std::uint64_t contentHash();

private:
  clang::CompilerInstance &Instance;
  clang::CodeGenerator &CodeGen;
  std::unique_ptr<llvm::Module> M;
  llvm::ArrayRef<std::string> Dependencies, OwnFiles;
};

/// Parses \p Job and hands the result to \p Use, during which all of clang's data is valid. Returns false
/// when something was wrong with the source or \p Use reported an error; then diagnostics were printed. With
/// a precompiled preamble \p Use is called once more, for a second parse, if there were messages.
bool parseSource(const ParseJob &Job, llvm::LLVMContext &Context,
                 llvm::function_ref<void(ParsedSource &)> Use);

} // namespace kcc::compiler

#endif
