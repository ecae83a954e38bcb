// Precompiled preambles: the leading includes of a source file, parsed once and kept on disk.
//
// A preamble is the text up to the first declaration. Its precompiled form is good for every source that
// starts with the same text and is compiled by the same kcc with the same options, as long as no file that
// it read has changed and none has appeared that would now be found instead. All of that is checked at every
// use: options and text by the entry's name, files by their time stamps and, where those differ, content.
//
// An entry KEY is three files: KEY.seen, empty, says that the text was seen; KEY-….pch is the precompiled
// form; and KEY.files, written last, names it, its hash, and the files that it depends on. Each is replaced
// as a whole.
#ifndef KCC_FRONTEND_PREAMBLECACHE_H
#define KCC_FRONTEND_PREAMBLECACHE_H

#include "frontend/ParseJob.h"
#include <memory>

namespace clang {
class CompilerInvocation;
class PreprocessorOptions;
class SourceManager;
} // namespace clang
namespace llvm {
class MemoryBuffer;
}

namespace kcc::compiler {

/// A file that a preamble read.
struct PreambleFile {
  std::string Path;
  bool IsSystem = false;
};

class PreambleFiles;

class Preamble {
public:
  Preamble();
  Preamble(Preamble &&) noexcept;
  Preamble &operator=(Preamble &&) noexcept;
  ~Preamble();

  /// The preamble of \p Text if the cache has it, or if this is the second time that it is asked for: then it
  /// is made now. The first time costs only a marker, so that building many files once is not slowed down.
  /// An unused preamble where there is none; never an error.
  static Preamble find(const ParseJob &Job, const clang::CompilerInvocation &Invocation,
                       const llvm::MemoryBuffer &Text, llvm::vfs::OverlayFileSystem &FS);

  bool isUsed() const { return Used != nullptr; }
  std::vector<PreambleFile> files() const;
  /// Tells clang to start from the precompiled form; does nothing where none is used.
  void apply(clang::PreprocessorOptions &Options) const;
  /// Gives the files that it consists of the names that they have in the source \p Name. To be called once
  /// the precompiled form is loaded.
  void rename(clang::SourceManager &Files, llvm::StringRef Name) const;

private:
  std::unique_ptr<PreambleFiles> Used;
  unsigned Size = 0; ///< bytes of the source that it stands for
  bool EndsAtStartOfLine = false;
};

} // namespace kcc::compiler

#endif
