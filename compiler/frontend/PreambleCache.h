// Precompiled preambles: the leading includes of a source file, parsed once and kept on disk.
//
// A preamble is the text up to the first declaration. Its precompiled form is valid for every source that
// starts with the same text and is compiled by the same kcc with the same options, as long as no file that it
// read has changed and none has appeared that would now be found instead. Every use checks all of this:
// options and text through the entry's name, files by time stamps and, if those differ, content.
//
// An entry KEY consists of three files: KEY.seen, which is empty, records that the text was seen; KEY-….pch
// is the precompiled form; and KEY.files, written last, contains its name, its hash, and the files that it
// depends on. Each is replaced as a whole.
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

  /// Returns the preamble of \p Text if the cache has it, or makes it if this is the second request. The
  /// first request only leaves a marker, so that building many files once is not slowed down. Returns an
  /// unused preamble if there is none; never fails.
  static Preamble find(const ParseJob &Job, const clang::CompilerInvocation &Invocation,
                       const llvm::MemoryBuffer &Text, llvm::vfs::OverlayFileSystem &FS);

  bool isUsed() const { return Used != nullptr; }
  std::vector<PreambleFile> files() const;
  /// Makes Clang start from the precompiled form; does nothing if none is used.
  void apply(clang::PreprocessorOptions &Options) const;
  /// Gives the preamble's files the names that they have in the source \p Name. To be called once the
  /// precompiled form is loaded.
  void rename(clang::SourceManager &Files, llvm::StringRef Name) const;

private:
  std::unique_ptr<PreambleFiles> Used;
  unsigned Size = 0; ///< bytes of the source that it replaces
  bool EndsAtStartOfLine = false;
};

} // namespace kcc::compiler

#endif
