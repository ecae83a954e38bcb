#include "frontend/PreambleCache.h"
#include "frontend/AttributeNames.h"
#include "frontend/Attributes.h"
#include "frontend/BoolVectors.h"
#include "frontend/CacheFolder.h"
#include "frontend/Invocation.h"
#include "frontend/PreambleFiles.h"
#include "support/Version.h"

#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendAction.h"
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
    return std::make_unique<PCHGenerator>(CI.getPreprocessor(), CI.getModuleCache(), VirtualPath, "", Result,
                                          CI.getCodeGenOpts(),
                                          ArrayRef<std::shared_ptr<ModuleFileExtension>>());
  }
  bool BeginInvocation(CompilerInstance &CI) override { return adoptHostAbilities(CI); }
  bool BeginSourceFileAction(CompilerInstance &CI) override {
    Preprocessor &PP = CI.getPreprocessor();
    PP.setPredefines(PP.getPredefines() + predefinedMacros(Job));
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
  // The precompiled form lacks using-declarations and macros in its debug information.
  if (Job.Debug == DebugInfo::Full)
    return {};
  // Under Microsoft's rules, a header is also looked for next to all files that lead to it.
  if (Job.CacheDirectory.empty() || !Text.contains("include") || Lang.MSVCCompat)
    return {};
  auto Say = [&](const Twine &What) {
    if (Job.Verbose)
      *Job.Errors << "kcc: preamble cache: " << What << "\n";
  };
  CacheFolder Folder(Job.CacheDirectory);
  if (std::string Obstacle = Folder.obstacle(); !Obstacle.empty()) {
    Say("'" + Job.CacheDirectory + "' is not used: " + Obstacle);
    return {};
  }

  SmallString<256> Name(namesOnlyAngled(Text) ? EmbeddedRoot
                                              : path::parent_path(Job.Input == "-" ? "" : Job.Input));
  path::append(Name, SourceName);
  std::string Key = keyOf(Job, Invocation, Text, Name), FilesName = Key + ".files", Marker = Key + ".seen";

  Preamble Result;
  auto Use = [&](PreambleFiles Files, std::unique_ptr<llvm::MemoryBuffer> Precompiled) {
    auto Memory = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
    Memory->addFile(VirtualPath, 0, std::move(Precompiled));
    FS.pushOverlay(Memory);
    Result.Used = std::make_unique<PreambleFiles>(std::move(Files));
    Result.Size = Bounds.Size;
    Result.EndsAtStartOfLine = Bounds.PreambleEndsAtStartOfLine;
  };
  /// True if the cache's content settles the matter: a preamble is used, or there is to be none.
  auto Found = [&] {
    std::unique_ptr<llvm::MemoryBuffer> List = Folder.read(FilesName);
    std::optional<PreambleFiles> Files = List ? PreambleFiles::parse(List->getBuffer()) : std::nullopt;
    if (!Files)
      return false;
    if (!Files->areCurrent()) {
      Say("a header changed");
      Folder.remove(FilesName);
      Folder.remove(Marker);
      if (!Files->Precompiled.empty())
        Folder.remove(Files->Precompiled);
      return false;
    }
    if (!Files->Obstacle.empty()) {
      Say("parsed each time, because " + Files->Obstacle);
      return true;
    }
    std::unique_ptr<llvm::MemoryBuffer> Precompiled = Folder.read(Files->Precompiled);
    if (!Precompiled || Precompiled->getBufferSize() != Files->PrecompiledSize ||
        llvm::xxh3_64bits(Precompiled->getBuffer()) != Files->PrecompiledHash) {
      Say(Files->Precompiled + " is gone or damaged");
      return false;
    }
    Say("used " + Files->Precompiled);
    Folder.touch(FilesName);
    Folder.touch(Files->Precompiled);
    Use(std::move(*Files), std::move(Precompiled));
    return true;
  };

  if (Found())
    return Result;
  if (!Folder.has(Marker)) {
    Say(Folder.mark(Marker) ? "first seen, parsed without" : "cannot be written, parsed without");
    return Result;
  }
  // The second request. If several processes get here, one makes the preamble, and the others do not wait.
  CacheLock Lock(Folder.pathOf(Marker));
  if (!Lock) {
    Say("another process makes it, parsed without");
    return Result;
  }
  if (Found())
    return Result;

  PreambleFiles Files;
  std::unique_ptr<llvm::MemoryBuffer> Precompiled = precompile(Job, Invocation, Text, Name, &FS, Files);
  if (!Files.isReliable()) {
    Say("a header is being changed, parsed without");
    return Result;
  }
  if (Precompiled) {
    Files.Precompiled = Key + "-" + llvm::utohexstr(llvm::sys::Process::getProcessId()) + "-" +
                        llvm::utohexstr(llvm::sys::Process::GetRandomNumber()) + ".pch";
    Files.PrecompiledSize = Precompiled->getBufferSize();
    Files.PrecompiledHash = llvm::xxh3_64bits(Precompiled->getBuffer());
    // If it were larger than what pruning keeps, it would be made again and again.
    if (Files.PrecompiledSize > Job.CacheLimit / 2) {
      Say("it is too large to keep, parsed without");
      return Result;
    }
    if (!Folder.write(Files.Precompiled, Precompiled->getBuffer())) {
      Say("cannot be written");
      Use(std::move(Files), std::move(Precompiled));
      return Result;
    }
  }
  Folder.write(FilesName, Files.text());
  Folder.prune(Job.CacheLimit);
  if (!Precompiled) {
    Say("parsed each time, because " + Files.Obstacle);
    return Result;
  }
  Say("made " + Files.Precompiled);
  Use(std::move(Files), std::move(Precompiled));
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
