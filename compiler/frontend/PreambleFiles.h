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
  std::string Precompiled; ///< file name of the precompiled form; empty if there is none
  std::uint64_t PrecompiledSize = 0;
  std::uint64_t PrecompiledHash = 0;
  std::string Obstacle; ///< why there is none

  /// Collects from now on what \p PP reads, and where it looked before it found it. Sets Obstacle if what the
  /// preamble means depends on more than these files.
  void collectFrom(clang::Preprocessor &PP);
  /// True if the list tells for sure whether something changed: no file did while it was read.
  bool isReliable() const { return Reliable; }

  /// The list as text, and back; nothing for a text that is not one.
  std::string text() const;
  static std::optional<PreambleFiles> parse(llvm::StringRef Text);

  /// True if every file read has its content of then, and nothing is in the way now that was not.
  bool areCurrent() const;

  /// The files read, for a depfile.
  std::vector<PreambleFile> sources() const;

  /// A name that the precompiled form does not keep as the user gave it: that makes paths absolute.
  struct Spelling {
    std::uint32_t Start = 0; ///< of the file's text, counted from the start of the preamble
    std::uint32_t Kind = 0;  ///< clang::SrcMgr::CharacteristicKind
    std::string Name;
  };
  std::vector<Spelling> Spellings;

  /// What is known about one path. All zero: it does not exist.
  struct Stamp {
    std::uint64_t Size = 0;
    std::uint64_t Modified = 0; ///< nanoseconds
    std::uint64_t Changed = 0;  ///< of the inode, which no program can set back
    std::uint64_t Inode = 0;
    bool operator==(const Stamp &) const = default;
  };
  struct Row {
    /// A place is one where a file was looked for: one not found there, or one found and not read.
    enum Kind : char { Source = 'u', SystemSource = 's', Place = 'p', Folder = 'd' };
    Kind What;
    Stamp State;
    std::uint64_t ContentHash = 0; ///< of sources
    std::string Path;
  };
  /// \p Read is the content that was read, for sources.
  void add(Row::Kind What, llvm::StringRef Path, std::optional<llvm::StringRef> Read = {});

private:
  std::vector<Row> Rows;
  bool Reliable = true;

  friend class IncludeCollector;
};

} // namespace kcc::compiler

#endif
