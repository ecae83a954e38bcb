// The files that a precompiled preamble depends on, and whether they are still as they were.
#ifndef KCC_FRONTEND_PREAMBLEFILES_H
#define KCC_FRONTEND_PREAMBLEFILES_H

#include "frontend/PreambleCache.h"
#include <memory>
#include <optional>

namespace clang {
class Preprocessor;
}

namespace kcc::compiler {

class PreambleFiles {
public:
  std::string Precompiled; ///< file name of the precompiled form; empty if it cannot be used
  std::uint64_t PrecompiledSize = 0;

  /// Collects from now on what \p PP reads, and where it looked before it found it.
  void collectFrom(clang::Preprocessor &PP);
  /// True if the preamble was read to its end.
  bool isComplete() const { return Complete; }

  /// The list as text, and back; nothing for a text that is not one.
  std::string text();
  static std::optional<PreambleFiles> load(llvm::StringRef Path);

  /// True if every file read has its content of then, and nothing is in the way now that was not.
  bool areCurrent() const;

  /// The files read, for a depfile.
  std::vector<PreambleFile> sources() const;

  /// What is known about one path. All zero: it does not exist.
  struct Stamp {
    std::uint64_t Size = 0;
    std::uint64_t Modified = 0; ///< nanoseconds
    std::uint64_t Changed = 0;  ///< of the inode, which no program can set back
    std::uint64_t Inode = 0;
    bool operator==(const Stamp &) const = default;
  };
  struct Row {
    enum Kind : char { Source = 'u', SystemSource = 's', Absent = 'a', Folder = 'd' };
    Kind What;
    Stamp State;
    std::uint64_t ContentHash = 0; ///< of sources
    std::string Path;
  };
  void add(Row::Kind What, llvm::StringRef Path);

private:
  std::vector<Row> Rows;
  bool Complete = false;

  friend class IncludeCollector;
};

} // namespace kcc::compiler

#endif
