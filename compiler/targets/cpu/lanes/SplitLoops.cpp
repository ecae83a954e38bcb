#include "targets/cpu/lanes/SplitLoops.h"
#include "kcc/abi/cpu_code.h"
#include "targets/cpu/lanes/BarrierRegions.h"
#include "targets/cpu/lanes/LaneChecks.h"
#include "targets/cpu/lanes/Prefetches.h"
#include "targets/cpu/lanes/VotedLoops.h"
#include "targets/cpu/lanes/WarpOperations.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
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

/// Whether a number is computed from the number of blocks, as the grid's stride is.
bool isOfGrid(const Value &V, const Fields &Loads, unsigned Depth = 0) {
  constexpr unsigned MostDepth = 6;
  constexpr std::size_t First = offsetof(abi::CpuThread, grid_dim);
  if (auto Field = Loads.find(&V); Field != Loads.end())
    return Field->second >= First && Field->second < First + sizeof abi::CpuThread::grid_dim;
  auto *I = dyn_cast<Instruction>(&V);
  return I && Depth < MostDepth && isa<BinaryOperator, CastInst>(I) &&
         any_of(
             I->operand_values(), [&](const Value *Operand) { return isOfGrid(*Operand, Loads, Depth + 1); });
}

/// The step by which all threads go on from neighbouring places, or from the same one to a place of each;
/// null if there is none.
const Value *strideOf(Loop &L, const LaneShapes &Shapes, const Fields &Loads) {
  for (const PHINode &Phi : L.getHeader()->phis()) {
    auto *Next = dyn_cast<BinaryOperator>(Phi.getIncomingValueForBlock(L.getLoopLatch()));
    if (!Next || Next->getOpcode() != Instruction::Add)
      continue;
    const unsigned Own = Next->getOperand(0) == &Phi ? 0 : 1;
    Value *const Step = Next->getOperand(1 - Own);
    bool IsMoved = false;
    if (Next->getOperand(Own) != &Phi || !Shapes.isUniform(Step) || !L.makeLoopInvariant(Step, IsMoved))
      continue;
    const Shape::KindType Kind = Shapes[&Phi].Kind;
    if ((Kind == Shape::Linear && isFar(*Step)) || (Kind == Shape::Uniform && isOfGrid(*Step, Loads)))
      return Step;
  }
  return nullptr;
}

/// Whether threads could tell in a loop in which order they run. Of what is only added up, in any order, they
/// cannot.
bool showsOrder(const Instruction &I) {
  auto *Update = dyn_cast<AtomicRMWInst>(&I);
  if (Update && Update->use_empty() && !Update->isVolatile() && Update->getType()->isIntegerTy() &&
      Update->getOperation() != AtomicRMWInst::Xchg && Update->getOrdering() == AtomicOrdering::Monotonic)
    return false;
  return I.isAtomic() || I.isVolatile() || isBarrier(I) || warpOperation(I).has_value();
}

/// Calls could print, or report a failure. Local arrays would have to be kept for each thread, as they are in
/// functions with barriers anyway.
bool isSimple(const Function &F) {
  const bool KeepsArrays = hasBarriers(F);
  return none_of(instructions(F), [=](const Instruction &I) {
    return isa<AllocaInst>(I) ? !KeepsArrays
                              : isa<CallBase>(I) && !isa<IntrinsicInst>(I) && !isCheck(I) && !isBarrier(I) &&
                                    !warpOperation(I);
  });
}

/// The body is in two of the functions that the kernel is split into. Where it computes much, memory matters
/// little.
bool isLarge(const Loop &L) {
  constexpr std::size_t Most = 128; // instructions
  std::size_t Count = 0;
  for (const BasicBlock *Block : L.blocks())
    Count += Block->sizeWithoutDebug() -
             static_cast<std::size_t>(count_if(*Block, [](const Instruction &I) { return isCheck(I); }));
  return Count > Most;
}

/// Whether some threads may leave the loop before others.
bool isLeftApart(const Loop &L, const LaneShapes &Shapes) {
  SmallVector<BasicBlock *, 4> Exiting;
  L.getExitingBlocks(Exiting);
  return any_of(Exiting, [&](BasicBlock *Block) { return Shapes.hasDivergentTerminator(*Block); });
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

/// Adds a call of splitMarker.
void waitAt(IRBuilder<> &At) {
  CallInst *Marker =
      At.CreateCall(At.GetInsertBlock()->getModule()->getOrInsertFunction(splitMarker, At.getVoidTy()));
  Marker->setDoesNotThrow();
  Marker->setCannotMerge();
}

/// Splits the first strided loop that is not split yet, and returns where the source has it.
std::optional<DebugLoc> splitNext(PreparedThread &Thread, bool Meet, FunctionAnalysisManager &Analyses) {
  Function &F = Thread.F;
  LoopInfo &LI = Analyses.getResult<LoopAnalysis>(F);
  const LaneShapes Shapes(F, Thread.Loads, {}, LI);
  for (Loop *L : reverse(LI)) {
    if (L->hasNoExitBlocks() || !L->getLoopLatch() || isLarge(*L) || keepsMuch(*L) ||
        any_of(L->blocks(), [](BasicBlock *Block) { return any_of(*Block, showsOrder); }))
      continue;
    const Value *Stride = strideOf(*L, Shapes, Thread.Loads);
    if (!Stride || (Meet && !isOfGrid(*Stride, Thread.Loads)))
      continue;
    const bool Votes = Meet && isLeftApart(*L, Shapes);
    if (Votes && !canVoteInLoop(*L))
      continue;
    BasicBlock *Last = Votes ? L->getExitingBlock() : L->getLoopLatch();
    const DebugLoc Place = L->getStartLoc();
    IRBuilder<> AtEnd(Last->getTerminator());
    const DominatorTree &Dominators = Analyses.getResult<DominatorTreeAnalysis>(F);
    prefetchLaterIteration(*L, AtEnd, Shapes, LI, Dominators);
    if (Votes) {
      voteInLoop(*L, Thread, Analyses);
      return Place;
    }
    waitAt(AtEnd);
    // Otherwise each thread would read for the first iteration right after its reads before the loop: twice
    // as many places in memory at a time.
    IRBuilder<> AtBegin(L->getLoopPreheader()->getTerminator());
    if (Meet && prefetchNextBlock(*L, Shapes, LI, Dominators))
      waitAt(AtBegin);
    return Place;
  }
  return std::nullopt;
}

} // namespace

SmallVector<DebugLoc, 2> splitStridedLoops(PreparedThread &Thread, FunctionAnalysisManager &Analyses) {
  SmallVector<DebugLoc, 2> Split;
  if (!isSimple(Thread.F))
    return Split;
  // Threads that meet behind the loop must leave it together.
  const bool Meet =
      any_of(instructions(Thread.F), [](const Instruction &I) { return isBarrier(I) || warpOperation(I); });
  const std::size_t Most = Meet ? 4 : 1;
  while (Split.size() < Most)
    if (const std::optional<DebugLoc> Place = splitNext(Thread, Meet, Analyses))
      Split.push_back(*Place);
    else
      break;
  return Split;
}

} // namespace kcc::compiler
