#include "checks/Instrumentation.h"
#include "checks/AccessChecks.h"
#include "checks/Arithmetic.h"
#include "checks/AsyncCopies.h"
#include "checks/BarrierChecks.h"
#include "checks/BlockAlgorithms.h"
#include "checks/CheckCalls.h"
#include "checks/IndirectCalls.h"
#include "checks/LibraryCalls.h"
#include "checks/LocalVariables.h"
#include "checks/ModuleDescription.h"
#include "lowering/Declarations.h"
#include "lowering/Libc.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace kcc::compiler {

/// Functions of the libraries are inlined like macros, so that reports say where they are called.
static void inlineLibraries(ArrayRef<Function *> Functions) {
  constexpr unsigned MaxInstructions = 300;
  static constexpr StringRef Prefixes[] = {"_ZN3kcc", "_ZNK3kcc", "_ZZN3kcc", "_ZZNK3kcc", "_ZNSt",
                                           "_ZNKSt",  "_ZSt",     "_ZZNSt",   "_ZZNKSt"};
  for (Function *F : Functions) {
    StringRef Name = F->getName();
    bool MustNot = F->hasFnAttribute(Attribute::NoInline) && !F->hasFnAttribute(Attribute::OptimizeNone);
    if (MustNot || F->getInstructionCount() > MaxInstructions ||
        none_of(Prefixes, [&](StringRef Prefix) { return Name.starts_with(Prefix); }))
      continue;
    F->removeFnAttr(Attribute::OptimizeNone);
    F->removeFnAttr(Attribute::NoInline);
    F->addFnAttr(Attribute::AlwaysInline);
  }
}

static void insertChecksInto(Function &F, CheckCalls &Calls, BarrierChecks &Barriers, bool IsForGpu) {
  SmallVector<Instruction *, 64> Instructions;
  for (Instruction &I : instructions(F))
    Instructions.push_back(&I);
  if (Calls.Checks & abi::check_host)
    for (Instruction *I : Instructions)
      if (auto *Call = dyn_cast<CallInst>(I); Call && Call->isIndirectCall())
        checkIndirectCall(Calls, *Call);
  for (Instruction *I : Instructions) {
    checkAccesses(Calls, *I);
    auto *Call = dyn_cast<CallInst>(I);
    if (Call && Calls.Checks & abi::check_barrier) {
      checkBlockAlgorithm(Calls, *Call);
      Barriers.checkCall(*Call);
    }
    if (Call && !IsForGpu)
      checkLibraryCall(Calls, *Call);
  }
  if (Calls.Checks & abi::check_init)
    checkLocalVariables(Calls, F);
}

void insertChecks(Module &M, const std::vector<Kernel> &Kernels, const Declarations &A, std::uint32_t Checks,
                  bool IsForGpu) {
  if (Checks & abi::check_arithmetic & ~abi::check_nan)
    replaceSanitizerCalls(M);
  if (!IsForGpu && Checks & checksOfAccesses)
    linkCheckedLibc(M);
  SmallVector<Function *, 64> Functions;
  for (Function &F : M)
    if (!F.isDeclaration())
      Functions.push_back(&F);
  inlineLibraries(Functions);
  CheckCalls Calls(M, Checks);
  GlobalVariable *Description = IsForGpu ? nullptr : describeModule(Calls, A.Shared);
  BarrierChecks Barriers(Calls);
  if (Checks & abi::check_barrier)
    Barriers.checkArrivals();
  for (Function *F : Functions)
    if (!returnsOneArgument(*F))
      insertChecksInto(*F, Calls, Barriers, IsForGpu);
  if (Checks & abi::check_nan)
    insertNanChecks(M, Functions);
  if (IsForGpu)
    return;
  if (Checks & abi::check_race)
    followCopies(Calls, Kernels);
  for (const Kernel &K : Kernels)
    enterKernel(Calls, K, A.Shared, Description);
  defineMarks(Calls);
}

} // namespace kcc::compiler
