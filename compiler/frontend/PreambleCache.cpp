#include "frontend/PreambleCache.h"
#include "driver/Version.h"
#include "frontend/Attributes.h"
#include "frontend/Invocation.h"
#include "frontend/PreambleFiles.h"

#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendActions.h"
#include "clang/Lex/HeaderSearchOptions.h"
#include "clang/Lex/Lexer.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"

using namespace clang;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

namespace kcc::compiler {
namespace {

/// The name of a source whose preamble does not depend on where it stands.
constexpr char AnySource[] = "/__kcc__/source.cpp";
/// Where clang finds the precompiled form: in memory, so that no other process can take it away.
constexpr char VirtualPath[] = "/__kcc__/preamble.pch";

/// A string that differs whenever the precompiled form would.
std::string keyOf(const ParseJob &Job, const CompilerInvocation &Invocation, StringRef Text,
                  StringRef SourceName) {
  std::string All = buildIdentity();
  auto Add = [&](StringRef Part) { (All += Part) += '\0'; };
  for (const std::string &Argument : Job.ClangArguments)
    Add(Argument);
  for (const auto &Entry : Invocation.getHeaderSearchOpts().UserEntries)
    Add(Entry.Path);
  SmallString<128> Folder; // relative include paths start here
  fs::current_path(Folder);
  for (StringRef Part :
       {StringRef(Folder), SourceName, StringRef(Job.Target.Triple), StringRef(Job.Target.Cpu), Text})
    Add(Part);
  for (const std::string &Feature : Job.Target.Features)
    Add(Feature);
  Add(std::to_string(Job.OptLevel) + std::to_string(static_cast<int>(Job.Debug)) + predefinedMacros(Job));
  llvm::XXH128_hash_t Hash = llvm::xxh3_128bits(llvm::arrayRefFromStringRef(All));
  return llvm::utohexstr(Hash.high64, true, 16) + llvm::utohexstr(Hash.low64, true, 16);
}

/// Precompiled code is trusted, so the folder must be the user's own and closed to others' writing.
bool isSafeFolder(StringRef Folder) {
  if (fs::create_directories(Folder, /*IgnoreExisting=*/true, fs::owner_all))
    return false;
  fs::file_status Status;
  return !fs::status(Folder, Status) && fs::is_directory(Status) && Status.getUser() == getuid() &&
         !(Status.permissions() & (fs::group_write | fs::others_write));
}

/// Parses only the preamble and writes its precompiled form.
class PrecompileAction : public GeneratePCHAction {
public:
  PrecompileAction(const ParseJob &Job, PreambleFiles &Files) : Job(Job), Files(Files) {}

private:
  bool BeginInvocation(CompilerInstance &CI) override { return adoptHostAbilities(CI); }
  bool BeginSourceFileAction(CompilerInstance &CI) override {
    Preprocessor &PP = CI.getPreprocessor();
    PP.setPredefines(PP.getPredefines() + predefinedMacros(Job));
    Files.collectFrom(PP);
    return GeneratePCHAction::BeginSourceFileAction(CI);
  }
  void ExecuteAction() override {
    GeneratePCHAction::ExecuteAction();
    Shared.checkInitializers(getCompilerInstance().getDiagnostics());
  }

  const ParseJob &Job;
  PreambleFiles &Files;
  SharedVariableCollector Shared;
};

/// Writes the precompiled form of \p Text to \p Output. False if it has errors or warnings: those belong into
/// the compilation of every source, where they are seen.
bool precompile(const ParseJob &Job, const CompilerInvocation &Invocation, StringRef Text,
                StringRef SourceName, llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS, StringRef Output,
                PreambleFiles &Files) {
  auto Own = std::make_shared<CompilerInvocation>(Invocation);
  Own->getFrontendOpts().OutputFile = Output.str();
  Own->getFrontendOpts().Inputs = {FrontendInputFile(SourceName, InputKind(clang::Language::CXX))};
  PreprocessorOptions &Options = Own->getPreprocessorOpts();
  Options.GeneratePreamble = true;
  Options.addRemappedFile(SourceName, llvm::MemoryBuffer::getMemBufferCopy(Text, SourceName).release());

  CompilerInstance CI(Own);
  CI.setVirtualFileSystem(FS);
  CI.createDiagnostics(new IgnoringDiagConsumer);
  CI.setVerboseOutputStream(llvm::nulls());
  if (!createTargets(CI, Job))
    return false;
  PrecompileAction Action(Job, Files);
  return CI.ExecuteAction(Action) && CI.getDiagnostics().getNumWarnings() == 0 &&
         !CI.getDiagnostics().hasErrorOccurred();
}

/// Makes the bytes of \p Path survive a crash of the machine.
void synchronize(StringRef Path) {
  if (auto File = fs::openNativeFileForReadWrite(Path, fs::CD_OpenExisting, fs::OF_None)) {
    fsync(*File);
    fs::closeFile(*File);
  }
}

bool writeWhole(StringRef Path, StringRef Text) {
  return !llvm::errorToBool(llvm::writeToOutput(Path, [&](raw_ostream &Stream) {
    Stream << Text;
    return llvm::Error::success();
  }));
}

/// Removes the least recently used entries once the folder holds more than \p Limit bytes, down to three
/// quarters.
void prune(StringRef Folder, std::uint64_t Limit) {
  struct Entry {
    std::string Path;
    std::uint64_t Size;
    llvm::sys::TimePoint<> Used;
  };
  std::vector<Entry> Entries;
  std::uint64_t Total = 0;
  std::error_code Error;
  for (fs::directory_iterator It(Folder, Error), End; It != End && !Error; It.increment(Error)) {
    StringRef Extension = path::extension(It->path());
    fs::file_status Status;
    if ((Extension == ".pch" || Extension == ".files" || Extension == ".seen") &&
        !fs::status(It->path(), Status)) {
      Entries.push_back({It->path(), Status.getSize(), Status.getLastModificationTime()});
      Total += Status.getSize();
    }
  }
  if (Total <= Limit)
    return;
  llvm::sort(Entries, [](const Entry &A, const Entry &B) { return A.Used < B.Used; });
  for (const Entry &E : Entries) {
    if (Total <= Limit / 4 * 3)
      break;
    fs::remove(E.Path);
    Total -= E.Size;
  }
}

/// Marks \p Path as used now, for prune().
void touch(StringRef Path) {
  if (auto File = fs::openNativeFileForReadWrite(Path, fs::CD_OpenExisting, fs::OF_None)) {
    fs::setLastAccessAndModificationTime(*File, std::chrono::system_clock::now());
    fs::closeFile(*File);
  }
}

} // namespace

Preamble Preamble::find(const ParseJob &Job, const CompilerInvocation &Invocation,
                        const llvm::MemoryBuffer &Source, llvm::vfs::OverlayFileSystem &FS) {
  if (Job.CacheDirectory.empty())
    return {};
  PreambleBounds Bounds = Lexer::ComputePreamble(Source.getBuffer(), Invocation.getLangOpts());
  StringRef Text = Source.getBuffer().take_front(Bounds.Size);
  if (!Text.contains("include") || !isSafeFolder(Job.CacheDirectory))
    return {};
  auto Say = [&](const Twine &What) {
    if (Job.Verbose)
      *Job.Errors << "kcc: preamble cache: " << What << "\n";
  };

  // A quoted include, or anything else with a quote, may mean something else beside another source.
  SmallString<256> SourceName(AnySource);
  if (Text.contains('"')) {
    SourceName = Job.Input == "-" ? "<stdin>" : StringRef(Job.Input);
    fs::make_absolute(SourceName);
  }
  SmallString<256> Entry(Job.CacheDirectory);
  path::append(Entry, keyOf(Job, Invocation, Text, SourceName));
  std::string FilesPath = (Entry + ".files").str(), Marker = (Entry + ".seen").str();

  Preamble Result;
  Result.Size = Bounds.Size;
  Result.EndsAtStartOfLine = Bounds.PreambleEndsAtStartOfLine;
  auto Use = [&](PreambleFiles &Files) {
    if (Files.Precompiled.empty())
      return Say("it gives warnings, so it is parsed each time"), false;
    SmallString<256> Path(Job.CacheDirectory);
    path::append(Path, Files.Precompiled);
    auto Buffer = llvm::MemoryBuffer::getFile(Path, false, /*RequiresNullTerminator=*/false);
    if (!Buffer || (*Buffer)->getBufferSize() != Files.PrecompiledSize)
      return false;
    auto Memory = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
    Memory->addFile(VirtualPath, 0, std::move(*Buffer));
    FS.pushOverlay(Memory);
    Result.Path = VirtualPath;
    Result.Files = Files.sources();
    touch(FilesPath);
    touch(Path);
    return true;
  };

  if (std::optional<PreambleFiles> Files = PreambleFiles::load(FilesPath)) {
    if (Files->areCurrent()) {
      if (Use(*Files)) {
        Say("used " + Files->Precompiled);
        return Result;
      }
      if (Files->Precompiled.empty())
        return {};
    }
    Say("a header changed");
    fs::remove(FilesPath);
    fs::remove(Marker);
  }
  if (!fs::exists(Marker)) {
    writeWhole(Marker, "");
    Say("first seen, parsed without");
    return {};
  }

  // The second time. The name is this process's own; the list of files, written last, makes it known.
  PreambleFiles Files;
  std::string Name = path::filename(Entry).str() + "-" + llvm::utohexstr(llvm::sys::Process::getProcessId()) +
                     "-" + llvm::utohexstr(llvm::sys::Process::GetRandomNumber()) + ".pch";
  SmallString<256> Output(Job.CacheDirectory);
  path::append(Output, Name);
  fs::file_status Status;
  if (precompile(Job, Invocation, Text, SourceName, &FS, Output, Files) && !fs::status(Output, Status)) {
    Files.Precompiled = Name;
    Files.PrecompiledSize = Status.getSize();
    synchronize(Output);
  } else {
    fs::remove(Output);
    if (!Files.isComplete())
      return {};
  }
  writeWhole(FilesPath, Files.text());
  prune(Job.CacheDirectory, Job.CacheLimit);
  if (!Use(Files))
    return {};
  Say("made " + Name);
  return Result;
}

void Preamble::apply(PreprocessorOptions &Options) const {
  if (!isUsed())
    return;
  Options.ImplicitPCHInclude = Path;
  Options.PrecompiledPreambleBytes = {Size, EndsAtStartOfLine};
  // PreambleFiles has checked more than clang would.
  Options.DisablePCHOrModuleValidation = DisableValidationForModuleKind::PCH;
  Options.UsePredefines = false;
}

} // namespace kcc::compiler
