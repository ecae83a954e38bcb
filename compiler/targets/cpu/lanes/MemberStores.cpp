#include "targets/cpu/lanes/MemberStores.h"
#include "targets/cpu/lanes/Interleaving.h"

#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/ValueTracking.h"
#include <cstdlib>

using namespace llvm;

namespace kcc::compiler {
namespace {

/// The bytes that an access covers, as distances from a pointer.
struct Place {
  explicit Place(const Instruction &Access)
      : Base(placeOf(Access).first), Begin(placeOf(Access).second),
        End(Begin + static_cast<std::int64_t>(
                        Access.getDataLayout().getTypeStoreSize(getLoadStoreType(&Access)).getFixedValue())) {
  }

  bool isApartFrom(const Place &Other) const {
    return Base == Other.Base && (End <= Other.Begin || Other.End <= Begin);
  }

  const Value *Base;
  std::int64_t Begin, End;
};

/// Whether the store may come after the instruction instead of before it.
bool mayPass(const StoreInst &Store, const Instruction &I, BatchAAResults &Aliases) {
  if (accessesNoMemory(I))
    return isGuaranteedToTransferExecutionToSuccessor(&I);
  auto *Load = dyn_cast<LoadInst>(&I);
  auto *Other = dyn_cast<StoreInst>(&I);
  if (!(Load && Load->isSimple()) && !(Other && Other->isSimple()))
    return false;
  MemoryLocation At = MemoryLocation::get(&I);
  if (Other) // its type says nothing: it may make another object in the same place
    At.AATags.TBAA = At.AATags.TBAAStruct = nullptr;
  return Place(Store).isApartFrom(Place(I)) || Aliases.isNoAlias(MemoryLocation::get(&Store), At);
}

/// The next store, if it is of the same type and near, and the store may be moved there; otherwise null.
StoreInst *nextMember(StoreInst &Store, BatchAAResults &Aliases) {
  constexpr std::int64_t Near = 64;
  const Place Stored(Store);
  for (Instruction *I = Store.getNextNode(); I && mayPass(Store, *I, Aliases); I = I->getNextNode())
    if (auto *Next = dyn_cast<StoreInst>(I); Next && Place(*Next).Base == Stored.Base)
      return Next->getValueOperand()->getType() == Store.getValueOperand()->getType() &&
                     std::abs(Place(*Next).Begin - Stored.Begin) < Near
                 ? Next
                 : nullptr;
  return nullptr;
}

} // namespace

void joinMemberStores(Function &F, AAResults &Known) {
  BatchAAResults Aliases(Known);
  for (BasicBlock &Block : F) {
    SmallVector<StoreInst *, 16> Stores;
    for (Instruction &I : Block)
      if (auto *Store = dyn_cast<StoreInst>(&I); Store && Store->isSimple())
        Stores.push_back(Store);
    for (StoreInst *Store :
         reverse(Stores)) // from the last one on, so that each finds the others where they stay
      if (StoreInst *Next = nextMember(*Store, Aliases))
        Store->moveBefore(Next->getIterator());
  }
}

} // namespace kcc::compiler
