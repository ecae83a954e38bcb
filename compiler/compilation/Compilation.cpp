#include "compilation/Compilation.h"
#include "checks/Arithmetic.h"
#include "checks/EndlessLoops.h"
#include "checks/GpuChecks.h"
#include "checks/Instrumentation.h"
#include "compilation/KernelAttributes.h"
#include "compilation/KernelFloatModes.h"
#include "compilation/RuleReports.h"
#include "frontend/ArgumentPassing.h"
#include "frontend/Invocation.h"
#include "frontend/KernelSignature.h"
#include "frontend/SpanParameters.h"
#include "lowering/AliasScopes.h"
#include "lowering/BoolVectors.h"
#include "lowering/Builtins.h"
#include "lowering/ConstantVariables.h"
#include "lowering/Contraction.h"
#include "lowering/Coverage.h"
#include "lowering/DeviceRules.h"
#include "lowering/FastMath.h"
#include "lowering/Internalize.h"
#include "lowering/KernelModes.h"
#include "lowering/Libc.h"
#include "lowering/LibraryTraps.h"
#include "lowering/MathFunctions.h"
#include "lowering/Printing.h"
#include "lowering/Reach.h"
#include "lowering/Recursion.h"
#include "lowering/RuntimeInitializers.h"
#include "lowering/SymbolNames.h"
#include "lowering/TargetIndependentSimplification.h"
#include "lowering/VirtualCalls.h"
#include "targets/CodeGeneration.h"
#include "targets/CodeProblem.h"
#include "targets/KernelRemark.h"

#include "clang/AST/Decl.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"

using namespace llvm;

namespace kcc::compiler {
namespace {

/// Whether a thread may poll for what another one of its block writes.
bool mayPoll(const Function &F) {
  return any_of(instructions(F), [](const Instruction &I) {
    if (auto *Load = dyn_cast<LoadInst>(&I))
      return Load->isAtomic() || Load->isVolatile();
    return isa<AtomicRMWInst, AtomicCmpXchgInst>(I); // also fetch_add(0), which changes nothing
  });
}

void describeNeeds(Kernel &K, bool HasChecks) {
  K.DynamicStack = !unboundedCalls(*K.Function).empty();
  for (auto &[Symbol, At] : reachedFrom(*K.Function)) {
    if (const Builtin *B = findBuiltin(Symbol->getName())) {
      K.UsesBarrier |= B->Waits;
      K.UsesGridSync |= B->Name == "__kcc_sync_grid";
    }
    // The checks give turns to threads that poll.
    if (auto *F = dyn_cast<Function>(Symbol); F && HasChecks)
      K.UsesBarrier |= mayPoll(*F);
  }
}

/// Back end errors that LLVM does not raise as fatal ones, and remarks about kernels.
struct BackEndDiagnostics : DiagnosticHandler {
  BackEndDiagnostics(ParsedSource &Source, const Target &T, const Manifest &Kernels, bool Explains)
      : Source(Source), T(T), Kernels(Kernels), Explains(Explains) {}
  bool isAnalysisRemarkEnabled(StringRef Analysis) const override {
    return Explains && Analysis == KernelRemark::Analysis;
  }
  bool handleDiagnostics(const DiagnosticInfo &Info) override {
    if (auto *Remark = dyn_cast<KernelRemark>(&Info)) {
      const Kernel &K = *find_if(Kernels.Kernels, [&](const Kernel &K) { return K.Entry == Remark->Entry; });
      clang::SourceLocation Where = Source.declaration(K.Symbol)->getLocation();
      if (const DILocation *Place = Remark->Place)
        if (clang::SourceLocation Exact =
                Source.locate(*Place->getScope(), Place->getLine(), Place->getColumn());
            Exact.isValid())
          Where = Exact;
      report(Source.diagnostics(), Where, Diag::runs_on_cpu) << K.Name << Remark->Text;
      return true;
    }
    if (Info.getSeverity() != DS_Error)
      return true;
    if (auto *Stack = dyn_cast<DiagnosticInfoStackSize>(&Info))
      if (auto K = find_if(Kernels.Kernels,
                           [&](const Kernel &K) { return K.Entry == Stack->getFunction().getName(); });
          K != Kernels.Kernels.end()) {
        report(Source.diagnostics(), Source.declaration(K->Symbol)->getLocation(), Diag::reach_without_code)
            << "kernel '" + K->Name + "'"
            << std::to_string(Stack->getStackSize()) + " bytes of local variables" << T.backEnd()
            << "a thread has up to " + std::to_string(Stack->getStackLimit()) +
                   ", so put what is large into a buffer";
        return true;
      }
    BackEndProblem Problem = backEndProblem(Info);
    auto Where = clang::SourceLocation::getFromRawEncoding(static_cast<unsigned>(Problem.AsmCookie));
    report(Source.diagnostics(), Where, Diag::cannot_generate_code) << T.backEnd() << Problem.Text;
    return true;
  }
  ParsedSource &Source;
  const Target &T;
  const Manifest &Kernels;
  const bool Explains;
};

std::string printed(const Module &M) {
  std::string Text;
  raw_string_ostream Stream(Text);
  M.print(Stream, nullptr);
  return Text;
}

std::string bitcode(const Module &M) {
  std::string Bytes;
  raw_string_ostream Stream(Bytes);
  WriteBitcodeToFile(M, Stream);
  return Bytes;
}

/// Keeps only the entry of a kernel that [[kcc::targets]] excludes from the target's code.
void leaveOut(Kernel &K) {
  const GlobalValue::LinkageTypes Linkage = K.Function->getLinkage();
  K.Function->deleteBody();
  K.Function->setLinkage(Linkage);
  ReturnInst::Create(K.Function->getContext(), BasicBlock::Create(K.Function->getContext(), "", K.Function));
  K.LeftOut = true;
}

SmallVector<Function *, 4> functionsOf(const std::vector<Kernel> &Kernels) {
  return map_to_vector<4>(Kernels, [](const Kernel &K) { return K.Function; });
}

} // namespace

Compilation::Compilation(const ParseJob &Job, const Target &T) : Job(Job), T(T), Source(this->Job, Context) {
  Kernels.Source = Job.Input == "-" ? "<stdin>" : sys::path::filename(Job.Input).str();
}

Compilation::~Compilation() = default;

bool Compilation::hasErrors() {
  return Source.diagnostics().hasErrorOccurred();
}

Compilation::Outcome Compilation::run(const Results &Wanted) {
  if (!Source.isGood())
    return Outcome::Failed;
  M = Source.takeModule();
  resolveAliases(*M);
  truncateBoolElements(*M);

  // Describe what the source declares. From here on the annotations are gone from the module.
  if (!describe())
    return Outcome::Failed;

  // Check what kernels reach. From here on nothing else is in the module.
  if (Outcome Checked = check(); Checked != Outcome::Good)
    return Checked;

  // Lower to the target's constructs. From here on the module is ordinary IR for that target.
  if (!lower())
    return Outcome::Failed;

  // Emit the requested forms.
  return optimizeAndFinish(Wanted);
}

bool Compilation::describe() {
  Declared = takeDeclarations(*M);
  bool Good = true;
  for (auto [F, Attribute] : Declared.NotKernels) {
    auto *Declaration = cast<clang::FunctionDecl>(Source.declaration(F->getName()));
    report(Source.diagnostics(), Declaration->getLocation(), Diag::attribute_without_kernel)
        << Attribute << Declaration;
    Good = false;
  }
  for (Kernel &K : Declared.Kernels) {
    auto *Declaration = cast<clang::FunctionDecl>(Source.declaration(K.Symbol));
    if (!checkAttributes(Source, K))
      Good = false;
    K.Entry = validSymbolName(K.Entry);
    if (!checkEntry(Source, Kernels, K) || !checkKernel(*Declaration, Job.Target, Source.diagnostics())) {
      Good = false;
      continue;
    }
    if (K.NoAlias && !findSpans(*Declaration, K.Spans, Source.diagnostics())) {
      Good = false;
      continue;
    }
    if (!K.Targets.empty() && !is_contained(split(K.Targets, ','), StringRef(Job.TargetName)))
      leaveOut(K);
    K.Arguments = argumentPassing(Source, *M, *Declaration);
    describeKernel(*Declaration, std::move(K), Source.preprocessor(), Kernels);
    if (!checkHeader(*Declaration))
      return false;
  }
  if (Declared.Kernels.empty()) {
    clang::SourceManager &SM = Source.sourceManager();
    report(Source.diagnostics(), SM.getLocForStartOfFile(SM.getMainFileID()), Diag::kernel_missing);
    Good = false;
  }
  return Good;
}

/// Checks that kernels can have different floating-point modes.
Compilation::Outcome Compilation::checkFloatModes() {
  auto IsFused = [&](const Kernel &K) { return floatModes(Job, K).Fuse == true; };
  auto Fused = find_if(Kernels.Kernels, IsFused);
  const clang::LangOptions::FPModeKind Contraction =
      Source.preprocessor().getLangOpts().getDefaultFPContractMode();
  if (Fused != Kernels.Kernels.end() && Contraction != clang::LangOptions::FPM_Fast &&
      Contraction != clang::LangOptions::FPM_FastHonorPragmas) {
    // A parse with contraction does not show what pragmas allow beyond an option that forbids it.
    for (const Kernel &K : Kernels.Kernels)
      if (!floatModes(Job, K).Fuse)
        for (auto &[Symbol, At] : reachedFrom(*K.Function))
          if (auto *F = dyn_cast<Function>(Symbol); F && fuses(*F)) {
            report(Source.diagnostics(), Source.declaration(Fused->Symbol)->getLocation(),
                   Diag::fmad_beside_other_fusing)
                << Fused->Name << K.Name;
            return Outcome::Failed;
          }
    return Outcome::NeedsFusing;
  }
  ModeGroups Groups = groupByModes(Job, Kernels);
  if (Groups.Kernels.size() == 1)
    return Outcome::Good;
  if (std::optional<SharedHolder> Holder = findSharedHolder(Groups.Kernels)) {
    reportSharedHolder(Source, Kernels, *Holder);
    return Outcome::Failed;
  }
  return Outcome::Good;
}

Compilation::Outcome Compilation::check() {
  auto RuntimeInitialized = takeRuntimeInitialized(Source, *M);
  if (!checkVariables(Source, *M, Declared, RuntimeInitialized))
    return Outcome::Failed;
  defineLibraryTraps(*M);
  dropHostPrinting(*M);
  SmallVector<Function *, 4> Functions = functionsOf(Kernels.Kernels);
  dropUncalledVirtualFunctions(*M, Functions);
  std::vector<Violation> Violations = checkDeviceRules(Functions, RuntimeInitialized, Declared.Constant, T);
  if (!Violations.empty()) {
    if (Job.Debug == DebugInfo::None)
      return Outcome::NeedsPlaces;
    reportViolations(Source, T, Kernels, Violations);
    return Outcome::Failed;
  }
  dropUnreached(Declared, Functions);
  keepOnlyKernels(*M, Functions);
  if (!T.hasStack())
    replaceRecursion(*M);
  if (!Job.Target.IsCpuDevice && !checkInitializers(Source, *M))
    return Outcome::Failed;
  if (!checkAlignments(Source, Job.Target, *M, Declared))
    return Outcome::Failed;
  for (Kernel &K : Kernels.Kernels)
    describeNeeds(K, Job.Checks != 0 && Job.Target.IsCpuDevice);
  if (Outcome Checked = checkStacks(); Checked != Outcome::Good)
    return Checked;
  if (!describeGlobals())
    return Outcome::Failed;
  if (Outcome Checked = checkFloatModes(); Checked != Outcome::Good)
    return Checked;
  leaveWritableVariables(*M, Declared);
  // From here on symbols no longer identify declarations.
  makeSymbolNamesValid(*M, Functions);
  return Outcome::Good;
}

Compilation::Outcome Compilation::checkStacks() {
  if (T.hasStack())
    return Outcome::Good;
  std::vector<Violation> Violations;
  for (const Kernel &K : Kernels.Kernels)
    for (UnboundedCall &Unbounded : unboundedCalls(*K.Function)) {
      const Function *Callee = Unbounded.Call->getCalledFunction();
      Violations.push_back({Callee ? Violation::MutualRecursion : Violation::CallThroughPointer, K.Function,
                            Callee ? Callee->getName().str() : "", "", Unbounded.Call,
                            std::move(Unbounded.Chain)});
    }
  if (Violations.empty())
    return Outcome::Good;
  if (Job.Debug == DebugInfo::None)
    return Outcome::NeedsPlaces;
  reportViolations(Source, T, Kernels, Violations);
  return Outcome::Failed;
}

/// Describes the variables that the host also reads and writes, so that their initializers tell nothing about
/// their values. The module contains only what kernels reach.
bool Compilation::describeGlobals() {
  auto IsOneOf = [](const std::vector<DeclaredVariable> &List, const GlobalVariable &V) {
    return any_of(List, [&](const DeclaredVariable &Row) { return Row.Variable == &V; });
  };
  // The host finds variables by their names in the source, so one of a kernel's name can have another symbol.
  auto SymbolFor = [&](StringRef Name) {
    std::string Symbol = validSymbolName(Name);
    while (any_of(Kernels.Kernels, [&](const Kernel &K) { return K.Entry == Symbol; }))
      Symbol += "$";
    return Symbol;
  };
  for (GlobalVariable &V : M->globals()) {
    if (V.isDeclaration() || V.isConstant() || IsOneOf(Declared.Shared, V))
      continue;
    auto *Declaration = dyn_cast_or_null<clang::VarDecl>(Source.declaration(V.getName()));
    if (!Declaration || !isHostVisible(*Declaration))
      continue;
    V.setName(SymbolFor(V.getName())); // the symbol no longer identifies the declaration
    V.setLinkage(GlobalValue::ExternalLinkage);
    V.setExternallyInitialized(true);
    describeGlobal(*Declaration, V.getName().str(), IsOneOf(Declared.Constant, V), Source.preprocessor(),
                   Kernels);
    if (!checkHeader(*Declaration))
      return false;
  }
  return true;
}

/// Reports why a typed header that is wanted cannot be made: because of \p Last, the declaration described
/// last.
bool Compilation::checkHeader(const clang::NamedDecl &Last) {
  if (!Job.TypedHeader || Kernels.HeaderObstacle.empty())
    return true;
  report(Source.diagnostics(), Last.getLocation(), Diag::header_impossible) << Kernels.HeaderObstacle;
  for (const Kernel &Other : Kernels.Kernels)
    if (const clang::Decl *First = Source.declaration(Other.Symbol);
        First != &Last && Other.Name == Kernels.Kernels.back().Name && isa<clang::FunctionDecl>(Last))
      report(Source.diagnostics(), First->getLocation(), Diag::other_kernel_here) << Other.Name;
  return false;
}

bool Compilation::lower() {
  // From here on, what the source does with memory is checked.
  if (Job.Checks != 0)
    insertChecks(*M, Kernels.Kernels, Declared, Job.Checks, !Job.Target.IsCpuDevice);
  // Before library functions are added, and before functions are inlined.
  if (!Job.CoverageNotes.empty())
    countLines(*M, Job.CoverageNotes, "^" + std::string(EmbeddedRoot) + "/");
  // From here on, printing functions and those of the C library have bodies.
  lowerPrinting(*M);
  // From here on, each function belongs to kernels of one floating-point mode.
  ModeGroups Groups = groupByModes(Job, Kernels);
  SmallVector<Function *, 64> Written;
  for (auto [Functions, Modes] : zip(separateKernels(*M, Groups.Kernels), Groups.Modes)) {
    append_range(Written, Functions);
    if (Modes.Fuse == false)
      forbidContraction(Functions);
    if (Modes.Reproducible)
      forbidApproximations(Functions);
    if (Job.Target.Arch == 0) // what is approximate there is the device's own
      continue;
    allowApproximations(Functions, Modes);
    if (Modes.Reproducible)
      keepReproducible(Functions);
    else
      useApproximateFunctions(
          *M, Functions,
          {.Tanh = !T.firstWith(*findBuiltin("__kcc_tanh_approx")).empty(), .Pow = !Modes.FastFunctions});
  }
  linkLibc(*M, Job.Target.IsCpuDevice);
  linkMathFunctions(*M, T.mathFunctions());
  if (Job.Debug == DebugInfo::LineTables) // a problem with the code is to be reported
    nameMathFunctions(*M);

  // Fuse multiplications and additions, where all targets still see the same. Checks are refined on the way.
  if (Job.OptLevel != 0 && (Job.Checks != 0 || allowsContraction(*M)))
    simplifyTargetIndependently(*M, Written, [&](Function &F) {
      refineChecks(F);
      if (Job.Target.IsCpuDevice)
        checkEndlessLoops(F, Job.Checks);
    });
  contract(*M);
  if (Job.Checks != 0)
    branchAroundArithmeticChecks(*M);
  if (Job.Checks != 0 && !Job.Target.IsCpuDevice)
    expandChecksForGpu(*M, Declared);

  for (const Kernel &K : Kernels.Kernels)
    declareAliasScopes(K);

  Context.setDiagnosticHandler(std::make_unique<BackEndDiagnostics>(Source, T, Kernels, Job.ExplainCpu));
  T.lower(*M, Kernels.Kernels, Declared);
  if (Job.Checks != 0 && !Job.Target.IsCpuDevice)
    shieldGpuChecks(*M);
  if (!Job.Target.IsCpuDevice)
    flushWhereAsked();
  if (!checkMemory(Source, Job.Target, Declared, Kernels))
    return false;
  std::string Broken;
  raw_string_ostream BrokenStream(Broken);
  if (verifyModule(*M, &BrokenStream))
    report_fatal_error(Twine("the lowering made a module that is not valid: ") + Broken);
  return true;
}

/// Lets kernels that flush subnormal numbers do so in the library's and the device's functions too, which
/// would otherwise not be inlined.
void Compilation::flushWhereAsked() {
  KernelGroup Flushing, Others;
  for (const Kernel &K : Kernels.Kernels)
    (floatModes(Job, K).FlushSubnormals ? Flushing : Others).push_back(K.Function);
  if (Flushing.empty())
    return;
  SmallVector<KernelGroup, 2> Groups = {Flushing};
  if (!Others.empty())
    Groups.push_back(Others);
  flushSubnormals(separateKernels(*M, Groups).front());
}

Compilation::Outcome Compilation::reportCodeProblem(Error Problem) {
  if (Problem.isA<CodeProblem>() && Job.Debug != DebugInfo::LineTables) {
    consumeError(std::move(Problem));
    return Outcome::NeedsPlaces;
  }
  handleAllErrors(
      std::move(Problem), [&](const CodeProblem &P) { compiler::reportCodeProblem(Source, T, Kernels, P); },
      [&](const ErrorInfoBase &Other) {
        report(Source.diagnostics(), clang::SourceLocation(), Diag::cannot_generate_code)
            << T.backEnd() << Other.message();
      });
  return Outcome::Failed;
}

Compilation::Outcome Compilation::optimizeAndFinish(const Results &Wanted) {
  if (!Wanted.LlvmIr && !Wanted.LlvmBitcode && !Wanted.Code)
    return Outcome::Good;
  std::unique_ptr<TargetMachine> Machine = T.createMachine(Job.OptLevel, M.get());
  M->setDataLayout(Machine->createDataLayout());
  optimize(*M, T, *Machine, Job.OptLevel, T.mathFunctions(),
           Job.Checks != 0 && Job.Target.IsCpuDevice ? refineChecksOfLocals : nullptr);
  T.lowerLate(M, Machine);
  if (Job.Checks != 0 && Job.Target.IsCpuDevice) {
    for (Function &F : *M) // what simplifyTargetIndependently() has not seen
      checkEndlessLoops(F, Job.Checks);
    describeSites(*M);
  } else if (Job.Checks != 0)
    describeGpuSites(*M, Kernels.Kernels);
  if (Wanted.LlvmIr)
    LlvmIr = printed(*M);
  if (Wanted.LlvmBitcode)
    LlvmBitcode = bitcode(*M);
  if (Wanted.Code && T.codeKind() != abi::CodeKind::cpu) {
    Expected<std::string> Finished = T.finish(*M, *Machine);
    if (!Finished)
      return reportCodeProblem(Finished.takeError());
    Code = std::move(*Finished);
  }
  return hasErrors() ? Outcome::Failed : Outcome::Good;
}

std::unique_ptr<Compilation> compile(const ParseJob &Given, const Target &T, const Results &Wanted) {
  using Outcome = Compilation::Outcome;
  ParseJob Job = Given;
  std::unique_ptr<Compilation> Result;
  Outcome How;
  auto Attempt = [&] {
    Result.reset(); // first: only one source file can be open at a time
    Result = std::make_unique<Compilation>(Job, T);
    How = Result->run(Wanted);
  };
  Attempt();
  if (Result->source().hasWithheldMessages()) {
    if (Job.Verbose)
      *Job.Errors << "kcc: preamble cache: parsed again without, for the messages\n";
    Job.CacheDirectory.clear();
    Attempt();
  }
  if (How == Outcome::NeedsFusing) {
    Job.ClangArguments.push_back("-ffp-contract=fast-honor-pragmas");
    Job.FusesByAttribute = true;
    Attempt();
  }
  if (How == Outcome::NeedsPlaces) {
    Job.Debug = DebugInfo::LineTables;
    Job.CacheDirectory.clear();
    Attempt();
  }
  if (How != Outcome::Good)
    return nullptr;
  return Result;
}

} // namespace kcc::compiler
