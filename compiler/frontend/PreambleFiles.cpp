// A preamble is out of date if a file that it read has other content, or if a file exists now that Clang
// would find first. For the latter, IncludeCollector also records, for each #include, the places where Clang
// looked before it found the file. It gets them by going through the same folders in the same order.
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
#include <chrono>
#include <sys/stat.h>

using namespace clang;
namespace path = llvm::sys::path;

namespace kcc::compiler {

/// The inode of files that do not exist.
constexpr std::uint64_t UnknownInode = ~std::uint64_t(0);

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

/// Sees every file that is entered and, for every include, the places that were tried before.
class IncludeCollector : public PPCallbacks {
public:
  IncludeCollector(PreambleFiles &Files, Preprocessor &PP) : Files(Files), PP(PP) {}

  void LexedFileChanged(FileID File, LexedFileChangeReason Reason, SrcMgr::CharacteristicKind Kind, FileID,
                        SourceLocation) override {
    SourceManager &SM = PP.getSourceManager();
    if (Reason != LexedFileChangeReason::EnterFile || File == SM.getMainFileID())
      return;
    auto Entry = SM.getFileEntryRefForID(File);
    if (!Entry)
      return;
    addSource(*Entry, Kind, SM.getBufferData(File));
    if (StringRef Name = Entry->getName(); !path::is_absolute(Name) || Name.contains("/./"))
      Files.Spellings.push_back({SM.getLocForStartOfFile(File).getRawEncoding() -
                                     SM.getLocForStartOfFile(SM.getMainFileID()).getRawEncoding(),
                                 static_cast<std::uint32_t>(Kind), Name.str()});
  }

  void FileChanged(SourceLocation Where, FileChangeReason Reason, SrcMgr::CharacteristicKind,
                   FileID) override {
    SourceManager &SM = PP.getSourceManager();
    if (Reason == RenameFile && SM.getFileEntryRefForID(SM.getFileID(Where))) // not Clang's own text
      Files.Obstacle = "it has #line";
  }

  void InclusionDirective(SourceLocation Where, const Token &, StringRef Name, bool IsAngled, CharSourceRange,
                          OptionalFileEntryRef File, StringRef SearchPath, StringRef, const clang::Module *,
                          bool, SrcMgr::CharacteristicKind) override {
    noteMisses(Where, Name, IsAngled, File ? SearchPath : StringRef(), File.has_value());
  }

  void HasInclude(SourceLocation Where, StringRef Name, bool IsAngled, OptionalFileEntryRef File,
                  SrcMgr::CharacteristicKind Kind) override {
    noteMisses(Where, Name, IsAngled, File ? folderOf(File->getName(), Name) : StringRef(), File.has_value());
    if (File)
      addSource(*File, Kind, std::nullopt);
  }

  void EmbedDirective(SourceLocation, StringRef, bool, OptionalFileEntryRef,
                      const LexEmbedParametersResult &) override {
    Files.Obstacle = "it has #embed";
  }
  void HasEmbed(SourceLocation, StringRef, bool, OptionalFileEntryRef) override {
    Files.Obstacle = "it has #embed";
  }

  void MacroExpands(const Token &Name, const MacroDefinition &Definition, SourceRange,
                    const MacroArgs *) override {
    MacroInfo *Macro = Definition.getMacroInfo();
    if (!Macro || !Macro->isBuiltinMacro())
      return;
    StringRef Spelling = Name.getIdentifierInfo()->getName();
    if (llvm::is_contained({"__DATE__", "__TIME__", "__TIMESTAMP__", "__BASE_FILE__", "__COUNTER__"},
                           Spelling))
      Files.Obstacle = "it uses " + Spelling.str();
  }

private:
  static StringRef folderOf(StringRef Path, StringRef Name) {
    return Path.consume_back(Name) ? Path.rtrim('/') : StringRef();
  }

  void noteMisses(SourceLocation Where, StringRef Name, bool IsAngled, StringRef FoundIn, bool Found) {
    if (path::is_absolute(Name))
      return;
    if (!IsAngled) {
      // Files named by -include are looked up in the working folder.
      auto Includer = PP.getSourceManager().getFileEntryRefForID(PP.getSourceManager().getFileID(Where));
      StringRef Folder = Includer ? Includer->getDir().getName() : ".";
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

  /// In the user's folders, every place that was tried is watched; in the system's, which change rarely and
  /// are tried hundreds of times, the folder as a whole.
  void noteMiss(StringRef Folder, StringRef Name, bool System) {
    SmallString<256> Path(Folder);
    path::append(Path, Name);
    if (System)
      add(PreambleFiles::Row::Folder, path::parent_path(Path), std::nullopt);
    else
      add(PreambleFiles::Row::Place, Path, std::nullopt);
  }

  void addSource(FileEntryRef File, SrcMgr::CharacteristicKind Kind, std::optional<StringRef> Read) {
    add(SrcMgr::isSystem(Kind) ? PreambleFiles::Row::SystemSource : PreambleFiles::Row::Source,
        File.getName(), Read);
  }

  void add(PreambleFiles::Row::Kind What, StringRef Path, std::optional<StringRef> Read) {
    if (Path.starts_with(EmbeddedRoot) || Path.starts_with("<"))
      return;
    // A place may first be looked at and later be read.
    if (Seen.insert((Path + (Read ? "\nread" : "")).str()).second)
      Files.add(What, Path, Read);
  }

  PreambleFiles &Files;
  Preprocessor &PP;
  llvm::StringSet<> Seen;
};

void PreambleFiles::collectFrom(Preprocessor &PP) {
  PP.addPPCallbacks(std::make_unique<IncludeCollector>(*this, PP));
}

void PreambleFiles::add(Row::Kind What, StringRef Path, std::optional<StringRef> Read) {
  // The stamp first, then the content: the next check sees later changes, this comparison earlier ones.
  Row R{What, {}, 0, Path.str()};
  R.State = stampOf(R.Path);
  if (What == Row::Source || What == Row::SystemSource) {
    R.ContentHash = contentHash(R.Path);
    if (Read && R.ContentHash != llvm::xxh3_64bits(*Read))
      Reliable = false;
  }
  // File system clocks tick slowly. A file that has just changed may change again and keep its stamp, so only
  // its content counts.
  constexpr std::uint64_t Tick = 50'000'000;
  auto Now = static_cast<std::uint64_t>(std::chrono::system_clock::now().time_since_epoch() /
                                        std::chrono::nanoseconds(1));
  if (R.State != Stamp() && std::max(R.State.Modified, R.State.Changed) + Tick > Now) {
    R.State.Inode = UnknownInode;
    if (What == Row::Folder || What == Row::Place)
      Reliable = false;
  }
  if (Path.contains('\n'))
    Reliable = false;
  Rows.push_back(std::move(R));
}

/// Precedes the list, so that a truncated or overwritten one is recognized.
static std::string checksum(StringRef List) {
  return llvm::utohexstr(llvm::xxh3_64bits(List), true, 16) + "\n";
}

std::string PreambleFiles::text() const {
  std::string Text = Precompiled + "\n" + std::to_string(PrecompiledSize) + "\n" +
                     llvm::utohexstr(PrecompiledHash) + "\n" + Obstacle + "\n";
  for (const Row &R : Rows)
    Text += std::string(1, R.What) + " " + llvm::utohexstr(R.State.Size) + " " +
            llvm::utohexstr(R.State.Modified) + " " + llvm::utohexstr(R.State.Changed) + " " +
            llvm::utohexstr(R.State.Inode) + " " + llvm::utohexstr(R.ContentHash) + " " + R.Path + "\n";
  for (const Spelling &S : Spellings)
    Text += "n " + llvm::utohexstr(S.Start) + " " + llvm::utohexstr(S.Kind) + " " + S.Name + "\n";
  return checksum(Text) + Text;
}

std::optional<PreambleFiles> PreambleFiles::parse(StringRef Text) {
  StringRef Line;
  auto NextLine = [&] { return std::tie(Line, Text) = Text.split('\n'), Line; };
  if (std::string Sum = NextLine().str() + "\n"; Sum != checksum(Text))
    return std::nullopt;
  PreambleFiles Files;
  Files.Precompiled = NextLine().str();
  if (NextLine().getAsInteger(10, Files.PrecompiledSize) ||
      NextLine().getAsInteger(16, Files.PrecompiledHash))
    return std::nullopt;
  Files.Obstacle = NextLine().str();
  while (!Text.empty()) {
    NextLine();
    if (Line.consume_front("n ")) {
      Spelling Name;
      auto [Start, Tail] = Line.split(' ');
      auto [Kind, Path] = Tail.split(' ');
      if (Start.getAsInteger(16, Name.Start) || Kind.getAsInteger(16, Name.Kind))
        return std::nullopt;
      Name.Name = Path.str();
      Files.Spellings.push_back(std::move(Name));
      continue;
    }
    Row R{static_cast<Row::Kind>(Line.empty() ? '\0' : Line.front()), {}, 0, {}};
    Line = Line.drop_front(std::min<std::size_t>(Line.size(), 2));
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
    case Row::Place:
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
