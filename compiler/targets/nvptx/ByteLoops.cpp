#include "targets/nvptx/ByteLoops.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;

namespace kcc::compiler {
namespace {

constexpr unsigned Copies = 8;
/// Larger bodies would need more registers than the loads' latency is worth.
constexpr unsigned MaxInstructions = 32;

/// True if \p L is one block that reads memory only through addresses that advance by a byte in each
/// iteration, or stay, and writes none.
bool readsBytes(const Loop &L, ScalarEvolution &SE) {
  const BasicBlock &Body = *L.getHeader();
  if (Body.sizeWithoutDebug() > MaxInstructions)
    return false;
  bool Reads = false;
  for (const Instruction &I : Body) {
    auto *Load = dyn_cast<LoadInst>(&I);
    if (!Load) {
      auto *Intrinsic = dyn_cast<IntrinsicInst>(&I);
      if ((isa<CallBase>(I) && !Intrinsic) ||
          (I.mayReadOrWriteMemory() && !(Intrinsic && Intrinsic->isAssumeLikeIntrinsic())))
        return false;
      continue;
    }
    if (!Load->isSimple())
      return false;
    const SCEV *Address = SE.getSCEV(const_cast<Value *>(Load->getPointerOperand()));
    if (SE.isLoopInvariant(Address, &L))
      continue;
    auto *Recurrence = dyn_cast<SCEVAddRecExpr>(Address);
    auto *Step = Recurrence && Recurrence->getLoop() == &L && Recurrence->isAffine()
                     ? dyn_cast<SCEVConstant>(Recurrence->getStepRecurrence(SE))
                     : nullptr;
    if (!Step || !Step->getAPInt().abs().isOne())
      return false;
    Reads = true;
  }
  return Reads;
}

/// Whether the number of iterations is known only at run time, and may exceed one of the unrolled loop. Of
/// what `k < (length & 7)` leaves, as after a loop over words, LLVM would make one test for each byte, which
/// takes up to 16 % longer.
bool isLong(const Loop &L, ScalarEvolution &SE) {
  if (isa<SCEVConstant>(SE.getBackedgeTakenCount(&L)) || !SE.hasLoopInvariantBackedgeTakenCount(&L))
    return false;
  const unsigned Most = SE.getSmallConstantMaxTripCount(&L); // 0 if it is large or not known
  return Most == 0 || Most > Copies;
}

class UnrollByteLoops : public PassInfoMixin<UnrollByteLoops> {
public:
  PreservedAnalyses run(Function &F, FunctionAnalysisManager &Analyses) {
    auto &Loops = Analyses.getResult<LoopAnalysis>(F);
    if (Loops.empty())
      return PreservedAnalyses::all();
    auto &SE = Analyses.getResult<ScalarEvolutionAnalysis>(F);
    for (Loop *L : Loops.getLoopsInPreorder())
      if (L->getNumBlocks() == 1 && hasUnrollTransformation(L) == TM_Unspecified && isLong(*L, SE) &&
          readsBytes(*L, SE))
        addStringMetadataToLoop(L, "llvm.loop.unroll.count", Copies);
    return PreservedAnalyses::all();
  }
};

} // namespace

void addByteLoopUnrolling(PassBuilder &Builder) {
  Builder.registerVectorizerStartEPCallback(
      [](FunctionPassManager &Passes, OptimizationLevel) { Passes.addPass(UnrollByteLoops()); });
}

} // namespace kcc::compiler
