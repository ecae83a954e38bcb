#include "targets/cpu/lanes/StridedLoops.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace kcc::compiler {
namespace {

bool isFar(const Value &Step) {
  constexpr std::uint64_t Least = 32;
  auto *Number = dyn_cast<ConstantInt>(&Step);
  return !Number || Number->getValue().uge(Least);
}

/// Whether the threads begin at neighbouring places and go on by the same step.
bool isStrided(const Loop &L, const LaneShapes &Shapes) {
  return any_of(L.getHeader()->phis(), [&](PHINode &Phi) {
    if (Shapes[&Phi].Kind != Shape::Linear)
      return false;
    auto *Next = dyn_cast<BinaryOperator>(Phi.getIncomingValueForBlock(L.getLoopLatch()));
    if (!Next || Next->getOpcode() != Instruction::Add)
      return false;
    for (unsigned K : {0u, 1u})
      if (Next->getOperand(K) == &Phi && L.isLoopInvariant(Next->getOperand(1 - K)) &&
          Shapes.isUniform(Next->getOperand(1 - K)))
        return isFar(*Next->getOperand(1 - K));
    return false;
  });
}

/// Whether threads can tell in which order they run.
bool showsOrder(const Instruction &I) {
  return I.isAtomic() || I.isVolatile() || isa<AllocaInst>(I) || (isa<CallBase>(I) && !isa<IntrinsicInst>(I));
}

/// Values that change from iteration to iteration would have to be kept for each thread.
bool keepsMuch(const Loop &L) {
  constexpr unsigned Most = 3;
  unsigned Kept = 0;
  for (const PHINode &Phi : L.getHeader()->phis()) {
    ++Kept;
    if (!isElement(Phi.getType()))
      return true;
  }
  return Kept > Most;
}

} // namespace

bool markStridedLoop(PreparedThread &Thread, FunctionAnalysisManager &Analyses) {
  Function &F = Thread.F;
  LoopInfo &LI = Analyses.getResult<LoopAnalysis>(F);
  const LaneShapes Shapes(F, Thread.Loads, {}, LI);
  for (BasicBlock &Block : F)
    for (Instruction &I : Block)
      if (isa<AllocaInst>(I))
        return false;
  for (Loop *L : LI) {
    if (L->hasNoExitBlocks() || !L->getLoopLatch() || !isStrided(*L, Shapes) || keepsMuch(*L) ||
        any_of(L->blocks(), [](BasicBlock *Block) { return any_of(*Block, showsOrder); }))
      continue;
    IRBuilder<> AtEnd(L->getLoopLatch()->getTerminator());
    CallInst *Marker = AtEnd.CreateCall(F.getParent()->getOrInsertFunction(splitMarker, AtEnd.getVoidTy()));
    Marker->setDoesNotThrow();
    Marker->setCannotMerge();
    return true;
  }
  return false;
}

} // namespace kcc::compiler
