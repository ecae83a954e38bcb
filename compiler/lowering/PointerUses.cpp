#include "lowering/PointerUses.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace kcc::compiler {

static bool reads(const Use &U) {
  auto *I = dyn_cast<Instruction>(U.getUser());
  if (!I)
    return false;
  if (isa<LoadInst, ICmpInst>(I) || I->isLifetimeStartOrEnd())
    return true;
  auto *Call = dyn_cast<CallBase>(I);
  if (!Call || !Call->isDataOperand(&U))
    return false;
  unsigned Operand = Call->getDataOperandNo(&U);
  return (Call->isArgOperand(&U) && Call->isByValArgument(Operand)) ||
         (Call->doesNotCapture(Operand) && Call->onlyReadsMemory(Operand));
}

bool isOnlyReadThrough(const Value &Pointer) {
  SmallPtrSet<const Value *, 8> Seen = {&Pointer};
  SmallVector<const Value *, 8> Open = {&Pointer};
  while (!Open.empty())
    for (const Use &U : Open.pop_back_val()->uses()) {
      const User *I = U.getUser();
      if (isa<GEPOperator, PHINode, SelectInst, AddrSpaceCastOperator, FreezeInst>(I)) {
        if (Seen.insert(I).second)
          Open.push_back(I);
      } else if (!reads(U)) {
        return false;
      }
    }
  return true;
}

} // namespace kcc::compiler
