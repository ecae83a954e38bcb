#include "targets/cpu/lanes/OwnRows.h"
#include "targets/cpu/lanes/LoopPlaces.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace kcc::compiler {
namespace {

/// Whether LLVM's loop vectorizer cannot vectorize the instruction, or the instruction is slow.
bool isHard(const Instruction &I) {
  if (auto *Intrinsic = dyn_cast<IntrinsicInst>(&I))
    return !isTriviallyVectorizable(Intrinsic->getIntrinsicID());
  return I.isIntDivRem() || I.getOpcode() == Instruction::FDiv || I.getOpcode() == Instruction::FRem;
}

/// Whether an iteration needs a result of the one before that takes several operations, such as the next
/// state of a random number generator. LLVM makes no vectors of that, and a thread alone would wait for each
/// result.
bool isLongRecurrence(PHINode &Phi, const Loop &L, ScalarEvolution &Evolution) {
  if (Evolution.isSCEVable(Phi.getType()) && isa<SCEVAddRecExpr>(Evolution.getSCEV(&Phi)))
    return false; // a counter
  const Value *const Next = Phi.getIncomingValueForBlock(L.getLoopLatch());
  SmallVector<const Value *, 16> Work = {Next};
  SmallPtrSet<const Value *, 16> Seen;
  while (!Work.empty()) {
    auto *I = dyn_cast<Instruction>(Work.pop_back_val());
    if (!I || !L.contains(I) || (isa<PHINode>(I) && I->getParent() == L.getHeader()) ||
        !Seen.insert(I).second)
      continue;
    for (const Value *Operand : I->operand_values()) {
      if (Operand == &Phi && I != Next)
        return true;
      Work.push_back(Operand);
    }
  }
  return false;
}

/// Whether the loop does little but write a row of the thread's own.
bool writesOwnRow(const Loop &L, const LaneShapes &Shapes, ScalarEvolution &Evolution) {
  constexpr unsigned MostInstructions = 40, LeastIterations = 8;
  if (!L.getLoopLatch())
    return false;
  const unsigned Iterations = Evolution.getSmallConstantTripCount(&L);
  if (Iterations != 0 && Iterations < LeastIterations)
    return false;
  unsigned Instructions = 0;
  bool Writes = false;
  for (BasicBlock *Block : L.blocks())
    for (Instruction &I : *Block) {
      if (I.isDebugOrPseudoInst() || I.isLifetimeStartOrEnd() || isa<AssumeInst>(I))
        continue;
      auto *Phi = dyn_cast<PHINode>(&I);
      if (isHard(I) || ++Instructions > MostInstructions ||
          (Phi && Block == L.getHeader() && isLongRecurrence(*Phi, L, Evolution)))
        return false;
      Value *Address = getLoadStorePointerOperand(&I);
      if (!Address)
        continue;
      const auto Bytes =
          static_cast<std::int64_t>(I.getDataLayout().getTypeAllocSize(getLoadStoreType(&I)).getFixedValue());
      const Shape S = Shapes[Address];
      if (S.Kind == Shape::Linear && std::abs(S.Stride) == Bytes)
        return false; // threads are neighbours there
      const SCEVAddRecExpr *Place = isa<StoreInst>(I) ? placeInLoop(Address, L, Evolution) : nullptr;
      auto *Step = Place ? dyn_cast<SCEVConstant>(Place->getStepRecurrence(Evolution)) : nullptr;
      Writes |=
          Step && Step->getAPInt().abs() == static_cast<std::uint64_t>(Bytes) && S.Kind != Shape::Uniform;
    }
  return Writes;
}

} // namespace

bool writesOwnRows(PreparedThread &Thread, unsigned Lanes, FunctionAnalysisManager &Analyses) {
  const LoopInfo &Loops = Analyses.getResult<LoopAnalysis>(Thread.F);
  if (Loops.empty() || any_of(instructions(Thread.F), IsaPred<AllocaInst>))
    return false;
  const LaneShapes Shapes(Thread.F, Thread.Loads, {}, Loops, Lanes);
  auto &Evolution = Analyses.getResult<ScalarEvolutionAnalysis>(Thread.F);
  return all_of(Loops.getLoopsInPreorder(),
                [&](const Loop *L) { return !L->isInnermost() || writesOwnRow(*L, Shapes, Evolution); });
}

} // namespace kcc::compiler
