#include "frontend/ParsedSource.h"
#include "frontend/Attributes.h"
#include "frontend/Diagnostics.h"
#include "frontend/Invocation.h"
#include "frontend/PreambleCache.h"

#include "clang/AST/ASTConsumer.h"
#include "clang/AST/ASTContext.h"
#include "clang/Basic/DiagnosticSema.h"
#include "clang/Basic/SourceManager.h"
#include "clang/CodeGen/ModuleBuilder.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/Frontend/TextDiagnosticPrinter.h"
#include "clang/Frontend/Utils.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"

using namespace clang;

namespace kcc::compiler {

ParsedSource::ParsedSource(CompilerInstance &CI, clang::CodeGenerator &CodeGen,
                           std::unique_ptr<llvm::Module> M, llvm::ArrayRef<std::string> Dependencies,
                           llvm::ArrayRef<std::string> OwnFiles)
    : Instance(CI), CodeGen(CodeGen), M(std::move(M)), Dependencies(Dependencies), OwnFiles(OwnFiles) {}
ParsedSource::~ParsedSource() = default;

std::unique_ptr<llvm::Module> ParsedSource::takeModule() {
  return std::move(M);
}

DiagnosticsEngine &ParsedSource::diagnostics() {
  return Instance.getDiagnostics();
}

const Decl *ParsedSource::declaration(StringRef Symbol) {
  return CodeGen.GetDeclForMangledName(Symbol);
}

SourceLocation ParsedSource::locate(StringRef File, unsigned Line, unsigned Column) {
  auto Entry = Instance.getFileManager().getOptionalFileRef(File);
  if (!Entry || Line == 0)
    return {};
  return Instance.getSourceManager().translateFileLineCol(*Entry, Line, Column == 0 ? 1 : Column);
}

std::uint64_t ParsedSource::contentHash() {
  SourceManager &SM = Instance.getSourceManager();
  std::vector<std::uint64_t> Hashes;
  for (const std::string &File : OwnFiles)
    if (auto Text = Instance.getFileManager().getBufferForFile(File))
      Hashes.push_back(llvm::xxh3_64bits((*Text)->getBuffer()));
  // A precompiled preamble names its files in another order.
  llvm::sort(Hashes);
  Hashes.push_back(llvm::xxh3_64bits(SM.getBufferData(SM.getMainFileID())));
  return llvm::xxh3_64bits(llvm::ArrayRef(reinterpret_cast<const std::uint8_t *>(Hashes.data()),
                                          Hashes.size() * sizeof(Hashes.front())));
}

namespace {

/// Every real file that is read; the headers inside the tool are no files.
class FileCollector : public DependencyCollector {
public:
  explicit FileCollector(bool System) : System(System) {}
  bool needSystemDependencies() override { return System; }
  bool sawDependency(StringRef File, bool, bool IsSystem, bool IsModuleFile, bool IsMissing) override {
    if (IsMissing || IsModuleFile || File == "<built-in>" || File == "<stdin>" ||
        File.starts_with(EmbeddedRoot))
      return false;
    if (!IsSystem && Seen.insert(File).second)
      OwnFiles.push_back(File.str());
    return System || !IsSystem;
  }
  llvm::ArrayRef<std::string> ownFiles() const { return OwnFiles; }

private:
  bool System;
  std::vector<std::string> OwnFiles;
  llvm::StringSet<> Seen;
};

/// System headers have inline assembly for the host's processor, which has to parse for a GPU, and kernels
/// have PTX in branches that code for the CPU device leaves out. Either is an error only where a kernel
/// reaches it (lowering/DeviceRules.cpp), so clang is not to hold operands and registers against the target.
void acceptForeignAssembly(DiagnosticsEngine &Diagnostics) {
  for (unsigned Id : {diag::err_asm_invalid_output_constraint, diag::err_asm_invalid_input_constraint,
                      diag::err_asm_invalid_output_size, diag::err_asm_invalid_input_size,
                      diag::err_asm_unknown_register_name, diag::err_asm_invalid_global_var_reg})
    Diagnostics.setSeverity(Id, diag::Severity::Ignored, SourceLocation());
}

class KernelAction : public ASTFrontendAction {
public:
  KernelAction(const ParseJob &Job, const Preamble &Used, llvm::LLVMContext &Context,
               llvm::function_ref<void(ParsedSource &)> Use)
      : Job(Job), Used(Used), Context(Context), Use(Use),
        Files(std::make_shared<FileCollector>(Job.SystemDependencies)) {}

private:
  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &CI, StringRef File) override {
    auto Generator = CreateLLVMCodeGen(CI, File, Context);
    CodeGen = Generator.get();
    return Generator;
  }

  bool BeginInvocation(CompilerInstance &CI) override { return adoptHostAbilities(CI); }

  bool BeginSourceFileAction(CompilerInstance &CI) override {
    Preprocessor &PP = CI.getPreprocessor();
    if (!Used.isUsed())
      PP.setPredefines(PP.getPredefines() + predefinedMacros(Job));
    Files->attachToPreprocessor(PP);
    // In the order of a compilation without: the source comes first.
    if (Used.isUsed())
      Files->maybeAddDependency(getCurrentFile(), false, false, false, false);
    for (const PreambleFile &F : Used.files())
      Files->maybeAddDependency(F.Path, false, F.IsSystem, false, false);
    return true;
  }

  void ExecuteAction() override {
    Used.rename(getCompilerInstance().getSourceManager(), getCurrentFile());
    ASTFrontendAction::ExecuteAction();
    // Still within the source file, so that diagnostics can be reported.
    CompilerInstance &CI = getCompilerInstance();
    Shared.checkInitializers(CI.getDiagnostics());
    std::unique_ptr<llvm::Module> M = CodeGen->ReleaseModule();
    if (!M || CI.getDiagnostics().hasErrorOccurred())
      return;
    ParsedSource Source(CI, *CodeGen, std::move(M), Files->getDependencies(), Files->ownFiles());
    Use(Source);
  }

  const ParseJob &Job;
  const Preamble &Used;
  llvm::LLVMContext &Context;
  llvm::function_ref<void(ParsedSource &)> Use;
  std::shared_ptr<FileCollector> Files;
  SharedVariableCollector Shared;
  CodeGenerator *CodeGen = nullptr;
};

} // namespace

/// One attempt. Sets \p HasMessages, and prints nothing, if a precompiled preamble was used and there are
/// messages.
static bool parseOnce(const ParseJob &Given, llvm::LLVMContext &Context,
                      llvm::function_ref<void(ParsedSource &)> Use, bool &HasMessages) {
  std::string Talk, Messages;
  llvm::raw_string_ostream TalkStream(Talk), MessageStream(Messages);
  TalkStream.enable_colors(Given.Color);
  MessageStream.enable_colors(Given.Color);
  HasMessages = false;
  llvm::scope_exit Print([&] {
    if (!HasMessages)
      *Given.Errors << Talk;
  });
  ParseJob Job = Given;
  Job.Errors = &TalkStream;

  auto FS = withEmbeddedHeaders(Job.FileSystem);
  DiagnosticOptions DriverDiagnosticOptions;
  DriverDiagnosticOptions.ShowColors = Job.Color;
  DiagnosticsEngine DriverDiagnostics(DiagnosticIDs::create(), DriverDiagnosticOptions,
                                      new TextDiagnosticPrinter(*Job.Errors, DriverDiagnosticOptions));
  auto Invocation = createInvocation(Job, DriverDiagnostics, FS);
  if (!Invocation)
    return false;

  std::unique_ptr<llvm::MemoryBuffer> Text;
  if (Job.Input == "-") {
    Text = llvm::MemoryBuffer::getMemBufferCopy(Job.StandardInput, "<stdin>");
    Invocation->getFrontendOpts().Inputs = {FrontendInputFile("<stdin>", InputKind(clang::Language::CXX))};
  } else {
    auto File = FS->getBufferForFile(Job.Input);
    if (!File) {
      DriverDiagnostics.Report(
          DriverDiagnostics.getCustomDiagID(DiagnosticsEngine::Error, "cannot read '%0': %1"))
          << Job.Input << File.getError().message();
      return false;
    }
    Text = std::move(*File);
  }

  // Clang reports other encodings and then reads on where there is nothing.
  if (const char *Encoding = SrcMgr::ContentCache::getInvalidBOM(Text->getBuffer())) {
    DriverDiagnostics.Report(DriverDiagnostics.getCustomDiagID(
        DiagnosticsEngine::Error, "cannot read '%0': it is %1, and sources are UTF-8"))
        << Text->getBufferIdentifier() << Encoding;
    return false;
  }

  CompilerInstance CI(Invocation);
  CI.setVirtualFileSystem(FS);
  Preamble Used = Preamble::find(Job, *Invocation, *Text, *FS);
  if (!Used.isUsed()) {
    *Given.Errors << Talk;
    Talk.clear();
    Job.Errors = Given.Errors;
  }
  CI.createDiagnostics(
      new TextDiagnosticPrinter(Used.isUsed() ? MessageStream : *Job.Errors, CI.getDiagnosticOpts()));
  CI.setVerboseOutputStream(Job.Verbose ? *Job.Errors : llvm::nulls());
  if (CI.hasDiagnostics())
    acceptForeignAssembly(CI.getDiagnostics());
  if (!CI.hasDiagnostics() || !createTargets(CI, Job)) {
    HasMessages = !Messages.empty();
    return false;
  }
  Used.apply(CI.getPreprocessorOpts());
  if (Job.Input == "-" || Used.isUsed())
    CI.getPreprocessorOpts().addRemappedFile(Job.Input == "-" ? "<stdin>" : Job.Input, Text.release());
  KernelAction Action(Job, Used, Context, Use);
  bool Good = CI.ExecuteAction(Action) && !CI.getDiagnostics().hasErrorOccurred();
  HasMessages = !Messages.empty();
  return Good;
}

bool parseSource(const ParseJob &Job, llvm::LLVMContext &Context,
                 llvm::function_ref<void(ParsedSource &)> Use) {
  bool HasMessages = false;
  bool Good = parseOnce(Job, Context, Use, HasMessages);
  if (!HasMessages)
    return Good;
  // Messages that lead through a precompiled preamble have other include stacks, and one may be that a header
  // has changed meanwhile. They are to be what they always are.
  if (Job.Verbose)
    *Job.Errors << "kcc: preamble cache: parsed again without, for the messages\n";
  ParseJob Without = Job;
  Without.CacheDirectory.clear();
  return parseOnce(Without, Context, Use, HasMessages);
}

} // namespace kcc::compiler
