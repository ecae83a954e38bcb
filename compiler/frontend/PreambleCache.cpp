#include "frontend/PreambleCache.h"
#include "frontend/AttributeNames.h"
#include "frontend/Attributes.h"
#include "frontend/BoolVectors.h"
#include "frontend/CacheFolder.h"
#include "frontend/Invocation.h"
#include "frontend/MemoryFiles.h"
#include "frontend/PreambleFiles.h"
#include "frontend/SharedTypes.h"
#include "support/Version.h"

#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/Frontend/MultiplexConsumer.h"
#include "clang/Lex/HeaderSearchOptions.h"
#include "clang/Lex/LexDiagnostic.h"
#include "clang/Lex/Lexer.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "clang/Serialization/ASTWriter.h"
#include "clang/Serialization/PCHContainerOperations.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/SmallVectorMemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"

using namespace clang;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

namespace kcc::compiler {
namespace {

/// Where Clang finds the precompiled form: in memory, so that no other process can remove it.
constexpr char VirtualPath[] = "/__kcc__/preamble.pch";
/// The name of the source that a preamble starts. It represents every source of one folder, or all sources if
/// the folder does not matter.
constexpr char SourceName[] = "__kcc__source.cpp";

/// A string that differs whenever the precompiled form would.
std::string keyOf(const ParseJob &Job, const CompilerInvocation &Invocation, StringRef Text,
                  StringRef Source) {
  // Without what is specific to this source, and what only affects the printed output.
  CompilerInvocation Options(Invocation);
  Options.getFrontendOpts().Inputs.clear();
  Options.getFrontendOpts().OutputFile.clear();
  Options.getCodeGenOpts().MainFileName.clear();
  Options.getHeaderSearchOpts().Verbose = false;
  Options.getDiagnosticOpts().ShowColors = false;

  std::string All;
  auto Add = [&](const Twine &Part) { All += (Part + Twine('\0')).str(); };
  Add(buildIdentity());
  Options.generateCC1CommandLine(Add);
  // Clang omits folders that do not exist.
  for (const auto &Entry : Options.getHeaderSearchOpts().UserEntries)
    Add(fs::is_directory(Entry.Path) ? "+" : "-");
  SmallString<128> Folder; // the base of relative include paths
  fs::current_path(Folder);
  Add(Folder);
  Add(Source);
  Add(predefinedMacros(Job));
  Add(Text);
  llvm::XXH128_hash_t Hash = llvm::xxh3_128bits(llvm::arrayRefFromStringRef(All));
  return llvm::utohexstr(Hash.high64, true, 16) + llvm::utohexstr(Hash.low64, true, 16);
}

/// True if every file that \p Text names is in angle brackets, so that it means the same in any folder. Words
/// in comments may be mistaken for names, which only reduces sharing.
bool namesOnlyAngled(StringRef Text) {
  for (StringRef Directive : {"include", "import", "embed"})
    for (std::size_t At = 0; (At = Text.find(Directive, At)) != StringRef::npos;) {
      At += Directive.size();
      StringRef Rest = Text.substr(At);
      Rest.consume_front("_next");
      if (!Rest.empty() && (llvm::isAlnum(Rest.front()) || Rest.front() == '_'))
        continue;
      if (!Rest.ltrim(" \t(").starts_with("<"))
        return false;
    }
  return true;
}

/// Parses only the preamble and keeps its precompiled form.
class PrecompileAction : public ASTFrontendAction {
public:
  PrecompileAction(const ParseJob &Job, PreambleFiles &Files)
      : Job(Job), Files(Files), Result(std::make_shared<PCHBuffer>()) {}
  PCHBuffer &result() { return *Result; }

private:
  TranslationUnitKind getTranslationUnitKind() override { return TU_Prefix; }
  bool hasASTFileSupport() const override { return false; }

  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &CI, StringRef) override {
    std::vector<std::unique_ptr<ASTConsumer>> Consumers;
    // A source only gets the functions of a precompiled preamble that it calls.
    Consumers.push_back(std::make_unique<SharedTypes>(CI.getDiagnostics()));
    Consumers.push_back(std::make_unique<PCHGenerator>(CI.getPreprocessor(), CI.getModuleCache(), VirtualPath,
                                                       "", Result, CI.getCodeGenOpts(),
                                                       ArrayRef<std::shared_ptr<ModuleFileExtension>>()));
    return std::make_unique<MultiplexConsumer>(std::move(Consumers));
  }
  bool BeginInvocation(CompilerInstance &CI) override { return adoptHostAbilities(CI); }
  bool BeginSourceFileAction(CompilerInstance &CI) override {
    Preprocessor &PP = CI.getPreprocessor();
    addPredefinedMacros(PP, Job);
    watchAttributeNames(PP);
    Files.collectFrom(PP);
    return true;
  }
  void ExecuteAction() override {
    ASTFrontendAction::ExecuteAction();
    Shared.checkInitializers(getCompilerInstance().getDiagnostics());
    // The code generator would get the functions of a precompiled preamble without a check.
    if (hasBoolVectors(getCompilerInstance().getASTContext()))
      Files.Obstacle = "it has vectors of bool";
  }

  const ParseJob &Job;
  PreambleFiles &Files;
  std::shared_ptr<PCHBuffer> Result;
  SharedVariableCollector Shared;
};

/// Returns the precompiled form of \p Text, and in \p Files what it depends on. Returns nothing if it has
/// errors or warnings: those must show up in the compilation of every source.
std::unique_ptr<llvm::MemoryBuffer> precompile(const ParseJob &Job, const CompilerInvocation &Invocation,
                                               StringRef Text, StringRef Source,
                                               llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS,
                                               PreambleFiles &Files) {
  auto Own = std::make_shared<CompilerInvocation>(Invocation);
  Own->getFrontendOpts().Inputs = {FrontendInputFile(Source, InputKind(clang::Language::CXX))};
  Own->getHeaderSearchOpts().Verbose = false;
  PreprocessorOptions &Options = Own->getPreprocessorOpts();
  Options.GeneratePreamble = true;
  Options.addRemappedFile(Source, llvm::MemoryBuffer::getMemBufferCopy(Text, Source).release());

  CompilerInstance CI(Own);
  CI.setVirtualFileSystem(FS);
  CI.createDiagnostics(new IgnoringDiagConsumer);
  CI.setVerboseOutputStream(llvm::nulls());
  Files.Obstacle = "";
  if (!createTargets(CI, Job))
    return nullptr;
  PrecompileAction Action(Job, Files);
  bool Good = CI.ExecuteAction(Action) && !CI.getDiagnostics().hasErrorOccurred();
  if (!Good)
    Files.Obstacle = "it has errors";
  else if (CI.getDiagnostics().getNumWarnings() != 0)
    Files.Obstacle = "it gives warnings";
  else if (!CI.getDiagnostics().isIgnored(diag::pp_macro_not_used, SourceLocation()))
    Files.Obstacle = "a precompiled form does not know which macros are used";
  if (!Action.result().IsComplete || !Files.Obstacle.empty())
    return nullptr;
  return std::make_unique<llvm::SmallVectorMemoryBuffer>(std::move(Action.result().Data), VirtualPath,
                                                         /*RequiresNullTerminator=*/false);
}

void say(const ParseJob &Job, const Twine &What) {
  if (Job.Verbose)
    *Job.Errors << "kcc: preamble cache: " << What << "\n";
}

/// True if \p Text is worth a look into the cache.
bool isCacheable(const ParseJob &Job, StringRef Text, const LangOptions &Lang) {
  // The precompiled form lacks using-declarations and macros in its debug information.
  if (Job.Debug == DebugInfo::Full)
    return false;
  // Under Microsoft's rules, a header is also looked for next to all files that lead to it.
  return !Job.CacheDirectory.empty() && Text.contains("include") && !Lang.MSVCCompat;
}

/// A precompiled form, and what it depends on.
struct Precompiled {
  PreambleFiles Files;
  std::unique_ptr<llvm::MemoryBuffer> Bytes; ///< null: the source is parsed without
};

/// One preamble's files in the cache.
class CacheEntry {
public:
  CacheEntry(CacheFolder &Folder, const ParseJob &Job, const CompilerInvocation &Invocation, StringRef Text)
      : Folder(Folder), Job(Job), Invocation(Invocation), Text(Text),
        Source(namesOnlyAngled(Text) ? EmbeddedRoot : path::parent_path(Job.Input == "-" ? "" : Job.Input)) {
    path::append(Source, SourceName);
    Key = keyOf(Job, Invocation, Text, Source);
    FilesName = Key + ".files";
    Marker = Key + ".seen";
  }

  Precompiled findOrMake(llvm::vfs::OverlayFileSystem &FS) {
    if (std::optional<Precompiled> Known = read())
      return std::move(*Known);
    if (!Folder.has(Marker)) {
      say(Job, Folder.mark(Marker) ? "first seen, parsed without" : "cannot be written, parsed without");
      return {};
    }
    // The second request. If several processes get here, one makes the preamble, and the others do not wait.
    CacheLock Lock(Folder.pathOf(Marker));
    if (!Lock) {
      say(Job, "another process makes it, parsed without");
      return {};
    }
    if (std::optional<Precompiled> Known = read()) // made before this process had the lock
      return std::move(*Known);
    return make(FS);
  }

private:
  /// What the cache has; nothing if it does not have a valid entry.
  std::optional<Precompiled> read() {
    std::unique_ptr<llvm::MemoryBuffer> List = Folder.read(FilesName);
    std::optional<PreambleFiles> Files = List ? PreambleFiles::parse(List->getBuffer()) : std::nullopt;
    if (!Files)
      return std::nullopt;
    if (!Files->areCurrent()) {
      say(Job, "a header changed");
      remove(*Files);
      return std::nullopt;
    }
    if (!Files->Obstacle.empty()) {
      say(Job, "parsed each time, because " + Files->Obstacle);
      return Precompiled();
    }
    std::unique_ptr<llvm::MemoryBuffer> Bytes = Folder.read(Files->Precompiled);
    if (!Bytes || Bytes->getBufferSize() != Files->PrecompiledSize ||
        llvm::xxh3_64bits(Bytes->getBuffer()) != Files->PrecompiledHash) {
      say(Job, Files->Precompiled + " is gone or damaged");
      return std::nullopt;
    }
    say(Job, "used " + Files->Precompiled);
    Folder.touch(FilesName);
    Folder.touch(Files->Precompiled);
    return Precompiled{std::move(*Files), std::move(Bytes)};
  }

  void remove(const PreambleFiles &Files) {
    Folder.remove(FilesName);
    Folder.remove(Marker);
    if (!Files.Precompiled.empty())
      Folder.remove(Files.Precompiled);
  }

  Precompiled make(llvm::vfs::OverlayFileSystem &FS) {
    Precompiled New;
    PreambleFiles &Files = New.Files;
    New.Bytes = precompile(Job, Invocation, Text, Source, &FS, Files);
    if (!Files.isReliable()) {
      say(Job, "a header is being changed, parsed without");
      return {};
    }
    if (New.Bytes) {
      Files.Precompiled = Key + "-" + llvm::utohexstr(llvm::sys::Process::getProcessId()) + "-" +
                          llvm::utohexstr(llvm::sys::Process::GetRandomNumber()) + ".pch";
      Files.PrecompiledSize = New.Bytes->getBufferSize();
      Files.PrecompiledHash = llvm::xxh3_64bits(New.Bytes->getBuffer());
      // If it were larger than what pruning keeps, it would be made again and again.
      if (Files.PrecompiledSize > Job.CacheLimit / 2) {
        say(Job, "it is too large to keep, parsed without");
        return {};
      }
      if (!Folder.write(Files.Precompiled, New.Bytes->getBuffer())) {
        say(Job, "cannot be written");
        return New;
      }
    }
    Folder.write(FilesName, Files.text());
    Folder.prune(Job.CacheLimit);
    say(Job, New.Bytes ? "made " + Files.Precompiled : "parsed each time, because " + Files.Obstacle);
    return New;
  }

  CacheFolder &Folder;
  const ParseJob &Job;
  const CompilerInvocation &Invocation;
  StringRef Text;
  SmallString<256> Source; ///< the path that stands for all sources with this entry
  std::string Key, FilesName, Marker;
};

} // namespace

Preamble::Preamble() = default;
Preamble::Preamble(Preamble &&) noexcept = default;
Preamble &Preamble::operator=(Preamble &&) noexcept = default;
Preamble::~Preamble() = default;

Preamble Preamble::find(const ParseJob &Job, const CompilerInvocation &Invocation,
                        const llvm::MemoryBuffer &Source, llvm::vfs::OverlayFileSystem &FS) {
  const LangOptions &Lang = Invocation.getLangOpts();
  PreambleBounds Bounds = Lexer::ComputePreamble(Source.getBuffer(), Lang);
  StringRef Text = Source.getBuffer().take_front(Bounds.Size);
  if (!isCacheable(Job, Text, Lang))
    return {};
  CacheFolder Folder(Job.CacheDirectory);
  if (std::string Obstacle = Folder.obstacle(); !Obstacle.empty()) {
    say(Job, "'" + Job.CacheDirectory + "' is not used: " + Obstacle);
    return {};
  }
  Precompiled Form = CacheEntry(Folder, Job, Invocation, Text).findOrMake(FS);
  if (!Form.Bytes)
    return {};

  MemoryFile File{path::filename(VirtualPath), Form.Bytes->getBuffer()};
  FS.pushOverlay(llvm::makeIntrusiveRefCnt<MemoryFiles>(path::parent_path(VirtualPath), std::vector{File},
                                                        std::move(Form.Bytes)));
  Preamble Result;
  Result.Used = std::make_unique<PreambleFiles>(std::move(Form.Files));
  Result.Size = Bounds.Size;
  Result.EndsAtStartOfLine = Bounds.PreambleEndsAtStartOfLine;
  return Result;
}

std::vector<PreambleFile> Preamble::files() const {
  return Used ? Used->sources() : std::vector<PreambleFile>();
}

void Preamble::apply(PreprocessorOptions &Options) const {
  if (!isUsed())
    return;
  Options.ImplicitPCHInclude = VirtualPath;
  Options.PrecompiledPreambleBytes = {Size, EndsAtStartOfLine};
  // PreambleFiles has checked more than Clang would.
  Options.DisablePCHOrModuleValidation = DisableValidationForModuleKind::PCH;
  Options.UsePredefines = false;
}

void Preamble::rename(SourceManager &Files, StringRef Name) const {
  SourceLocation Start = Files.getLocForStartOfFile(Files.getPreambleFileID());
  if (!isUsed() || Start.isInvalid())
    return;
  // Like a #line in the first line, which names the second one.
  auto Rename = [&](SourceLocation First, StringRef Spelling, SrcMgr::CharacteristicKind Kind) {
    Files.AddLineNote(First, 2, Files.getLineTableFilenameID(Spelling), false, false, Kind);
  };
  Rename(Start, Name, SrcMgr::C_User);
  for (const PreambleFiles::Spelling &S : Used->Spellings)
    Rename(Start.getLocWithOffset(static_cast<SourceLocation::IntTy>(S.Start)), S.Name,
           static_cast<SrcMgr::CharacteristicKind>(S.Kind));
}

} // namespace kcc::compiler
