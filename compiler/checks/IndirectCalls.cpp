#include "checks/IndirectCalls.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace kcc::compiler {

bool isCalledByAddress(const Function &F) {
  const bool IsTaken =
      F.hasAddressTaken(nullptr, /*IgnoreCallbackUses=*/false, /*IgnoreAssumeLikeCalls=*/true,
                        /*IngoreLLVMUsed=*/true);
  return IsTaken && !F.isIntrinsic() && !F.getName().starts_with("__kcc") && !F.getName().starts_with("kcc_");
}

/// Itanium's ABI: the object begins with the address of a table, from which the function's address is loaded.
LoadInst *tableLoadOf(const CallBase &Call) {
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

} // namespace kcc::compiler
