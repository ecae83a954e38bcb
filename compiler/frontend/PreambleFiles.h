// The files that a precompiled preamble depends on, and whether they are unchanged.
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

  /// From now on, collects what \p PP reads, and where it looked before it found it. Sets Obstacle if the
  /// meaning of the preamble depends on more than these files.
  void collectFrom(clang::Preprocessor &PP);
  /// True if the list reliably tells whether something changed: no file changed while it was read.
  bool isReliable() const { return Reliable; }

  /// The list as text, and back; nothing if the text is not a valid list.
  std::string text() const;
  static std::optional<PreambleFiles> parse(llvm::StringRef Text);

  /// True if every file that was read has the same content, and no new file would be found first.
  bool areCurrent() const;

  /// The files that were read, for a depfile.
  std::vector<PreambleFile> sources() const;

  /// A name that the precompiled form does not keep as the user wrote it, because it makes paths absolute.
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
    /// A Place is a path where a file was looked for: it was not found there, or found but not read.
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
