#include "targets/cpu/lanes/StridedLoops.h"
#include "targets/cpu/lanes/LaneChecks.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include <cstdlib>

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

/// Whether threads could tell in a loop in which order they run.
bool showsOrder(const Instruction &I) {
  return I.isAtomic() || I.isVolatile();
}

/// Calls could print, or report a failure, and local arrays would have to be kept for each thread.
bool isSimple(const Function &F) {
  return none_of(instructions(F), [](const Instruction &I) {
    return isa<AllocaInst>(I) || (isa<CallBase>(I) && !isa<IntrinsicInst>(I) && !isCheck(I));
  });
}

/// The body is in two of the functions that the kernel is split into. Where it computes much, memory matters
/// little.
bool isLarge(const Loop &L) {
  constexpr std::size_t Most = 64; // instructions
  std::size_t Count = 0;
  for (const BasicBlock *Block : L.blocks())
    Count += Block->sizeWithoutDebug() -
             static_cast<std::size_t>(count_if(*Block, [](const Instruction &I) { return isCheck(I); }));
  return Count > Most;
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

/// Fetches what one of the next iterations accesses into the cache: it is too far away for the processor to
/// foresee.
class Prefetches {
public:
  Prefetches(Loop &L, IRBuilder<> &AtEnd) : L(L), AtEnd(AtEnd) {}

  void add(const LaneShapes &Shapes, const LoopInfo &LI, const DominatorTree &Dominators) {
    constexpr std::int64_t MostStride = 16;
    constexpr unsigned Most = 4;
    unsigned Count = 0;
    SmallPtrSet<const Value *, 4> Done; // arrays
    for (BasicBlock *Block : L.blocks())
      for (Instruction &I : *Block) {
        Value *Address = getLoadStorePointerOperand(&I);
        if (!Address || L.isLoopInvariant(Address) || LI.getLoopFor(Block) != &L ||
            !Dominators.dominates(Block, L.getLoopLatch()) || Shapes[Address].Kind != Shape::Linear ||
            std::abs(Shapes[Address].Stride) > MostStride || Count == Most ||
            !Done.insert(getUnderlyingObject(Address)).second)
          continue;
        Budget = 8;
        if (Value *Next = inLaterIteration(Address)) {
          AtEnd.CreateIntrinsic(Intrinsic::prefetch, {Next->getType()},
                                {Next, AtEnd.getInt32(0), AtEnd.getInt32(3), AtEnd.getInt32(1)});
          ++Count;
        }
      }
  }

private:
  /// How many iterations a fetch from memory takes, as measured for blocks of 64 to 1024 threads.
  static constexpr unsigned Distance = 6;

  Value *inLaterIteration(Value *V) {
    auto *I = dyn_cast<Instruction>(V);
    if (!I || !L.contains(I))
      return V;
    if (auto *Phi = dyn_cast<PHINode>(I)) {
      if (Phi->getParent() != L.getHeader())
        return nullptr;
      Value *Next = Phi->getIncomingValueForBlock(L.getLoopLatch());
      auto *Sum = dyn_cast<BinaryOperator>(Next);
      if (Sum && Sum->getOpcode() == Instruction::Add)
        for (unsigned K : {0u, 1u})
          if (Sum->getOperand(K) == Phi && L.isLoopInvariant(Sum->getOperand(1 - K)))
            return AtEnd.CreateAdd(
                Phi, AtEnd.CreateMul(Sum->getOperand(1 - K), ConstantInt::get(Phi->getType(), Distance)));
      return Next;
    }
    if (Budget-- == 0 || !isa<GetElementPtrInst, BinaryOperator, CastInst>(I) ||
        !isSafeToSpeculativelyExecute(I))
      return nullptr;
    Instruction *Copy = I->clone();
    for (Use &U : Copy->operands()) {
      Value *Next = inLaterIteration(U.get());
      if (!Next) {
        Copy->deleteValue();
        return nullptr;
      }
      U.set(Next);
    }
    Copy->dropPoisonGeneratingFlags();
    return AtEnd.Insert(Copy);
  }

  Loop &L;
  IRBuilder<> &AtEnd;
  unsigned Budget = 0;
};

} // namespace

std::optional<DebugLoc> markStridedLoop(PreparedThread &Thread, FunctionAnalysisManager &Analyses) {
  Function &F = Thread.F;
  if (!isSimple(F))
    return std::nullopt;
  LoopInfo &LI = Analyses.getResult<LoopAnalysis>(F);
  const LaneShapes Shapes(F, Thread.Loads, {}, LI);
  for (Loop *L : LI) {
    if (L->hasNoExitBlocks() || !L->getLoopLatch() || !isStrided(*L, Shapes) || isLarge(*L) ||
        keepsMuch(*L) || any_of(L->blocks(), [](BasicBlock *Block) { return any_of(*Block, showsOrder); }))
      continue;
    IRBuilder<> AtEnd(L->getLoopLatch()->getTerminator());
    Prefetches(*L, AtEnd).add(Shapes, LI, Analyses.getResult<DominatorTreeAnalysis>(F));
    CallInst *Marker = AtEnd.CreateCall(F.getParent()->getOrInsertFunction(splitMarker, AtEnd.getVoidTy()));
    Marker->setDoesNotThrow();
    Marker->setCannotMerge();
    return L->getStartLoc();
  }
  return std::nullopt;
}

} // namespace kcc::compiler
