#include "targets/cpu/lanes/Interleaving.h"

#include "llvm/IR/DataLayout.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace kcc::compiler {

std::pair<const Value *, std::int64_t> placeOf(const Instruction &Access) {
  APInt Offset(64, 0);
  const Value *Base = getLoadStorePointerOperand(&Access)->stripAndAccumulateConstantOffsets(
      Access.getDataLayout(), Offset, true);
  return {Base, Offset.getSExtValue()};
}

bool accessesNoMemory(const Instruction &I) {
  auto *Intrinsic = dyn_cast<IntrinsicInst>(&I);
  return !I.mayReadOrWriteMemory() || (Intrinsic && Intrinsic->isAssumeLikeIntrinsic());
}

/// How many objects of this size lie from a lane's to the next lane's; 0: they are not such neighbours.
static unsigned distanceInLanes(const Instruction &Access, const LaneShapes &Shapes) {
  const DataLayout &Layout = Access.getDataLayout();
  Type *const T = getLoadStoreType(&Access);
  const Shape S = Shapes[getLoadStorePointerOperand(&Access)];
  const auto Bytes = static_cast<std::int64_t>(Layout.getTypeAllocSize(T));
  if (S.Kind != Shape::Linear || S.Stride <= Bytes || S.Stride > mostApart(Bytes) * Bytes ||
      S.Stride % Bytes != 0 || Layout.getTypeSizeInBits(T) != static_cast<std::uint64_t>(8 * Bytes))
    return 0;
  return static_cast<unsigned>(S.Stride / Bytes);
}

SmallVector<const StoreInst *, 4> storesOfAll(const StoreInst &Store, unsigned Distance) {
  Type *const T = Store.getValueOperand()->getType();
  const auto Bytes = static_cast<std::int64_t>(Store.getDataLayout().getTypeAllocSize(T));
  const Value *const Base = placeOf(Store).first;
  SmallVector<const StoreInst *, 4> Found = {&Store};
  auto GoesOn = [&](const Instruction &I) {
    auto *Other = dyn_cast<StoreInst>(&I);
    if (accessesNoMemory(I))
      return true;
    if (!Other || !Other->isSimple() || placeOf(*Other).first != Base ||
        Other->getValueOperand()->getType() != T)
      return false;
    Found.push_back(Other);
    return true;
  };
  for (const Instruction *I = Store.getNextNode(); I && GoesOn(*I);)
    I = I->getNextNode();
  for (const Instruction *I = Store.getPrevNode(); I && GoesOn(*I);)
    I = I->getPrevNode();
  if (Found.size() != Distance)
    return {};
  llvm::sort(Found,
             [](const StoreInst *A, const StoreInst *B) { return placeOf(*A).second < placeOf(*B).second; });
  for (auto [K, Other] : enumerate(Found))
    if (placeOf(*Other).second != placeOf(*Found[0]).second + static_cast<std::int64_t>(K) * Bytes)
      return {};
  return Found;
}

unsigned interleaving(const Instruction &Access, const LaneShapes &Shapes) {
  const unsigned Distance = distanceInLanes(Access, Shapes);
  auto *Store = dyn_cast<StoreInst>(&Access);
  return Distance != 0 && Store && storesOfAll(*Store, Distance).empty() ? 0 : Distance;
}

} // namespace kcc::compiler
