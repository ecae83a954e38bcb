#include "lowering/PointerFlow.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace kcc::compiler {
namespace {

/// The address that \p I writes to; null if it writes nothing.
const Value *writtenBy(const Instruction &I) {
  if (auto *Store = dyn_cast<StoreInst>(&I))
    return Store->getPointerOperand();
  if (auto *Exchange = dyn_cast<AtomicCmpXchgInst>(&I))
    return Exchange->getPointerOperand();
  if (auto *Change = dyn_cast<AtomicRMWInst>(&I))
    return Change->getPointerOperand();
  if (auto *Memory = dyn_cast<MemIntrinsic>(&I))
    return Memory->getRawDest();
  return nullptr;
}

/// The values stored in \p Slot; nothing if it is used for more than loads and stores.
std::optional<SmallVector<const Value *, 4>> storedIn(const AllocaInst &Slot) {
  SmallVector<const Value *, 4> Stored;
  for (const User *U : Slot.users()) {
    if (auto *Store = dyn_cast<StoreInst>(U);
        Store && Store->getPointerOperand() == &Slot && Store->getValueOperand() != &Slot)
      Stored.push_back(Store->getValueOperand());
    else if (!isa<LoadInst>(U) && !cast<Instruction>(U)->isLifetimeStartOrEnd())
      return std::nullopt;
  }
  return Stored;
}

/// All values that are certainly pointers into one object, whatever branches are taken. Clang keeps every
/// pointer in a stack variable, so those are followed too.
class Derived {
public:
  /// Without \p Reached, only the function of \p Root, a parameter, is examined.
  Derived(const Value &Root, const Reach *Reached) : Root(Root), Reached(Reached) {
    // Values that may also point elsewhere only show at the end: they are excluded, and the search is
    // repeated.
    do {
      Values.clear();
      add(&Root);
      for (unsigned I = 0; I != Values.size(); ++I)
        follow(*Values[I]);
    } while (excludeMixed());
  }

  ArrayRef<const Value *> values() const { return Values.getArrayRef(); }
  bool contains(const Value *V) const { return Values.contains(V); }

private:
  void add(const Value *V) {
    if (!Mixed.contains(V))
      Values.insert(V);
  }

  void follow(const Value &Pointer) {
    for (const Use &U : Pointer.uses()) {
      auto *I = dyn_cast<Instruction>(U.getUser());
      if (!I) {
        if (isa<ConstantExpr>(U.getUser()))
          add(U.getUser());
      } else if (Reached && !Reached->contains(I->getFunction())) {
        continue; // host code
      } else if (isa<GetElementPtrInst, CastInst, FreezeInst, PHINode, SelectInst>(I)) {
        add(I);
      } else if (auto *Store = dyn_cast<StoreInst>(I); Store && Store->getValueOperand() == &Pointer) {
        if (auto *Slot = dyn_cast<AllocaInst>(Store->getPointerOperand()); Slot && storedIn(*Slot))
          for (const User *Use : Slot->users())
            if (isa<LoadInst>(Use))
              add(Use);
      } else if (auto *Call = dyn_cast<CallBase>(I); Call && Call->isArgOperand(&U)) {
        followCall(*Call, Call->getArgOperandNo(&U));
      }
    }
  }

  void followCall(const CallBase &Call, unsigned Number) {
    const Function *Callee = Call.getCalledFunction();
    if (!Callee || Callee->isDeclaration() || Number >= Callee->arg_size() || Call.isByValArgument(Number))
      return;
    if (Reached)
      add(Callee->getArg(Number));
    if (returns(*Callee->getArg(Number)))
      add(&Call);
  }

  /// True if the function of \p Parameter returns a pointer derived from it, and nothing else.
  bool returns(const Argument &Parameter) {
    if (!Parameter.getParent()->getReturnType()->isPointerTy())
      return false;
    auto [Known, IsNew] = Returned.try_emplace(&Parameter, false); // false for recursion
    if (!IsNew)
      return Known->second;
    Derived Inside(Parameter, nullptr);
    bool Result = all_of(instructions(*Parameter.getParent()), [&](const Instruction &I) {
      auto *Return = dyn_cast<ReturnInst>(&I);
      return !Return || Inside.contains(Return->getReturnValue());
    });
    Returned[&Parameter] = Result;
    return Result;
  }

  bool excludeMixed() {
    auto IsOurs = [&](const Value *V) {
      return Values.contains(V) || isa<ConstantPointerNull, UndefValue>(V);
    };
    SmallVector<const Value *, 4> Found;
    for (const Value *V : Values) {
      bool Good = true;
      if (auto *Phi = dyn_cast<PHINode>(V))
        Good = all_of(Phi->incoming_values(), IsOurs);
      else if (auto *Select = dyn_cast<SelectInst>(V))
        Good = IsOurs(Select->getTrueValue()) && IsOurs(Select->getFalseValue());
      else if (auto *Load = dyn_cast<LoadInst>(V))
        Good = all_of(*storedIn(*cast<AllocaInst>(Load->getPointerOperand())), IsOurs);
      if (!Good)
        Found.push_back(V);
    }
    Mixed.insert_range(Found);
    return !Found.empty();
  }

  const Value &Root;
  const Reach *Reached;
  SmallSetVector<const Value *, 16> Values;
  SmallPtrSet<const Value *, 8> Mixed;
  DenseMap<const Argument *, bool> Returned;
};

} // namespace

SmallVector<const Instruction *, 2> certainWrites(const GlobalVariable &V, const Reach &Reached) {
  SmallVector<const Instruction *, 2> Writes;
  Derived Pointers(V, &Reached);
  for (const Value *Pointer : Pointers.values())
    for (const User *U : Pointer->users())
      if (auto *I = dyn_cast<Instruction>(U);
          I && writtenBy(*I) == Pointer && Reached.contains(I->getFunction()))
        Writes.push_back(I);
  return Writes;
}

} // namespace kcc::compiler
