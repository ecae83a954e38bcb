#include "targets/nvptx/MemoryMoves.h"
#include "targets/nvptx/AddressSpaces.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/Module.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/Utils/LowerMemIntrinsics.h"

using namespace llvm;

namespace kcc::compiler {

/// In bytes. The back end writes shorter moves as loads and stores, in any address spaces.
static constexpr std::uint64_t ShortestExpanded = 128;

void expandMove(MemMoveInst &Move, const TargetTransformInfo &Costs) {
  const unsigned To = Move.getDestAddressSpace(), From = Move.getSourceAddressSpace();
  IRBuilder<> B(&Move);
  if (To != From && To != GenericSpace && From != GenericSpace) { // nothing overlaps
    auto *Copy = cast<MemCpyInst>(B.CreateMemCpy(Move.getRawDest(), Move.getDestAlign(), Move.getRawSource(),
                                                 Move.getSourceAlign(), Move.getLength(), Move.isVolatile()));
    expandMemCpyAsLoop(Copy, Costs);
    Copy->eraseFromParent();
    return;
  }
  if (To != From) { // one is generic: then so is the other
    Move.setDest(B.CreateAddrSpaceCast(Move.getRawDest(), B.getPtrTy(GenericSpace)));
    Move.setSource(B.CreateAddrSpaceCast(Move.getRawSource(), B.getPtrTy(GenericSpace)));
    Function *Generic = Intrinsic::getOrInsertDeclaration(
        Move.getModule(), Intrinsic::memmove,
        {Move.getRawDest()->getType(), Move.getRawSource()->getType(), Move.getLength()->getType()});
    Move.setCalledFunction(Generic);
  }
  if (!expandMemMoveAsLoop(&Move, Costs))
    report_fatal_error("cannot expand a move of memory to a loop");
}

void expandMovesBetweenMemories(Module &M, TargetMachine &Machine) {
  for (Function &F : M) {
    SmallVector<MemMoveInst *, 4> Moves;
    for (Instruction &I : instructions(F))
      if (auto *Move = dyn_cast<MemMoveInst>(&I)) {
        const unsigned To = Move->getDestAddressSpace();
        const auto *Bytes = dyn_cast<ConstantInt>(Move->getLength());
        if ((To == GenericSpace || To != Move->getSourceAddressSpace()) &&
            !(Bytes && Bytes->getValue().ult(ShortestExpanded)))
          Moves.push_back(Move);
      }
    if (Moves.empty())
      continue;
    const TargetTransformInfo Costs = Machine.getTargetTransformInfo(F);
    for (MemMoveInst *Move : Moves) {
      expandMove(*Move, Costs);
      Move->eraseFromParent();
    }
  }
}

} // namespace kcc::compiler
