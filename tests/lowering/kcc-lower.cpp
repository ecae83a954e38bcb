// kcc-lower STEP FILE.ll: runs one step of the lowering on a module and prints the result.
//
//   annotations   the frontend's declarations, as comments, then the module with only kernels visible
//   traps         bodies for the functions with which a C++ library ends a program
//   rules         what kernels must not reach but do, one line each, innermost call first
//   math          math functions and their bodies from the library
//   contract      small functions inlined, and products and sums fused
//   shared        the layout of the shared variables, and what each kernel needs
//   nvptx, cpu    the complete lowering for the target; each argument is taken as one parameter
//   lanes         functions that run the CPU device's threads in lanes, from those for one thread
//   builtins      takes no file: the builtins, each with the first GPU that has it and the last that does not
//   modes         each function copied for every floating-point mode in which a kernel reaches it
//   late          the steps between the optimizer and the code generator, for the architecture that follows
//                 FILE.ll
//   finish        the code generator, and what is mended in its text, for the architecture that follows
#include "compilation/KernelFloatModes.h"
#include "frontend/ParseJob.h"
#include "lowering/Builtins.h"
#include "lowering/Contraction.h"
#include "lowering/Declarations.h"
#include "lowering/DeviceRules.h"
#include "lowering/Internalize.h"
#include "lowering/KernelModes.h"
#include "lowering/LibraryTraps.h"
#include "lowering/MathFunctions.h"
#include "lowering/RuntimeInitializers.h"
#include "lowering/SharedMemory.h"
#include "lowering/TargetIndependentSimplification.h"
#include "targets/Registry.h"
#include "targets/cpu/CpuTarget.h"
#include "targets/nvptx/NvptxTarget.h"

#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/IRReader/IRReader.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"

using namespace llvm;
using namespace kcc::compiler;

static SmallVector<Function *, 4> functionsOf(const Declarations &A) {
  SmallVector<Function *, 4> Functions;
  for (const Kernel &K : A.Kernels)
    Functions.push_back(K.Function);
  return Functions;
}

static void printAnnotations(const Declarations &A) {
  for (const Kernel &K : A.Kernels)
    outs() << "; kernel " << K.Entry << " at " << K.Place.File << ":" << K.Place.Line << " threads "
           << K.MaxThreads << " blocks " << K.MinBlocks << (K.BoundsValid ? "" : " bounds invalid")
           << (K.NoAlias ? " no alias" : "") << "\n";
  for (const auto &[F, Attribute] : A.NotKernels)
    outs() << "; " << Attribute << " without kernel " << F->getName() << "\n";
  for (const DeclaredVariable &V : A.Shared)
    outs() << "; shared " << V.Variable->getName() << "\n";
  for (const DeclaredVariable &V : A.Constant)
    outs() << "; constant " << V.Variable->getName() << "\n";
  outs() << "; constant bytes " << A.ConstantBytes << "\n";
}

static const char *nameOf(Violation::Kind Kind) {
  switch (Kind) {
  case Violation::Throw:
    return "throw";
  case Violation::UndefinedFunction:
    return "undefined function";
  case Violation::UndefinedVariable:
    return "undefined variable";
  case Violation::ThreadLocal:
    return "thread-local";
  case Violation::RuntimeInitializer:
    return "runtime initializer";
  case Violation::StaticLocal:
    return "static local";
  case Violation::UnsupportedType:
    return "unsupported type";
  case Violation::UnsupportedOperation:
    return "unsupported operation";
  case Violation::KernelCall:
    return "kernel call";
  case Violation::KernelAddress:
    return "kernel address";
  case Violation::ConstantWritten:
    return "constant written";
  case Violation::MissingBuiltin:
    return "missing builtin";
  case Violation::Assembly:
    return "assembly";
  case Violation::HostAssembly:
    return "host assembly";
  case Violation::PrintfFormat:
    return "printf format";
  case Violation::PrintfWrites:
    return "printf writes";
  case Violation::PrintfArgumentList:
    return "printf argument list";
  case Violation::MissingAtomic:
    return "missing atomic";
  case Violation::MutualRecursion:
    return "mutual recursion";
  case Violation::CallThroughPointer:
    return "call through a pointer";
  }
  llvm_unreachable("all kinds are listed");
}

static void printViolations(ArrayRef<Violation> Violations) {
  for (const Violation &V : Violations) {
    outs() << V.Kernel->getName() << ": " << nameOf(V.What) << " " << V.Symbol << " in "
           << V.Where->getFunction()->getName();
    for (const Instruction *Call : V.Chain)
      outs() << " < " << Call->getFunction()->getName();
    outs() << "\n";
  }
}

static void printLayout(const Declarations &A) {
  SmallVector<GlobalVariable *, 4> Variables;
  for (const DeclaredVariable &V : A.Shared)
    Variables.push_back(V.Variable);
  SharedLayout Layout = layOutSharedMemory(functionsOf(A), Variables);
  for (const GlobalVariable *V : Variables)
    outs() << V->getName() << " at " << Layout.Offsets[V] << "\n";
  for (auto [K, Bytes] : zip(A.Kernels, Layout.KernelBytes))
    outs() << K.Entry << " needs " << Bytes << "\n";
}

static void lowerFor(const kcc::compiler::Target &T, Module &M, const Declarations &A) {
  std::vector<Kernel> Kernels = A.Kernels;
  for (Kernel &K : Kernels) {
    K.Arguments.resize(K.Function->arg_size());
    for (auto [I, Piece] : enumerate(K.Arguments))
      Piece.Parameter = static_cast<unsigned>(I);
  }
  T.lower(M, Kernels, A);
}

/// The newest architecture on which \p B is an error; "-" if there is none.
static StringRef lastWithout(const Builtin &B, StringRef First) {
  StringRef Last = "-";
  for (StringRef Arch : {"sm_50", "sm_60", "sm_62", "sm_70", "sm_72", "sm_75", "sm_80", "sm_86", "sm_87",
                         "sm_89", "sm_90", "sm_90a"}) {
    if (Arch == First)
      break;
    if (!cantFail(createNvptxTarget(Arch))->firstWith(B).empty())
      Last = Arch;
  }
  return Last;
}

static void printBuiltins() {
  auto Oldest = cantFail(createNvptxTarget("sm_50"));
  for (const Builtin &B : builtins()) {
    if (B.OfChecks || B.IsMissing)
      continue;
    std::string Later = Oldest->firstWith(B), First = Later.empty() ? "sm_50" : Later;
    outs() << B.Name << " " << First << " " << lastWithout(B, First) << "\n";
  }
}

static void contractIn(Module &M) {
  SmallVector<Function *, 8> Written;
  for (Function &F : M)
    if (!F.isDeclaration())
      Written.push_back(&F);
  simplifyTargetIndependently(M, Written);
  contract(M);
}

/// Prints a comment instead of separating what cannot be separated.
static void separateModes(Module &M, const Declarations &A) {
  Manifest Described;
  Described.Kernels = A.Kernels;
  ModeGroups Groups = groupByModes(ParseJob(), Described);
  if (std::optional<SharedHolder> Holder = findSharedHolder(Groups.Kernels))
    outs() << "; " << Holder->Variable->getName() << " holds " << Holder->Held->getName() << " for "
           << Holder->First->getName() << " and " << Holder->Second->getName() << "\n";
  else
    separateKernels(M, Groups.Kernels);
}

/// The steps after the optimizer.
static int runLate(std::unique_ptr<Module> M, StringRef Arch, bool ToCode) {
  std::unique_ptr<kcc::compiler::Target> T = cantFail(createNvptxTarget(Arch));
  std::unique_ptr<TargetMachine> Machine = T->createMachine(3, M.get());
  M->setDataLayout(Machine->createDataLayout());
  T->lowerLate(M, Machine);
  if (verifyModule(*M, &errs()))
    return 1;
  if (ToCode)
    outs() << cantFail(T->finish(*M, *Machine));
  else
    M->print(outs(), nullptr);
  return 0;
}

/// A step within the optimizer.
static int runLanes(Module &M) {
  LoopAnalysisManager Loops;
  FunctionAnalysisManager Functions;
  CGSCCAnalysisManager Graphs;
  ModuleAnalysisManager Modules;
  PassBuilder Builder;
  createCpuTarget()->addPasses(Builder);
  Builder.registerModuleAnalyses(Modules);
  Builder.registerCGSCCAnalyses(Graphs);
  Builder.registerFunctionAnalyses(Functions);
  Builder.registerLoopAnalyses(Loops);
  Builder.crossRegisterProxies(Loops, Functions, Graphs, Modules);
  ModulePassManager Passes;
  Builder.invokeOptimizerEarlyEPCallbacks(Passes, OptimizationLevel::O1, ThinOrFullLTOPhase::None);
  Passes.run(M, Modules);
  if (verifyModule(M, &errs()))
    return 1;
  M.print(outs(), nullptr);
  return 0;
}

/// The steps before the optimizer.
static int runEarly(Module &M, StringRef Step) {
  Declarations A = takeDeclarations(M);
  SmallVector<Function *, 4> Kernels = functionsOf(A);
  auto RuntimeInitialized = takeRuntimeInitialized(M);
  defineLibraryTraps(M);
  if (Step == "rules") {
    std::unique_ptr<kcc::compiler::Target> T = cantFail(createNvptxTarget("sm_80"));
    printViolations(checkDeviceRules(Kernels, RuntimeInitialized, A.Constant, *T));
    return 0;
  }
  if (Step != "traps") {
    dropUnreached(A, Kernels);
    keepOnlyKernels(M, Kernels);
  }
  if (Step == "shared") {
    printLayout(A);
    return 0;
  }
  if (Step == "annotations")
    printAnnotations(A);
  else if (Step == "math")
    linkMathFunctions(M, {});
  else if (Step == "contract")
    contractIn(M);
  else if (Step == "modes")
    separateModes(M, A);
  else if (Step == "nvptx")
    lowerFor(*cantFail(createNvptxTarget("sm_80")), M, A);
  else if (Step == "cpu")
    lowerFor(*createCpuTarget(), M, A);
  else if (Step != "traps") {
    errs() << "kcc-lower: no step '" << Step << "'\n";
    return 2;
  }
  if (verifyModule(M, &errs()))
    return 1;
  M.print(outs(), nullptr);
  return 0;
}

int main(int Count, char **Arguments) {
  StringRef Step = Count > 1 ? Arguments[1] : "";
  const bool IsLate = Step == "late" || Step == "finish";
  if (Count == 2 && Step == "builtins") {
    printBuiltins();
    return 0;
  }
  if (Count != (IsLate ? 4 : 3)) {
    errs() << "usage: kcc-lower annotations|traps|rules|math|contract|shared|modes|nvptx|cpu|lanes FILE.ll\n"
              "       kcc-lower late|finish FILE.ll ARCH\n"
              "       kcc-lower builtins\n";
    return 2;
  }
  LLVMContext Context;
  SMDiagnostic Problem;
  std::unique_ptr<Module> M = parseIRFile(Arguments[2], Problem, Context);
  if (!M) {
    Problem.print("kcc-lower", errs());
    return 1;
  }
  initializeTargets();
  if (Step == "lanes")
    return runLanes(*M);
  return IsLate ? runLate(std::move(M), Arguments[3], Step == "finish") : runEarly(*M, Step);
}
