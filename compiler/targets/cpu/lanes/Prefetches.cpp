#include "targets/cpu/lanes/Prefetches.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/Analysis/ValueTracking.h"
#include <algorithm>
#include <cstdlib>

using namespace llvm;

namespace kcc::compiler {
namespace {

/// An access in each iteration by neighbouring threads.
struct LinearAccess {
  Value *Address;
  Value *Base;         ///< Address is so many bytes behind it:
  std::int64_t Offset; ///< a constant
  std::int64_t Stride; ///< bytes from thread to thread

  bool isNear(const LinearAccess &Other) const {
    return Base == Other.Base && Stride == Other.Stride && std::abs(Offset - Other.Offset) < cacheLineBytes;
  }
};

/// At most 8, of which no two are near each other.
SmallVector<LinearAccess, 8> linearAccesses(const Loop &L, const LaneShapes &Shapes, const LoopInfo &LI,
                                            const DominatorTree &Dominators) {
  constexpr std::int64_t MostStride = 16;
  constexpr std::size_t Most = 8;
  SmallVector<LinearAccess, Most> Found;
  const DataLayout &Layout = L.getHeader()->getDataLayout();
  for (BasicBlock *Block : L.blocks()) {
    if (LI.getLoopFor(Block) != &L || !Dominators.dominates(Block, L.getLoopLatch()))
      continue;
    for (Instruction &I : *Block) {
      Value *Address = getLoadStorePointerOperand(&I);
      if (!Address || L.isLoopInvariant(Address) || Shapes[Address].Kind != Shape::Linear ||
          std::abs(Shapes[Address].Stride) > MostStride)
        continue;
      APInt Offset(64, 0);
      Value *Base = Address->stripAndAccumulateConstantOffsets(Layout, Offset, /*AllowNonInbounds=*/true);
      const LinearAccess Access{Address, Base, Offset.getSExtValue(), Shapes[Address].Stride};
      if (Found.size() < Most &&
          none_of(Found, [&](const LinearAccess &Known) { return Known.isNear(Access); }))
        Found.push_back(Access);
    }
  }
  return Found;
}

/// Computes addresses in a later iteration.
class LaterIteration {
public:
  LaterIteration(const Loop &L, IRBuilder<> &AtEnd, std::uint64_t Distance)
      : L(L), AtEnd(AtEnd), Distance(Distance) {}

  /// Null if it is not known how, or takes too many instructions.
  Value *get(Value *V) {
    auto *I = dyn_cast<Instruction>(V);
    if (!I || !L.contains(I))
      return V;
    if (auto *Phi = dyn_cast<PHINode>(I))
      return Phi->getParent() == L.getHeader() ? later(*Phi) : nullptr;
    if (Budget-- == 0 || !isa<GetElementPtrInst, BinaryOperator, CastInst>(I) ||
        !isSafeToSpeculativelyExecute(I))
      return nullptr;
    Instruction *Copy = I->clone();
    for (Use &U : Copy->operands()) {
      Value *Next = get(U.get());
      if (!Next) {
        Copy->deleteValue();
        return nullptr;
      }
      U.set(Next);
    }
    Copy->dropPoisonGeneratingFlags();
    return AtEnd.Insert(Copy);
  }

private:
  /// Of what does not grow by the same in each iteration, the next one's.
  Value *later(PHINode &Phi) {
    Value *Next = Phi.getIncomingValueForBlock(L.getLoopLatch());
    auto *Sum = dyn_cast<BinaryOperator>(Next);
    if (Sum && Sum->getOpcode() == Instruction::Add)
      for (unsigned K : {0u, 1u})
        if (Sum->getOperand(K) == &Phi && L.isLoopInvariant(Sum->getOperand(1 - K)))
          return AtEnd.CreateAdd(
              &Phi, AtEnd.CreateMul(Sum->getOperand(1 - K), ConstantInt::get(Phi.getType(), Distance)));
    return Next;
  }

  const Loop &L;
  IRBuilder<> &AtEnd;
  const std::uint64_t Distance;
  unsigned Budget = 8;
};

} // namespace

void prefetchLaterIteration(Loop &L, IRBuilder<> &AtEnd, const LaneShapes &Shapes, const LoopInfo &LI,
                            const DominatorTree &Dominators) {
  const SmallVector<LinearAccess, 8> Accesses = linearAccesses(L, Shapes, LI, Dominators);
  MapVector<const Value *, std::int64_t> BytesOf; // of each array, a thread's in an iteration
  for (const LinearAccess &Access : Accesses)
    BytesOf[getUnderlyingObject(Access.Address)] += std::abs(Access.Stride);
  for (const LinearAccess &Access : Accesses) {
    // A fetch from memory takes six iterations of one number of 4 bytes, as measured for blocks of 64 to 1024
    // threads, and one of several larger ones.
    const std::int64_t Distance =
        std::clamp<std::int64_t>(24 / BytesOf[getUnderlyingObject(Access.Address)], 1, 6);
    if (Value *Address = LaterIteration(L, AtEnd, static_cast<std::uint64_t>(Distance)).get(Access.Address))
      AtEnd.CreateIntrinsic(Intrinsic::prefetch, {Address->getType()},
                            {Address, AtEnd.getInt32(0), AtEnd.getInt32(3), AtEnd.getInt32(1)});
  }
}

} // namespace kcc::compiler
