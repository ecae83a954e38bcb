// A Checker goes through everything that a kernel reaches (Reach.h): functions, their instructions, and
// variables. Each violation is recorded once per kind and symbol, for the first kernel that has it, with the
// chain of calls that leads there.
#include "lowering/DeviceRules.h"
#include "lowering/AssemblyRules.h"
#include "lowering/AtomicBuiltins.h"
#include "lowering/Builtins.h"
#include "lowering/Declarations.h"
#include "lowering/Libc.h"
#include "lowering/MathFunctions.h"
#include "lowering/PointerFlow.h"
#include "lowering/Printing.h"
#include "lowering/Reach.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/TargetParser/Triple.h"

using namespace llvm;

namespace kcc::compiler {

/// Conversions of single 128-bit integers are in kcc's library; those of vectors or of wider integers are
/// not.
static bool isUnsupportedConversion(const Instruction &I) {
  auto IsUnsupported = [](const Type *T) {
    return T->getScalarType()->isIntegerTy() && T->getScalarSizeInBits() > 64 && !T->isIntegerTy(128);
  };
  return (isa<SIToFPInst, UIToFPInst>(I) && IsUnsupported(I.getOperand(0)->getType())) ||
         (isa<FPToSIInst, FPToUIInst>(I) && IsUnsupported(I.getType()));
}

/// True for host intrinsics in GPU code, and for reads and writes of named registers.
static bool isOfProcessor(const IntrinsicInst &Call) {
  const Triple &T = Call.getModule()->getTargetTriple();
  switch (Call.getIntrinsicID()) {
  case Intrinsic::read_register:
  case Intrinsic::read_volatile_register:
  case Intrinsic::write_register:
    return true;
  default:
    return T.isNVPTX() && Intrinsic::isTargetIntrinsic(Call.getIntrinsicID()) &&
           !Call.getCalledFunction()->getName().starts_with("llvm.nvvm.");
  }
}

/// The operation for which a device has no code, worded for the message; null otherwise.
static const char *unsupportedOperation(const Instruction &I) {
  if (isa<IndirectBrInst>(I))
    return operation::ComputedGoto;
  if (auto *Alloca = dyn_cast<AllocaInst>(&I); Alloca && !isa<ConstantInt>(Alloca->getArraySize()))
    return operation::DynamicAlloca;
  if (isUnsupportedConversion(I))
    return operation::WideConversion;
  if (auto *Call = dyn_cast<IntrinsicInst>(&I); Call && Call->getIntrinsicID() == Intrinsic::coro_id)
    return operation::Coroutine;
  if (auto *Call = dyn_cast<IntrinsicInst>(&I); Call && isOfProcessor(*Call))
    return operation::ProcessorInstruction;
  return nullptr;
}

/// A host-only floating-point type of \p I or of one of its operands; null if there is none.
static const Type *hostOnlyType(const Instruction &I) {
  auto IsHostOnly = [](const Type *T) {
    T = T->getScalarType();
    return T->isX86_FP80Ty() || T->isFP128Ty() || T->isPPC_FP128Ty();
  };
  if (IsHostOnly(I.getType()))
    return I.getType()->getScalarType();
  auto Operand = find_if(I.operands(), [&](const Use &U) { return IsHostOnly(U->getType()); });
  return Operand != I.op_end() ? (*Operand)->getType()->getScalarType() : nullptr;
}

namespace {

class Checker {
public:
  Checker(ArrayRef<Function *> Kernels, const SmallPtrSetImpl<const GlobalVariable *> &RuntimeInitialized,
          ArrayRef<DeclaredVariable> Annotated, const TargetRules &Rules)
      : Kernels(Kernels.begin(), Kernels.end()), RuntimeInitialized(RuntimeInitialized), Rules(Rules) {
    for (const DeclaredVariable &V : Annotated)
      Constants.push_back(V.Variable);
  }

  void check(const Function &Root) {
    Kernel = &Root;
    Reached = reachedFrom(Root);
    for (auto &[Symbol, At] : Reached) {
      if (auto *F = dyn_cast<Function>(Symbol))
        check(*F, At);
      else if (auto *V = dyn_cast<GlobalVariable>(Symbol))
        check(*V, At);
      else if (isa<GlobalIFunc>(Symbol))
        add(Violation::UnsupportedOperation, operation::IndirectFunction, At);
    }
    for (const GlobalVariable *V : Constants)
      for (const Instruction *Write : certainWrites(*V, Reached))
        add(Violation::ConstantWritten, V->getName(), Write);
  }

  std::vector<Violation> take() { return std::move(Found); }

private:
  void check(const Function &F, const Instruction *At) {
    if (At && Kernels.contains(&F)) {
      auto *Call = dyn_cast<CallBase>(At);
      bool IsCalled = Call && Call->getCalledOperand()->stripPointerCasts() == &F;
      add(IsCalled ? Violation::KernelCall : Violation::KernelAddress, F.getName(), At);
      if (&F != Kernel)
        return; // checked on its own
    }
    if (!F.isDeclaration())
      return checkInstructions(F);
    if (const Builtin *B = findBuiltin(F.getName())) {
      if (std::string Arch = B->IsMissing ? NoArchitecture : Rules.firstWith(*B); !Arch.empty())
        add(Violation::MissingBuiltin, F.getName(), At, std::move(Arch));
      return;
    }
    // Instrumented code: of the CPU device (driver/ClangOptions.cpp), or with checks of arithmetic.
    if (F.getName().starts_with("__ubsan_handle_") || F.getName().starts_with("__asan_"))
      return;
    if (F.isIntrinsic() || isMathFunction(F) || isAtomicBuiltin(F.getName()) ||
        isPrintFunction(F.getName()) || isLibcFunction(F.getName()))
      return;
    if (F.getName().starts_with("__cxa_")) {
      if (F.getName() == "__cxa_guard_acquire")
        add(Violation::StaticLocal, F.getName(), At);
      else if (F.getName() == "__cxa_throw" || F.getName() == "__cxa_rethrow")
        add(Violation::Throw, F.getName(), At);
      else if (F.getName() == "__cxa_thread_atexit")
        add(Violation::ThreadLocal, F.getName(), At);
      // The others occur together with one of these, for which the error is reported.
      else if (!is_contained({"__cxa_allocate_exception", "__cxa_free_exception", "__cxa_guard_release",
                              "__cxa_guard_abort", "__cxa_atexit", "__cxa_begin_catch", "__cxa_end_catch"},
                             F.getName()))
        add(Violation::UndefinedFunction, F.getName(), At);
      return;
    }
    add(Violation::UndefinedFunction, F.getName(), At);
  }

  void check(const GlobalVariable &V, const Instruction *At) {
    if (V.isThreadLocal())
      add(Violation::ThreadLocal, V.getName(), At);
    else if (V.isDeclaration() && !comesWithAnother(V.getName()))
      add(Violation::UndefinedVariable, V.getName(), At);
    else if (RuntimeInitialized.contains(&V))
      add(Violation::RuntimeInitializer, V.getName(), At);
  }

  /// Symbols that a `throw` or an initializer references besides its function, for which the error is
  /// reported.
  static bool comesWithAnother(StringRef Name) {
    return Name.starts_with("_ZTI") || Name.starts_with("_ZTVN10__cxxabiv1") || Name == "__dso_handle";
  }

  void checkInstructions(const Function &F) {
    for (const Instruction &I : instructions(F)) {
      if (const char *Operation = unsupportedOperation(I))
        add(Violation::UnsupportedOperation, Operation, &I);
      if (auto *Call = dyn_cast<CallBase>(&I))
        Call->isInlineAsm() ? checkAssembly(*Call) : checkPrintf(*Call);
      if (isWideAtomic(I))
        if (std::string Arch = Rules.firstWithWideAtomic(I); !Arch.empty())
          add(Violation::MissingAtomic,
              isa<LoadInst, StoreInst>(I) ? operation::WideAccess : operation::WideChange, &I,
              std::move(Arch));
      if (const Type *Host = hostOnlyType(I))
        return add(Violation::UnsupportedType, Host->isFP128Ty() ? "__float128" : "long double", &I);
    }
  }

  /// Assembly is PTX. The processor's assembly would be a second language in the same kernel.
  void checkAssembly(const CallBase &Call) {
    const Triple &T = Call.getModule()->getTargetTriple();
    if (T.isNVPTX()) {
      if (std::string Problem = assemblyProblem(Call); !Problem.empty())
        add(Violation::Assembly, Problem, &Call);
    } else if (hasInstructions(Call)) {
      add(Violation::HostAssembly, "", &Call);
    }
  }

  void checkPrintf(const CallBase &Call) {
    switch (printfProblem(Call)) {
    case PrintfProblem::None:
      return;
    case PrintfProblem::UnknownFormat:
      return add(Violation::PrintfFormat, "printf", &Call);
    case PrintfProblem::Writes:
      return add(Violation::PrintfWrites, "printf", &Call);
    case PrintfProblem::ArgumentList:
      return add(Violation::PrintfArgumentList, "vprintf", &Call);
    }
  }

  void add(Violation::Kind What, StringRef Symbol, const Instruction *Where, std::string FirstWith = "") {
    if (!Reported.insert((Twine(What) + Symbol).str()).second)
      return;
    Violation V{What, Kernel, Symbol.str(), std::move(FirstWith), Where, {}};
    // Walks up the shortest path to the kernel: each function's entry is the instruction that led to it.
    for (const Function *F = Where->getFunction(); F != Kernel;) {
      const Instruction *Call = Reached.lookup(F);
      V.Chain.push_back(Call);
      F = Call->getFunction();
    }
    Found.push_back(std::move(V));
  }

  SmallSetVector<const Function *, 8> Kernels;
  const SmallPtrSetImpl<const GlobalVariable *> &RuntimeInitialized;
  SmallVector<const GlobalVariable *, 4> Constants;
  const TargetRules &Rules;
  const Function *Kernel = nullptr;
  Reach Reached;
  StringSet<> Reported;
  std::vector<Violation> Found;
};

} // namespace

std::vector<Violation> checkDeviceRules(ArrayRef<Function *> Kernels,
                                        const SmallPtrSetImpl<const GlobalVariable *> &RuntimeInitialized,
                                        ArrayRef<DeclaredVariable> Constants, const TargetRules &Rules) {
  Checker C(Kernels, RuntimeInitialized, Constants, Rules);
  for (const Function *Kernel : Kernels)
    C.check(*Kernel);
  return C.take();
}

} // namespace kcc::compiler
