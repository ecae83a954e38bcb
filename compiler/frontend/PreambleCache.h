// Precompiled preambles: the leading includes of a source file, parsed once and kept on disk.
//
// A preamble is the text up to the first declaration. Its precompiled form is good for every source that
// starts with the same text and is compiled by the same kcc with the same options, as long as no file that
// it read has changed and none has appeared that would now be found instead. All of that is checked at every
// use: options and text by the entry's name, files by their time stamps and, where those differ, content.
#ifndef KCC_FRONTEND_PREAMBLECACHE_H
#define KCC_FRONTEND_PREAMBLECACHE_H

#include "frontend/ParseJob.h"
#include "llvm/ADT/ArrayRef.h"

namespace clang {
class CompilerInvocation;
class PreprocessorOptions;
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

class Preamble {
public:
  /// The preamble of \p Text if the cache has it, or if this is the second time that it is asked for: then it
  /// is made now. The first time costs only a marker, so that building many files once is not slowed down.
  /// An unused preamble where there is none; never an error.
  static Preamble find(const ParseJob &Job, const clang::CompilerInvocation &Invocation,
                       const llvm::MemoryBuffer &Text, llvm::vfs::OverlayFileSystem &FS);

  bool isUsed() const { return !Path.empty(); }
  llvm::ArrayRef<PreambleFile> files() const { return Files; }
  /// Tells clang to start from the precompiled form; does nothing where none is used.
  void apply(clang::PreprocessorOptions &Options) const;

private:
  std::string Path;  ///< of the precompiled form
  unsigned Size = 0; ///< bytes of the source that it stands for
  bool EndsAtStartOfLine = false;
  std::vector<PreambleFile> Files;
};

} // namespace kcc::compiler

#endif
