// A source file parsed by Clang and turned into IR. Clang's data about it lives as long as the object.
#ifndef KCC_FRONTEND_PARSEDSOURCE_H
#define KCC_FRONTEND_PARSEDSOURCE_H

#include "frontend/Diagnostics.h"
#include "frontend/ParseJob.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <memory>

namespace clang {
class CompilerInstance;
class CodeGenerator;
class Decl;
class Preprocessor;
} // namespace clang
namespace llvm {
class DIScope;
class LLVMContext;
class Module;
} // namespace llvm

namespace kcc::compiler {

class ParsedSource {
public:
  /// Parses \p Job into a module of \p Context. Check isGood() before anything else.
  ParsedSource(const ParseJob &Job, llvm::LLVMContext &Context);
  ~ParsedSource();
  ParsedSource(const ParsedSource &) = delete;
  ParsedSource &operator=(const ParsedSource &) = delete;

  /// False after an error, which was reported; then nothing below except hasWithheldMessages() may be called.
  bool isGood() const;

  /// True if there are messages, from the parse or later, about a source that was parsed from a precompiled
  /// preamble. They are not printed, because Clang would show different include stacks: parse again without
  /// the cache to get the usual ones.
  bool hasWithheldMessages() const;

  /// Returns the module that Clang emitted, once. The other functions work without it.
  std::unique_ptr<llvm::Module> takeModule();
  clang::CodeGenerator &codeGen();
  clang::Preprocessor &preprocessor();
  clang::DiagnosticsEngine &diagnostics();
  clang::SourceManager &sourceManager();

  /// The declaration of a symbol of the module; null for symbols that Clang invented.
  const clang::Decl *declaration(llvm::StringRef Symbol);
  /// The location `File:Line:Column`, as in annotations; invalid if there is none.
  clang::SourceLocation locate(llvm::StringRef File, unsigned Line, unsigned Column = 1);
  /// The same of debug information, which splits a file's path into a directory and the rest if the source
  /// and the working directory share a prefix.
  clang::SourceLocation locate(const llvm::DIScope &Scope, unsigned Line, unsigned Column = 1);

  /// Every file that was read, for a depfile: the source first.
  llvm::ArrayRef<std::string> dependencies() const;
  /// A hash of the content of the source and of all non-system headers.
  std::uint64_t contentHash();

private:
  struct Parse;
  std::unique_ptr<Parse> P;
};

} // namespace kcc::compiler

#endif
