#include "driver/Compile.h"
#include "frontend/ArgumentPassing.h"
#include "frontend/KernelSignature.h"
#include "frontend/ParsedSource.h"
#include "frontend/RuleReports.h"
#include "lowering/Annotations.h"
#include "lowering/Builtins.h"
#include "lowering/DeviceRules.h"
#include "lowering/Libc.h"
#include "lowering/MathFunctions.h"
#include "lowering/Output.h"
#include "lowering/Prepare.h"
#include "lowering/Reach.h"
#include "targets/CodeGeneration.h"

#include "clang/AST/Decl.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Frontend/CompilerInstance.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"

using namespace llvm;

namespace kcc::compiler {
namespace {

clang::SourceLocation startOf(ParsedSource &Source) {
  clang::SourceManager &SM = Source.compiler().getSourceManager();
  return SM.getLocForStartOfFile(SM.getMainFileID());
}

/// PTX knows letters, digits, '_' and '$' in names; other bytes, such as those of 'ö', are spelled as
/// numbers.
std::string entryName(StringRef Symbol) {
  std::string Name;
  for (char C : Symbol)
    Name += isAlnum(C) || C == '_' || C == '$' ? std::string(1, C)
                                               : "$x" + toHex(StringRef(&C, 1), /*LowerCase=*/true);
  return Name;
}

/// The kernels as their declarations describe them; empty after an error.
std::vector<KernelLowering> describeKernels(ParsedSource &Source, const Annotations &A, const Target &T,
                                            Manifest &Kernels) {
  std::vector<KernelLowering> Lowerings;
  bool Good = true;
  for (const Function *F : A.BoundsWithoutKernel) {
    auto *Declaration = cast<clang::FunctionDecl>(Source.declaration(F->getName()));
    report(Source.diagnostics(), Declaration->getLocation(), Diag::launch_bounds_without_kernel)
        << Declaration;
    Good = false;
  }
  for (const KernelAnnotation &K : A.Kernels) {
    auto *Declaration = cast<clang::FunctionDecl>(Source.declaration(K.Function->getName()));
    // Those of a template have values only now.
    if (!K.BoundsValid) {
      report(Source.diagnostics(), Declaration->getLocation(), Diag::launch_bounds_invalid);
      Good = false;
    }
    if (!checkKernel(*Declaration, T.maxParameterBytes(), Source.diagnostics())) {
      Good = false;
      continue;
    }
    std::string Entry = entryName(K.Function->getName());
    K.Function->setName(Entry);
    describeKernel(*Declaration, Entry, Source.compiler().getPreprocessor(), Kernels);
    Kernels.Kernels.back().MaxThreads = K.MaxThreads;
    Kernels.Kernels.back().MinBlocks = K.MinBlocks;
    Lowerings.push_back(
        {K.Function, Entry, K.MaxThreads, K.MinBlocks, argumentPassing(Source, *Declaration), 0});
  }
  if (A.Kernels.empty())
    report(Source.diagnostics(), startOf(Source), Diag::kernel_missing);
  return Good ? std::move(Lowerings) : std::vector<KernelLowering>();
}

/// The variables that the host reads and writes too, so that nothing may be concluded from their
/// initializers. The module holds only what kernels reach.
void describeGlobals(ParsedSource &Source, const Annotations &A, Manifest &Kernels) {
  auto IsOneOf = [](const std::vector<VariableAnnotation> &List, const GlobalVariable &V) {
    return any_of(List, [&](const VariableAnnotation &Row) { return Row.Variable == &V; });
  };
  for (GlobalVariable &V : Source.module().globals()) {
    if (V.isDeclaration() || V.isConstant() || IsOneOf(A.Shared, V))
      continue;
    auto *Declaration = dyn_cast_or_null<clang::VarDecl>(Source.declaration(V.getName()));
    if (!Declaration || !isHostVisible(*Declaration))
      continue;
    V.setName(entryName(V.getName())); // the declaration is no longer found by it
    V.setLinkage(GlobalValue::ExternalLinkage);
    V.setExternallyInitialized(true);
    describeGlobal(*Declaration, V.getName().str(), IsOneOf(A.Constant, V),
                   Source.compiler().getPreprocessor(), Kernels);
  }
}

void describeWaiting(Kernel &K, const Function &F) {
  for (auto &[Symbol, At] : reachedFrom(F))
    if (const Builtin *B = findBuiltin(Symbol->getName())) {
      K.UsesBarrier |= B->Waits;
      K.UsesGridSync |= B->Name == "__kcc_sync_grid";
    }
}

/// Errors of the back end that LLVM does not raise as fatal ones.
struct BackEndDiagnostics : DiagnosticHandler {
  BackEndDiagnostics(ParsedSource &Source, const Target &T) : Source(Source), T(T) {}
  bool handleDiagnostics(const DiagnosticInfo &Info) override {
    if (Info.getSeverity() != DS_Error)
      return true;
    BackEndProblem Problem = backEndProblem(Info);
    auto Where = clang::SourceLocation::getFromRawEncoding(static_cast<unsigned>(Problem.AsmCookie));
    report(Source.diagnostics(), Where, Diag::cannot_generate_code) << T.backEnd() << Problem.Text;
    return true;
  }
  ParsedSource &Source;
  const Target &T;
};

/// The places of inline assembly in \p M, by the number that clang gave each.
std::map<std::uint64_t, std::string> asmPlaces(ParsedSource &Source, const Module &M) {
  std::map<std::uint64_t, std::string> Places;
  const clang::SourceManager &SM = Source.compiler().getSourceManager();
  for (const Function &F : M)
    for (const Instruction &I : instructions(F))
      if (const MDNode *Numbers = I.getMetadata("srcloc"))
        for (const MDOperand &Number : Numbers->operands()) {
          std::uint64_t Cookie = mdconst::extract<ConstantInt>(Number)->getZExtValue();
          clang::PresumedLoc Place =
              SM.getPresumedLoc(clang::SourceLocation::getFromRawEncoding(static_cast<unsigned>(Cookie)));
          if (Place.isValid())
            Places[Cookie] =
                (Twine(Place.getFilename()) + ":" + Twine(Place.getLine()) + ":" + Twine(Place.getColumn()))
                    .str();
        }
  return Places;
}

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

/// What happens to a parsed source. Sets \p NeedsPlaces, and reports nothing, when there are errors whose
/// places only debug information can tell and \p Source has none.
bool lowerAndGenerate(ParsedSource &Source, const Target &T, const Wanted &W, const ParseJob &Job,
                      Compiled &Result, bool &NeedsPlaces) {
  Module &M = Source.module();

  // What the source declared. From here on the annotations are gone from the module.
  Annotations A = takeAnnotations(M);
  std::vector<KernelLowering> Kernels = describeKernels(Source, A, T, Result.Kernels);
  if (Kernels.empty())
    return false;
  SmallVector<Function *, 4> Functions;
  for (const KernelLowering &K : Kernels)
    Functions.push_back(K.Function);

  // What kernels reach, and may not. From here on nothing else is in the module.
  auto RuntimeInitialized = takeRuntimeInitialized(M);
  if (!checkVariables(Source, A, RuntimeInitialized))
    return false;
  defineLibraryTraps(M);
  dropHostOutput(M);
  std::vector<Violation> Violations = checkDeviceRules(
      Functions, RuntimeInitialized, A.Constant, [&](const Builtin &B) { return T.firstWith(B); },
      [&](const Instruction &I) { return T.firstWithWideAtomic(I); });
  if (!Violations.empty()) {
    NeedsPlaces = Job.Debug == DebugInfo::None;
    if (!NeedsPlaces)
      reportViolations(Source, T, Result.Kernels, Violations);
    return false;
  }
  dropUnreached(A, Functions);
  keepOnlyKernels(M, Functions);
  for (auto [K, F] : zip(Result.Kernels.Kernels, Functions))
    describeWaiting(K, *F);
  describeGlobals(Source, A, Result.Kernels);

  // What kernels print, and the functions of C's library, have bodies from here on.
  lowerOutput(M);
  linkLibc(M, T.frontend().IsHost);
  linkMathFunctions(M);

  // The target's own instructions. From here on the module is ordinary IR for that target.
  M.getContext().setDiagnosticHandler(std::make_unique<BackEndDiagnostics>(Source, T));
  T.lower(M, Kernels, A);
  for (auto [K, Lowering] : zip(Result.Kernels.Kernels, Kernels))
    K.StaticSharedBytes = Lowering.StaticSharedBytes;
  if (!checkMemory(Source, A, Result.Kernels))
    return false;
  std::string Broken;
  raw_string_ostream BrokenStream(Broken);
  if (verifyModule(M, &BrokenStream))
    report_fatal_error(Twine("the lowering made a module that is not valid: ") + Broken);
  if (W.Module) {
    Result.AsmPlaces = asmPlaces(Source, M);
    M.getContext().setDiagnosticHandler(nullptr); // what it refers to ends with the parse
    Result.Module = Source.takeModule();
    return true;
  }

  // The results in the forms asked for.
  if (!W.LlvmIr && !W.LlvmBitcode && !W.Assembly)
    return true;
  std::unique_ptr<TargetMachine> Machine = T.createMachine(Job.OptLevel, &M);
  M.setDataLayout(Machine->createDataLayout());
  optimize(M, *Machine, Job.OptLevel);
  T.lowerLate(M, *Machine);
  if (W.LlvmIr)
    Result.LlvmIr = printed(M);
  if (W.LlvmBitcode)
    Result.LlvmBitcode = bitcode(M);
  if (W.Assembly)
    Result.Assembly = generateCode(M, *Machine, CodeKind::Assembly);
  return !Source.diagnostics().hasErrorOccurred();
}

} // namespace

std::optional<Compiled> compileKernels(const ParseJob &Job, const Target &T, const Wanted &W) {
  Compiled Result;
  auto Attempt = [&](const ParseJob &Job, bool &NeedsPlaces) {
    Result.Module.reset();
    Result.Context = std::make_unique<LLVMContext>();
    bool Good = false;
    bool Parsed = parseSource(Job, *Result.Context, [&](ParsedSource &Source) {
      Result.Module.reset();
      Result.Kernels = {};
      Result.Kernels.Source = Job.Input == "-" ? "<stdin>" : sys::path::filename(Job.Input).str();
      Good = lowerAndGenerate(Source, T, W, Job, Result, NeedsPlaces);
      Result.ContentHash = Source.contentHash();
      Result.Dependencies.assign(Source.dependencies().begin(), Source.dependencies().end());
    });
    return Parsed && Good;
  };

  bool NeedsPlaces = false;
  if (Attempt(Job, NeedsPlaces))
    return Result;
  if (NeedsPlaces) {
    ParseJob WithPlaces = Job;
    WithPlaces.Debug = DebugInfo::LineTables;
    Attempt(WithPlaces, NeedsPlaces);
  }
  return std::nullopt;
}

} // namespace kcc::compiler
