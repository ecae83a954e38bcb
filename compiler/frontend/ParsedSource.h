// A source file parsed by clang and turned into IR. Clang's data about it lives as long as the object.
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
class LLVMContext;
class Module;
} // namespace llvm

namespace kcc::compiler {

class ParsedSource {
public:
  /// Parses \p Job into a module of \p Context. Look at isGood() before anything else.
  ParsedSource(const ParseJob &Job, llvm::LLVMContext &Context);
  ~ParsedSource();
  ParsedSource(const ParsedSource &) = delete;
  ParsedSource &operator=(const ParsedSource &) = delete;

  /// False after an error, which was reported; then nothing below but hasWithheldMessages() may be called.
  bool isGood() const;

  /// True if there are messages, of the parse or since, about a source that was parsed from a precompiled
  /// preamble. They are not printed, because clang would show other include stacks: parse again without the
  /// cache, and they come out as always.
  bool hasWithheldMessages() const;

  /// The module that clang made, once. What else is here works on without it.
  std::unique_ptr<llvm::Module> takeModule();
  clang::CodeGenerator &codeGen();
  clang::Preprocessor &preprocessor();
  clang::DiagnosticsEngine &diagnostics();
  clang::SourceManager &sourceManager();

  /// The declaration behind a symbol of the module; null for symbols that clang made up.
  const clang::Decl *declaration(llvm::StringRef Symbol);
  /// The place `File:Line:Column`, as debug information and annotations name places; invalid if there is
  /// none.
  clang::SourceLocation locate(llvm::StringRef File, unsigned Line, unsigned Column = 1);

  /// Every file that was read, for a depfile: the source first.
  llvm::ArrayRef<std::string> dependencies() const;
  /// A hash of the content of the source and of the headers that are not the system's.
  std::uint64_t contentHash();

private:
  struct Parse;
  std::unique_ptr<Parse> P;
};

} // namespace kcc::compiler

#endif
