#include "targets/cpu/lanes/StreamFetches.h"
#include "kcc/abi/cpu_code.h"
#include "targets/cpu/lanes/LoopPlaces.h"
#include "targets/cpu/lanes/Prefetches.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"

#include <cstddef>
#include <cstdlib>

using namespace llvm;

namespace kcc::compiler {
namespace {

/// A load or store of a row in each iteration, of which the next iteration's begins where it ends.
struct Stream {
  Instruction *Access;
  const SCEV *Place;
  std::uint64_t Bytes; ///< of a row
};
using Streams = SmallVector<Stream, 8>;

class Fetcher {
public:
  Fetcher(Function &F, ScalarEvolution &Evolution) : F(F), Evolution(Evolution) {}

  bool run(const Loop &L) {
    Streams Writes, Reads;
    for (BasicBlock *Block : L.blocks())
      for (Instruction &I : *Block) {
        if (isa<CallBase>(I) && !isa<IntrinsicInst>(I))
          return false; // checks, or functions that may do anything
        if (auto *Store = dyn_cast<StoreInst>(&I); Store && Store->isSimple())
          add(Writes, I, Store->getValueOperand()->getType(), L);
        else if (auto *Load = dyn_cast<LoadInst>(&I); Load && Load->isSimple())
          add(Reads, I, Load->getType(), L);
      }
    // What is read first is there when it is written.
    erase_if(Writes, [&](const Stream &Write) { return isAmong(Reads, Write.Place); });
    constexpr std::size_t Most = 4;
    if (Writes.empty() || Writes.size() > Most || Reads.size() > Most)
      return false;
    for (const Stream &Write : Writes)
      fetch(Write, /*ToWrite=*/true);
    for (const Stream &Read : Reads)
      fetch(Read, /*ToWrite=*/false);
    return true;
  }

private:
  bool isAmong(const Streams &Known, const SCEV *Place) {
    return any_of(Known, [&](const Stream &Other) {
      auto *Distance = dyn_cast<SCEVConstant>(Evolution.getMinusSCEV(Place, Other.Place));
      return Distance && std::abs(Distance->getAPInt().getSExtValue()) < cacheLineBytes;
    });
  }

  /// Whether other blocks may access it. They do not access a block's shared memory, what its threads keep at
  /// barriers (an argument), and local variables.
  bool isGlobal(const Value *Address) const {
    const Value *Object = getUnderlyingObject(Address, /*MaxLookup=*/0);
    if (isa<Argument, AllocaInst>(Object))
      return false;
    auto *Loaded = dyn_cast<LoadInst>(Object);
    if (!Loaded || F.arg_size() < 2)
      return true;
    APInt Offset(64, 0);
    const Value *Base = Loaded->getPointerOperand()->stripAndAccumulateConstantOffsets(
        F.getDataLayout(), Offset, /*AllowNonInbounds=*/true);
    return Base != F.getArg(1) || Offset != offsetof(abi::CpuThread, shared_memory);
  }

  /// A processor foresees reads of less than a line at a time, but not writes.
  void add(Streams &Found, Instruction &I, Type *T, const Loop &L) {
    const std::uint64_t Bytes = F.getDataLayout().getTypeStoreSize(T).getFixedValue();
    const std::uint64_t Least = isa<StoreInst>(I) ? 16 : cacheLineBytes;
    if (!isa<FixedVectorType>(T) || Bytes < Least)
      return;
    Value *Address = getLoadStorePointerOperand(&I);
    const SCEVAddRecExpr *Place = placeInLoop(Address, L, Evolution);
    if (!Place)
      return;
    auto *Step = dyn_cast<SCEVConstant>(Place->getStepRecurrence(Evolution));
    if (Step && Step->getAPInt() == Bytes && isGlobal(Address) && !isAmong(Found, Place))
      Found.push_back({&I, Place, Bytes});
  }

  static void fetch(const Stream &S, bool ToWrite) {
    // Far enough for the caches, but hardly beyond the end of what a block accesses.
    constexpr std::uint64_t Distance = 256;
    IRBuilder<> Builder(S.Access);
    Value *Address = getLoadStorePointerOperand(S.Access);
    for (std::uint64_t Line = 0; Line < S.Bytes; Line += cacheLineBytes)
      Builder.CreateIntrinsic(Intrinsic::prefetch, {Address->getType()},
                              {Builder.CreatePtrAdd(Address, Builder.getInt64(Distance + Line)),
                               Builder.getInt32(ToWrite), Builder.getInt32(3), Builder.getInt32(1)});
  }

  Function &F;
  ScalarEvolution &Evolution;
};

} // namespace

PreservedAnalyses StreamFetches::run(Function &F, FunctionAnalysisManager &Analyses) {
  auto &Loops = Analyses.getResult<LoopAnalysis>(F);
  // Only functions of blocks, to which BlockFunctions::finish() has given this attribute.
  if (Loops.empty() || !F.hasFnAttribute("prefer-vector-width"))
    return PreservedAnalyses::all();
  Fetcher Fetches(F, Analyses.getResult<ScalarEvolutionAnalysis>(F));
  bool Changes = false;
  for (const Loop *L : Loops.getLoopsInPreorder())
    if (L->isInnermost())
      Changes |= Fetches.run(*L);
  if (!Changes)
    return PreservedAnalyses::all();
  PreservedAnalyses Kept;
  Kept.preserveSet<CFGAnalyses>();
  return Kept;
}

} // namespace kcc::compiler
