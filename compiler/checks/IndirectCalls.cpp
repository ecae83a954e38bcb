#include "checks/IndirectCalls.h"
#include "checks/CheckCalls.h"

#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace kcc::compiler {

bool isCalledByAddress(const Function &F) {
  const bool IsTaken =
      F.hasAddressTaken(nullptr, /*IgnoreCallbackUses=*/false, /*IgnoreAssumeLikeCalls=*/true,
                        /*IngoreLLVMUsed=*/true);
  const bool IsOwn = F.getName().starts_with("__kcc") || F.getName().starts_with("kcc_");
  return IsTaken && !F.isIntrinsic() && (!IsOwn || F.getName().starts_with("__kcc_libc_"));
}

/// If it is a virtual call: the load from the class's table of the address that is called. Itanium's ABI: the
/// object begins with the address of a table, from which the function's address is loaded.
static LoadInst *tableLoadOf(const CallInst &Call) {
  auto *Slot = dyn_cast<LoadInst>(Call.getCalledOperand());
  if (!Slot)
    return nullptr;
  auto *Table = dyn_cast<LoadInst>(Slot->getPointerOperand()->stripInBoundsOffsets());
  if (!Table || Call.arg_empty())
    return nullptr;
  // The object is the first argument, or the second one if a structure is returned.
  for (const Use &Argument : Call.args())
    if (Argument->getType()->isPointerTy() &&
        Argument->stripInBoundsOffsets() == Table->getPointerOperand()->stripInBoundsOffsets())
      return Slot;
  return nullptr;
}

void checkIndirectCall(CheckCalls &Calls, CallInst &Call) {
  GlobalVariable *Site = Calls.site();
  if (LoadInst *Slot = tableLoadOf(Call)) {
    Calls.Builder.SetInsertPoint(Slot);
    Calls.Builder.SetCurrentDebugLocation(Call.getDebugLoc());
    Calls.insert(Calls.TableCheck, {Slot->getPointerOperand()->stripInBoundsOffsets(), Site});
  }
  Calls.Builder.SetInsertPoint(&Call);
  Calls.insert(Calls.CalleeCheck, {Call.getCalledOperand(), Site});
}

} // namespace kcc::compiler
