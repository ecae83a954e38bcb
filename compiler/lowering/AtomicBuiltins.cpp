#include "lowering/AtomicBuiltins.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace kcc::compiler {

// include/kcc/atomic.h declares them.
static constexpr StringRef FenceName = "__kcc_atomic_fence"; // void (order, scope)

namespace {
/// pointer (pointer, scope): describes the operation that uses the result as its operand.
struct Marker {
  StringRef Name;
  AtomicRMWInst::BinOp Operation; ///< what an addition becomes
};
constexpr Marker Markers[] = {
    {"__kcc_atomic_at_scope", AtomicRMWInst::Add},
    {"__kcc_atomic_inc_wrap", AtomicRMWInst::UIncWrap},
    {"__kcc_atomic_dec_wrap", AtomicRMWInst::UDecWrap},
};
} // namespace

bool isAtomicBuiltin(StringRef Name) {
  return Name == FenceName || any_of(Markers, [&](const Marker &Row) { return Name == Row.Name; });
}

/// The orders by the numbers of std::memory_order, except the strongest one: consume is acquire in LLVM.
static constexpr AtomicOrdering WeakerOrders[] = {AtomicOrdering::Monotonic, AtomicOrdering::Acquire,
                                                  AtomicOrdering::Acquire, AtomicOrdering::Release,
                                                  AtomicOrdering::AcquireRelease};

static AtomicOrdering orderOf(const Value *Number) {
  auto *Known = dyn_cast<ConstantInt>(Number);
  if (!Known || Known->getZExtValue() >= std::size(WeakerOrders))
    return AtomicOrdering::SequentiallyConsistent;
  return WeakerOrders[Known->getZExtValue()];
}

/// Unknown arguments become the strongest order and the widest scope.
static SyncScope::ID scopeOf(const Value *Number, LLVMContext &Context, ArrayRef<StringRef> Names) {
  auto *Known = dyn_cast<ConstantInt>(Number);
  if (!Known || Known->getZExtValue() >= Names.size())
    return SyncScope::System;
  return Context.getOrInsertSyncScopeID(Names[Known->getZExtValue()]);
}

/// All calls of \p F that pass both arguments; declarations without parameters take any number.
static SmallVector<CallInst *, 16> callsWithBothArguments(Function &F) {
  SmallVector<CallInst *, 16> Calls;
  for (User *U : F.users())
    if (auto *Call = dyn_cast<CallInst>(U); Call && Call->getCalledOperand() == &F && Call->arg_size() == 2)
      Calls.push_back(Call);
  return Calls;
}

void lowerAtomicScopes(Module &M, ArrayRef<StringRef> Names) {
  for (const Marker &Row : Markers) {
    Function *F = M.getFunction(Row.Name);
    if (!F)
      continue;
    for (CallInst *Call : callsWithBothArguments(*F)) {
      SyncScope::ID Scope = scopeOf(Call->getArgOperand(1), M.getContext(), Names);
      for (User *U : Call->users()) {
        if (auto *I = dyn_cast<Instruction>(U); I && I->isAtomic())
          setAtomicSyncScopeID(I, Scope);
        if (auto *Change = dyn_cast<AtomicRMWInst>(U); Change && Change->getOperation() == AtomicRMWInst::Add)
          Change->setOperation(Row.Operation);
      }
      Call->replaceAllUsesWith(Call->getArgOperand(0));
      Call->eraseFromParent();
    }
    if (F->use_empty())
      F->eraseFromParent();
  }
  if (Function *F = M.getFunction(FenceName)) {
    for (CallInst *Call : callsWithBothArguments(*F)) {
      AtomicOrdering Order = orderOf(Call->getArgOperand(0));
      if (isAcquireOrStronger(Order) || isReleaseOrStronger(Order))
        IRBuilder<>(Call).CreateFence(Order, scopeOf(Call->getArgOperand(1), M.getContext(), Names));
      Call->eraseFromParent();
    }
    if (F->use_empty())
      F->eraseFromParent();
  }
}

bool isWideAtomic(const Instruction &I) {
  if (!I.isAtomic() || isa<FenceInst>(I))
    return false;
  Type *T = I.getType();
  if (auto *Store = dyn_cast<StoreInst>(&I))
    T = Store->getValueOperand()->getType();
  else if (auto *Exchange = dyn_cast<AtomicCmpXchgInst>(&I))
    T = Exchange->getNewValOperand()->getType();
  return I.getDataLayout().getTypeStoreSize(T) > 8;
}

namespace {
/// One of libstdc++'s functions in bits/atomic_base.h.
struct FloatFunction {
  StringRef Prefix;
  AtomicRMWInst::BinOp Operation;
  bool ReturnsNew; ///< and is sequentially consistent; the others have an order as their last parameter
};
} // namespace

static void define(Function &F, const FloatFunction &What) {
  F.deleteBody();
  F.setLinkage(GlobalValue::InternalLinkage);
  F.setSubprogram(nullptr); // described the removed body
  IRBuilder<> Builder(BasicBlock::Create(F.getContext(), "", &F));
  Value *Pointer = F.getArg(0), *Operand = F.getArg(1);
  auto Change = [&](AtomicOrdering Order) -> Value * {
    return Builder.CreateAtomicRMW(What.Operation, Pointer, Operand, std::nullopt, Order);
  };
  if (What.ReturnsNew) {
    Value *Old = Change(AtomicOrdering::SequentiallyConsistent);
    Builder.CreateRet(What.Operation == AtomicRMWInst::FAdd ? Builder.CreateFAdd(Old, Operand)
                                                            : Builder.CreateFSub(Old, Operand));
    return;
  }
  // After inlining, the order is a constant and only one case remains.
  auto Case = [&](AtomicOrdering Order) {
    auto *Block = BasicBlock::Create(F.getContext(), "", &F);
    Builder.SetInsertPoint(Block);
    Builder.CreateRet(Change(Order));
    return Block;
  };
  BasicBlock *Entry = Builder.GetInsertBlock();
  BasicBlock *Strongest = Case(AtomicOrdering::SequentiallyConsistent);
  Builder.SetInsertPoint(Entry);
  SwitchInst *Switch = Builder.CreateSwitch(F.getArg(2), Strongest, 5);
  auto *Number = cast<IntegerType>(F.getArg(2)->getType());
  for (auto [Value, Order] : enumerate(WeakerOrders))
    Switch->addCase(ConstantInt::get(Number, Value), Case(Order));
}

/// The row for \p F; null if it is none of these functions.
static const FloatFunction *floatFunction(const Function &F) {
  static constexpr FloatFunction Functions[] = {
      {"_ZNSt13__atomic_impl15__fetch_add_fltI", AtomicRMWInst::FAdd, false},
      {"_ZNSt13__atomic_impl15__fetch_sub_fltI", AtomicRMWInst::FSub, false},
      {"_ZNSt13__atomic_impl15__add_fetch_fltI", AtomicRMWInst::FAdd, true},
      {"_ZNSt13__atomic_impl15__sub_fetch_fltI", AtomicRMWInst::FSub, true},
  };
  auto *What =
      find_if(Functions, [&](const FloatFunction &Row) { return F.getName().starts_with(Row.Prefix); });
  if (What == std::end(Functions) || F.isDeclaration() || F.arg_size() != (What->ReturnsNew ? 2 : 3))
    return nullptr;
  Type *T = F.getReturnType();
  bool Expected = (T->isFloatTy() || T->isDoubleTy()) && F.getArg(1)->getType() == T &&
                  F.getArg(0)->getType()->isPointerTy() &&
                  (What->ReturnsNew || F.getArg(2)->getType()->isIntegerTy());
  return Expected ? What : nullptr;
}

bool hasFloatInstruction(const Function &F) {
  return floatFunction(F) != nullptr;
}

void useFloatInstructions(Module &M) {
  for (Function &F : M)
    if (const FloatFunction *What = floatFunction(F))
      define(F, *What);
}

} // namespace kcc::compiler
