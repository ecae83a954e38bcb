#include "frontend/PreambleFiles.h"
#include "frontend/Invocation.h"

#include "clang/Lex/HeaderSearch.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/xxhash.h"
#include <sys/stat.h>

using namespace clang;
namespace path = llvm::sys::path;

namespace kcc::compiler {

static PreambleFiles::Stamp stampOf(const std::string &Path) {
  struct stat S;
  if (stat(Path.c_str(), &S) != 0)
    return {};
  auto Nanoseconds = [](const timespec &T) {
    return static_cast<std::uint64_t>(T.tv_sec) * 1000000000u + static_cast<std::uint64_t>(T.tv_nsec);
  };
  return {static_cast<std::uint64_t>(S.st_size), Nanoseconds(S.st_mtim), Nanoseconds(S.st_ctim), S.st_ino};
}

static std::uint64_t contentHash(const std::string &Path) {
  auto Buffer = llvm::MemoryBuffer::getFile(Path);
  return Buffer ? llvm::xxh3_64bits((*Buffer)->getBuffer()) : 0;
}

/// Sees every file that is entered, and for every include the places that were tried before.
class IncludeCollector : public PPCallbacks {
public:
  IncludeCollector(PreambleFiles &Files, Preprocessor &PP) : Files(Files), PP(PP) {}

  void LexedFileChanged(FileID File, LexedFileChangeReason Reason, SrcMgr::CharacteristicKind Kind, FileID,
                        SourceLocation) override {
    if (Reason != LexedFileChangeReason::EnterFile || File == PP.getSourceManager().getMainFileID())
      return;
    if (auto Entry = PP.getSourceManager().getFileEntryRefForID(File))
      add(SrcMgr::isSystem(Kind) ? PreambleFiles::Row::SystemSource : PreambleFiles::Row::Source,
          Entry->getName());
  }

  void InclusionDirective(SourceLocation Where, const Token &, StringRef Name, bool IsAngled, CharSourceRange,
                          OptionalFileEntryRef File, StringRef SearchPath, StringRef, const Module *, bool,
                          SrcMgr::CharacteristicKind) override {
    noteMisses(Where, Name, IsAngled, File ? SearchPath : StringRef(), File.has_value());
  }

  void HasInclude(SourceLocation Where, StringRef Name, bool IsAngled, OptionalFileEntryRef File,
                  SrcMgr::CharacteristicKind) override {
    noteMisses(Where, Name, IsAngled, File ? path::parent_path(File->getName()) : StringRef(),
               File.has_value());
  }

  void EndOfMainFile() override { Files.Complete = true; }

private:
  void noteMisses(SourceLocation Where, StringRef Name, bool IsAngled, StringRef FoundIn, bool Found) {
    if (path::is_absolute(Name))
      return;
    if (!IsAngled)
      if (auto Includer =
              PP.getSourceManager().getFileEntryRefForID(PP.getSourceManager().getFileID(Where))) {
        StringRef Folder = Includer->getDir().getName();
        if (Found && Folder == FoundIn)
          return;
        noteMiss(Folder, Name, false);
      }
    HeaderSearch &Search = PP.getHeaderSearchInfo();
    for (auto Folder = IsAngled ? Search.angled_dir_begin() : Search.search_dir_begin();
         Folder != Search.search_dir_end(); ++Folder) {
      if (!Folder->isNormalDir())
        continue;
      if (Found && Folder->getName() == FoundIn)
        return;
      noteMiss(Folder->getName(), Name, Folder->isSystemHeaderDirectory());
    }
  }

  /// In the user's folders each place that was tried is watched; in the system's, which change rarely and are
  /// tried hundreds of times, the folder as a whole.
  void noteMiss(StringRef Folder, StringRef Name, bool System) {
    SmallString<256> Place(Folder);
    path::append(Place, Name);
    if (System)
      add(PreambleFiles::Row::Folder, path::parent_path(Place));
    else
      add(PreambleFiles::Row::Absent, Place);
  }

  void add(PreambleFiles::Row::Kind What, StringRef Path) {
    SmallString<256> Absolute(Path);
    if (!Path.starts_with(EmbeddedRoot) && !Path.starts_with("<"))
      llvm::sys::fs::make_absolute(Absolute);
    else
      return;
    if (Seen.insert(StringRef(Absolute)).second)
      Files.add(What, What == PreambleFiles::Row::Source || What == PreambleFiles::Row::SystemSource
                          ? Path
                          : StringRef(Absolute));
  }

  PreambleFiles &Files;
  Preprocessor &PP;
  llvm::StringSet<> Seen;
};

void PreambleFiles::collectFrom(Preprocessor &PP) {
  PP.addPPCallbacks(std::make_unique<IncludeCollector>(*this, PP));
}

void PreambleFiles::add(Row::Kind What, StringRef Path) {
  // The stamp first: a change after it is seen, at worst once too often.
  Row R{What, {}, 0, Path.str()};
  R.State = stampOf(R.Path);
  if (What == Row::Source || What == Row::SystemSource)
    R.ContentHash = contentHash(R.Path);
  Rows.push_back(std::move(R));
}

std::string PreambleFiles::text() {
  std::string Text = Precompiled + "\n" + std::to_string(PrecompiledSize) + "\n";
  for (const Row &R : Rows)
    Text += std::string(1, R.What) + " " + llvm::utohexstr(R.State.Size) + " " +
            llvm::utohexstr(R.State.Modified) + " " + llvm::utohexstr(R.State.Changed) + " " +
            llvm::utohexstr(R.State.Inode) + " " + llvm::utohexstr(R.ContentHash) + " " + R.Path + "\n";
  return Text + "end\n";
}

std::optional<PreambleFiles> PreambleFiles::load(StringRef Path) {
  auto Buffer = llvm::MemoryBuffer::getFile(Path);
  if (!Buffer)
    return std::nullopt;
  StringRef Rest = (*Buffer)->getBuffer();
  if (!Rest.consume_back("end\n"))
    return std::nullopt;
  PreambleFiles Files;
  StringRef Line;
  std::tie(Line, Rest) = Rest.split('\n');
  Files.Precompiled = Line.str();
  std::tie(Line, Rest) = Rest.split('\n');
  if (Line.getAsInteger(10, Files.PrecompiledSize))
    return std::nullopt;
  while (!Rest.empty()) {
    std::tie(Line, Rest) = Rest.split('\n');
    Row R{static_cast<Row::Kind>(Line.front()), {}, 0, {}};
    Line = Line.drop_front(2);
    for (std::uint64_t *Number :
         {&R.State.Size, &R.State.Modified, &R.State.Changed, &R.State.Inode, &R.ContentHash}) {
      auto [Digits, Tail] = Line.split(' ');
      if (Digits.getAsInteger(16, *Number))
        return std::nullopt;
      Line = Tail;
    }
    R.Path = Line.str();
    Files.Rows.push_back(std::move(R));
  }
  Files.Complete = true;
  return Files;
}

bool PreambleFiles::areCurrent() const {
  return llvm::all_of(Rows, [](const Row &R) {
    Stamp Now = stampOf(R.Path);
    if (Now == R.State)
      return true;
    switch (R.What) {
    case Row::Source:
    case Row::SystemSource:
      return Now.Size == R.State.Size && Now != Stamp() && contentHash(R.Path) == R.ContentHash;
    case Row::Folder:
      return Now.Modified == R.State.Modified;
    case Row::Absent:
      return false;
    }
    return false;
  });
}

std::vector<PreambleFile> PreambleFiles::sources() const {
  std::vector<PreambleFile> Result;
  for (const Row &R : Rows)
    if (R.What == Row::Source || R.What == Row::SystemSource)
      Result.push_back({R.Path, R.What == Row::SystemSource});
  return Result;
}

} // namespace kcc::compiler
