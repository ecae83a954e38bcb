#include "checks/LibraryCalls.h"
#include "checks/CheckCalls.h"
#include "lowering/Builtins.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace kcc::compiler {

/// Functions that allocate memory, and those that free it.
static bool isAllocation(StringRef Name) {
  return is_contained({"malloc", "calloc", "free"}, Name) || Name.starts_with("_Znw") ||
         Name.starts_with("_Zna") || Name.starts_with("_Zdl") || Name.starts_with("_Zda");
}

static void checkAllocation(CheckCalls &Calls, CallInst &Call) {
  const bool Allocates = Call.getType()->isPointerTy();
  Calls.Builder.SetInsertPoint(Allocates ? Call.getNextNode() : &Call);
  Calls.Builder.SetCurrentDebugLocation(Call.getDebugLoc());
  if (Calls.Checks & abi::check_memory && Allocates)
    Calls.insert(Calls.AllocatedCheck, {&Call, Calls.site()});
  else if (Calls.Checks & abi::check_memory)
    Calls.insert(Calls.BarrierCheck, {Calls.site()});
  if (Calls.Checks & abi::check_init && Call.getCalledFunction()->getName() == "calloc")
    Calls.insert(Calls.WrittenCheck, {&Call});
}

/// What the function writes is not seen.
static void checkUnseenWrites(CheckCalls &Calls, CallInst &Call) {
  Calls.Builder.SetInsertPoint(Call.getNextNode());
  Calls.Builder.SetCurrentDebugLocation(Call.getDebugLoc());
  for (Value *Argument : Call.args())
    if (Argument->getType()->isPointerTy() && !isa<Constant>(Argument))
      Calls.insert(Calls.WrittenCheck, {Argument});
  if (Call.getType()->isPointerTy())
    Calls.insert(Calls.WrittenCheck, {&Call});
}

void checkLibraryCall(CheckCalls &Calls, CallInst &Call) {
  const Function *F = Call.getCalledFunction();
  if (!F)
    return;
  const StringRef Name = F->getName();
  if (isAllocation(Name))
    checkAllocation(Calls, Call);
  else if (F->isDeclaration() && !F->isIntrinsic() && !findBuiltin(Name) && !Name.starts_with("__kcc_") &&
           Calls.Checks & abi::check_init)
    checkUnseenWrites(Calls, Call);
}

} // namespace kcc::compiler
