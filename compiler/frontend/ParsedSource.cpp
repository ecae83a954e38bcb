// How a source is parsed.
//
// Parse::run creates Clang's options, reads the source, looks for a precompiled preamble, and runs
// KernelAction, which emits IR. Afterwards the source file stays open (Clang's data about it would be gone
// otherwise), so that later steps can look up declarations and report errors.
#include "frontend/ParsedSource.h"
#include "frontend/AssemblerNames.h"
#include "frontend/AttributeNames.h"
#include "frontend/Attributes.h"
#include "frontend/BoolVectors.h"
#include "frontend/Diagnostics.h"
#include "frontend/InstantiatedElsewhere.h"
#include "frontend/Invocation.h"
#include "frontend/MessagePrinter.h"
#include "frontend/PreambleCache.h"
#include "frontend/SharedTypes.h"

#include "clang/AST/ASTConsumer.h"
#include "clang/AST/ASTContext.h"
#include "clang/Basic/DiagnosticSema.h"
#include "clang/Basic/SourceManager.h"
#include "clang/CodeGen/ModuleBuilder.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/Frontend/MultiplexConsumer.h"
#include "clang/Frontend/TextDiagnosticPrinter.h"
#include "clang/Frontend/Utils.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"

using namespace clang;

namespace kcc::compiler {

namespace {

/// Collects every real file that is read; embedded headers are not files.
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

/// System headers contain inline assembly for the host's processor, which has to parse for a GPU, and kernels
/// contain PTX in branches that code for the CPU device discards. Either is an error only if a kernel reaches
/// it (lowering/DeviceRules.cpp), so Clang must not check operands and registers against the target.
void acceptForeignAssembly(DiagnosticsEngine &Diagnostics) {
  for (unsigned Id : {diag::err_asm_invalid_output_constraint, diag::err_asm_invalid_input_constraint,
                      diag::err_asm_invalid_output_size, diag::err_asm_invalid_input_size,
                      diag::err_asm_unknown_register_name, diag::err_asm_invalid_global_var_reg})
    Diagnostics.setSeverity(Id, diag::Severity::Ignored, SourceLocation());
}

/// The action that Clang runs while it parses. It produces IR.
class KernelAction : public ASTFrontendAction {
public:
  KernelAction(const ParseJob &Job, const Preamble &Used, llvm::LLVMContext &Context)
      : Job(Job), Used(Used), Context(Context),
        Files(std::make_shared<FileCollector>(Job.SystemDependencies)) {}

  CodeGenerator &codeGen() { return *CodeGen; }
  FileCollector &files() { return *Files; }

private:
  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &CI, StringRef File) override {
    auto Generator = CreateLLVMCodeGen(CI, File, Context);
    CodeGen = Generator.get();
    std::vector<std::unique_ptr<ASTConsumer>> Consumers;
    Consumers.push_back(std::make_unique<InstantiatedElsewhere>());
    Consumers.push_back(std::make_unique<AssemblerNames>(CI.getDiagnostics()));
    Consumers.push_back(std::make_unique<BoolVectors>(CI.getDiagnostics()));
    Consumers.push_back(std::make_unique<SharedTypes>(CI.getDiagnostics()));
    Consumers.push_back(std::move(Generator));
    return std::make_unique<MultiplexConsumer>(std::move(Consumers));
  }

  bool BeginSourceFileAction(CompilerInstance &CI) override {
    Preprocessor &PP = CI.getPreprocessor();
    if (!Used.isUsed())
      addPredefinedMacros(PP, Job);
    watchAttributeNames(PP);
    Files->attachToPreprocessor(PP);
    // In the same order as without a preamble: the source comes first.
    if (Used.isUsed())
      Files->maybeAddDependency(getCurrentFile(), false, false, false, false);
    for (const PreambleFile &F : Used.files())
      Files->maybeAddDependency(F.Path, false, F.IsSystem, false, false);
    return true;
  }

  void ExecuteAction() override {
    SharedVariableCollector Shared;
    Used.rename(getCompilerInstance().getSourceManager(), getCurrentFile());
    ASTFrontendAction::ExecuteAction();
    Shared.checkInitializers(getCompilerInstance().getDiagnostics());
  }

  const ParseJob &Job;
  const Preamble &Used;
  llvm::LLVMContext &Context;
  std::shared_ptr<FileCollector> Files;
  CodeGenerator *CodeGen = nullptr;
};

} // namespace

/// A parse and everything to which Clang refers as long as its data is in use.
struct ParsedSource::Parse {
  Parse(const ParseJob &Given, llvm::LLVMContext &Context) : Job(Given), Context(Context) {
    Talk.enable_colors(Job.Color);
    Messages.enable_colors(Job.Color);
  }
  ~Parse() {
    if (Action)
      Action->EndSourceFile();
    if (CI && CI->hasDiagnostics())
      CI->getDiagnosticClient().finish();
    if (MessageText.empty())
      *Job.Errors << TalkText;
  }

  bool run();
  std::unique_ptr<llvm::MemoryBuffer> readSource(DiagnosticsEngine &Diagnostics);

  ParseJob Job;
  llvm::LLVMContext &Context;
  // With a precompiled preamble both are withheld; Talk is the output of -v, which is dropped if there are
  // messages.
  std::string TalkText, MessageText;
  llvm::raw_string_ostream Talk{TalkText}, Messages{MessageText};
  llvm::IntrusiveRefCntPtr<llvm::vfs::OverlayFileSystem> FS;
  Preamble Used;
  std::unique_ptr<CompilerInstance> CI;
  MessagePrinter *Printer = nullptr; ///< owned by CI; null if messages are withheld
  std::unique_ptr<KernelAction> Action;
  std::unique_ptr<llvm::Module> M;
  bool Good = false;
};

/// The source's text; null after an error, which was reported.
std::unique_ptr<llvm::MemoryBuffer> ParsedSource::Parse::readSource(DiagnosticsEngine &Diagnostics) {
  std::unique_ptr<llvm::MemoryBuffer> Text;
  if (Job.Input == "-") {
    Text = llvm::MemoryBuffer::getMemBufferCopy(Job.StandardInput, "<stdin>");
  } else {
    auto File = FS->getBufferForFile(Job.Input);
    if (!File) {
      Diagnostics.Report(Diagnostics.getCustomDiagID(DiagnosticsEngine::Error, "cannot read '%0': %1"))
          << Job.Input << File.getError().message();
      return nullptr;
    }
    Text = std::move(*File);
  }
  // Clang reports other encodings but then reads beyond the end.
  if (const char *Encoding = SrcMgr::ContentCache::getInvalidBOM(Text->getBuffer())) {
    Diagnostics.Report(Diagnostics.getCustomDiagID(DiagnosticsEngine::Error,
                                                   "cannot read '%0': it is %1, and sources are UTF-8"))
        << Text->getBufferIdentifier() << Encoding;
    return nullptr;
  }
  return Text;
}

bool ParsedSource::Parse::run() {
  llvm::raw_ostream &Errors = *Job.Errors;
  Job.Errors = &Talk;
  llvm::scope_exit Restore([&] { Job.Errors = &Errors; });

  // Clang's options and the text.
  FS = withEmbeddedHeaders(Job.FileSystem);
  DiagnosticOptions DriverDiagnosticOptions;
  DriverDiagnosticOptions.ShowColors = Job.Color;
  auto *DriverPrinter = new TextDiagnosticPrinter(Talk, DriverDiagnosticOptions);
  DriverPrinter->setPrefix("kcc"); // these have no locations
  DiagnosticsEngine DriverDiagnostics(DiagnosticIDs::create(), DriverDiagnosticOptions, DriverPrinter);
  auto Invocation = createInvocation(Job, DriverDiagnostics, FS);
  if (!Invocation)
    return false;
  if (Job.Input == "-")
    Invocation->getFrontendOpts().Inputs = {FrontendInputFile("<stdin>", InputKind(clang::Language::CXX))};
  std::unique_ptr<llvm::MemoryBuffer> Text = readSource(DriverDiagnostics);
  if (!Text)
    return false;

  // A compiler that starts from the preamble, if there is one.
  CI = std::make_unique<CompilerInstance>(Invocation);
  CI->setVirtualFileSystem(FS);
  Used = Preamble::find(Job, *Invocation, *Text, *FS);
  if (!Used.isUsed()) {
    Errors << TalkText;
    TalkText.clear();
    Job.Errors = &Errors;
  }
  if (Used.isUsed()) {
    CI->createDiagnostics(new TextDiagnosticPrinter(Messages, CI->getDiagnosticOpts()));
  } else {
    Printer = new MessagePrinter(Errors, CI->getDiagnosticOpts(), Job.Printed.get());
    CI->createDiagnostics(Printer);
  }
  CI->setVerboseOutputStream(Job.Verbose ? *Job.Errors : llvm::nulls());
  if (!CI->hasDiagnostics())
    return false;
  acceptForeignAssembly(CI->getDiagnostics());
  if (!createTargets(*CI, Job))
    return false;
  Used.apply(CI->getPreprocessorOpts());
  if (Job.Input == "-" || Used.isUsed())
    CI->getPreprocessorOpts().addRemappedFile(Job.Input == "-" ? "<stdin>" : Job.Input, Text.release());

  // The parse. Like CompilerInstance::ExecuteAction, except that the source file stays open.
  auto Made = std::make_unique<KernelAction>(Job, Used, Context);
  if (!Made->PrepareToExecute(*CI) || !Made->BeginSourceFile(*CI, CI->getFrontendOpts().Inputs.front()))
    return false;
  Action = std::move(Made);
  llvm::consumeError(Action->Execute()); // already reported
  if (CI->getDiagnostics().hasErrorOccurred())
    return false;
  M = Action->codeGen().ReleaseModule();
  return M != nullptr;
}

ParsedSource::ParsedSource(const ParseJob &Job, llvm::LLVMContext &Context)
    : P(std::make_unique<Parse>(Job, Context)) {
  P->Good = P->run();
}
ParsedSource::~ParsedSource() {
  if (P->Printer)
    P->Printer->flush(); // Clang may not destroy it
}

bool ParsedSource::isGood() const {
  return P->Good;
}

bool ParsedSource::hasWithheldMessages() const {
  return !P->MessageText.empty();
}

std::unique_ptr<llvm::Module> ParsedSource::takeModule() {
  return std::move(P->M);
}

CodeGenerator &ParsedSource::codeGen() {
  return P->Action->codeGen();
}

Preprocessor &ParsedSource::preprocessor() {
  return P->CI->getPreprocessor();
}

DiagnosticsEngine &ParsedSource::diagnostics() {
  return P->CI->getDiagnostics();
}

SourceManager &ParsedSource::sourceManager() {
  return P->CI->getSourceManager();
}

const Decl *ParsedSource::declaration(StringRef Symbol) {
  return P->Action->codeGen().GetDeclForMangledName(Symbol);
}

SourceLocation ParsedSource::locate(StringRef File, unsigned Line, unsigned Column) {
  auto Entry = P->CI->getFileManager().getOptionalFileRef(File);
  if (!Entry || Line == 0)
    return {};
  return sourceManager().translateFileLineCol(*Entry, Line, Column == 0 ? 1 : Column);
}

SourceLocation ParsedSource::locate(const llvm::DIScope &Scope, unsigned Line, unsigned Column) {
  llvm::SmallString<256> Path;
  if (llvm::sys::path::is_relative(Scope.getFilename()) && !Scope.getFilename().starts_with("<"))
    Path = Scope.getDirectory();
  llvm::sys::path::append(Path, Scope.getFilename());
  return locate(Path, Line, Column);
}

llvm::ArrayRef<std::string> ParsedSource::dependencies() const {
  return P->Action->files().getDependencies();
}

std::uint64_t ParsedSource::contentHash() {
  SourceManager &SM = sourceManager();
  std::vector<std::uint64_t> Hashes;
  for (const std::string &File : P->Action->files().ownFiles())
    if (auto Text = P->CI->getFileManager().getBufferForFile(File))
      Hashes.push_back(llvm::xxh3_64bits((*Text)->getBuffer()));
  // A precompiled preamble lists its files in a different order.
  llvm::sort(Hashes);
  Hashes.push_back(llvm::xxh3_64bits(SM.getBufferData(SM.getMainFileID())));
  return llvm::xxh3_64bits(llvm::ArrayRef(reinterpret_cast<const std::uint8_t *>(Hashes.data()),
                                          Hashes.size() * sizeof(Hashes.front())));
}

} // namespace kcc::compiler
