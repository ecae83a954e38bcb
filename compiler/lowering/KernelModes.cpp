#include "lowering/KernelModes.h"
#include "lowering/MathFunctions.h"
#include "lowering/Reach.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

using namespace llvm;

namespace kcc::compiler {
namespace {

/// A function whose code depends on the mode: it has a body, or gets one from the math library.
bool dependsOnMode(const Function &F) {
  return !F.isDeclaration() || isMathFunction(F);
}

/// The first function in the initializer of \p V whose code depends on the mode, also in the initializers of
/// variables to which it points.
const Function *functionHeldBy(const GlobalVariable &V) {
  SmallVector<const Constant *, 8> Open;
  SmallPtrSet<const Constant *, 16> Seen;
  if (V.hasInitializer())
    Open.push_back(V.getInitializer());
  while (!Open.empty()) {
    const Constant *C = Open.pop_back_val();
    if (!Seen.insert(C).second)
      continue;
    if (auto *F = dyn_cast<Function>(C)) {
      if (dependsOnMode(*F))
        return F;
    } else if (auto *Other = dyn_cast<GlobalVariable>(C)) {
      if (Other->hasInitializer())
        Open.push_back(Other->getInitializer());
    } else if (!isa<ConstantData>(C)) {
      for (const Use &Part : C->operands())
        if (auto *Operand = dyn_cast<Constant>(Part)) // a block address has a block
          Open.push_back(Operand);
    }
  }
  return nullptr;
}

using Symbols = SmallSetVector<GlobalValue *, 32>;

Symbols reachedFromAny(const KernelGroup &Group) {
  Symbols Found;
  for (const Function *Kernel : Group)
    for (auto &[Symbol, At] : reachedFrom(*Kernel))
      Found.insert(const_cast<GlobalValue *>(Symbol));
  return Found;
}

class Separation {
public:
  Separation(Module &M, ArrayRef<KernelGroup> Groups) : M(M) {
    for (const KernelGroup &Group : Groups)
      Reached.push_back(reachedFromAny(Group));
  }

  void run() {
    // A library function has no body to copy yet.
    SmallSetVector<Function *, 8> Library;
    for (const Symbols &S : Reached)
      for (GlobalValue *Symbol : S)
        if (auto *F = dyn_cast<Function>(Symbol);
            F && F->isDeclaration() && !F->isIntrinsic() && isShared(F) && isMathFunction(*F))
          Library.insert(F);
    for (Function *F : Library)
      wrapForAddress(*F);

    Symbols Taken = Reached.front();
    for (Symbols &Mine : drop_begin(Reached)) {
      copy(Mine, Taken);
      Taken.insert(Mine.begin(), Mine.end());
    }
  }

  const SmallVector<Symbols, 2> &reached() const { return Reached; }

private:
  bool isShared(GlobalValue *Symbol) const {
    return count_if(Reached, [&](const Symbols &S) { return S.contains(Symbol); }) > 1;
  }

  /// Where the address of \p F is taken, makes it that of a function that calls \p F, which can be copied.
  void wrapForAddress(Function &F) {
    SmallVector<CallBase *, 16> Calls;
    for (Use &U : F.uses())
      if (auto *Call = dyn_cast<CallBase>(U.getUser()); Call && Call->isCallee(&U))
        Calls.push_back(Call);
    if (F.hasNUses(static_cast<unsigned>(Calls.size())))
      return;
    Function *Body = newFunction(F, F.getName() + "_called");
    Body->copyAttributesFrom(&F);
    Body->setVisibility(GlobalValue::DefaultVisibility);
    Body->setDSOLocal(true);
    Body->removeFnAttr(Attribute::NoBuiltin);
    F.replaceAllUsesWith(Body);
    for (CallBase *Call : Calls)
      Call->setCalledFunction(&F);

    IRBuilder<> Builder(BasicBlock::Create(M.getContext(), "", Body));
    SmallVector<Value *, 4> Arguments;
    for (Argument &A : Body->args())
      Arguments.push_back(&A);
    CallInst *Call = Builder.CreateCall(&F, Arguments);
    Call->setAttributes(F.getAttributes().removeFnAttributes(M.getContext()));
    if (Call->getType()->isVoidTy())
      Builder.CreateRetVoid();
    else
      Builder.CreateRet(Call);
    for (Symbols &S : Reached)
      if (S.contains(&F))
        S.insert(Body);
  }

  Function *newFunction(const Function &Like, const Twine &Name) {
    return Function::Create(Like.getFunctionType(), GlobalValue::InternalLinkage, Like.getAddressSpace(),
                            Name, &M);
  }

  /// Gives \p Mine copies of what is also in \p Taken.
  void copy(Symbols &Mine, const Symbols &Taken) {
    ValueToValueMapTy Map;
    SmallVector<std::pair<GlobalVariable *, GlobalVariable *>, 4> Variables;
    SmallVector<std::pair<Function *, Function *>, 16> Functions;
    for (GlobalValue *Symbol : Mine) {
      if (!Taken.contains(Symbol))
        continue;
      if (auto *F = dyn_cast<Function>(Symbol); F && !F->isDeclaration()) {
        Function *Copy = newFunction(*F, F->getName());
        Map[F] = Copy;
        for (auto [From, To] : zip(F->args(), Copy->args())) {
          To.setName(From.getName());
          Map[&From] = &To;
        }
        Functions.push_back({F, Copy});
      } else if (auto *V = dyn_cast<GlobalVariable>(Symbol); V && V->isConstant() && functionHeldBy(*V)) {
        auto *Copy = new GlobalVariable(M, V->getValueType(), true, GlobalValue::InternalLinkage, nullptr,
                                        V->getName(), V, V->getThreadLocalMode(), V->getAddressSpace());
        Copy->copyAttributesFrom(V);
        Copy->copyMetadata(V, 0);
        Map[V] = Copy;
        Variables.push_back({V, Copy});
      }
    }
    for (auto [F, Copy] : Functions) {
      SmallVector<ReturnInst *, 4> Returns;
      CloneFunctionInto(Copy, F, Map, CloneFunctionChangeType::LocalChangesOnly, Returns);
      Copy->setLinkage(GlobalValue::InternalLinkage);
    }
    for (auto [V, Copy] : Variables)
      Copy->setInitializer(MapValue(V->getInitializer(), Map));

    Symbols Result;
    for (GlobalValue *Symbol : Mine) {
      auto Copy = Map.find(Symbol);
      GlobalValue *Now = Copy == Map.end() ? Symbol : cast<GlobalValue>(Copy->second);
      Result.insert(Now);
      if (auto *F = dyn_cast<Function>(Now))
        for (Instruction &I : instructions(*F))
          for (Use &U : I.operands())
            if (auto *C = dyn_cast<Constant>(U); C && !isa<ConstantData>(C))
              U.set(MapValue(C, Map));
    }
    // Constants that only this group reaches stay, with the addresses of the copies.
    for (GlobalValue *Symbol : Result)
      if (auto *V = dyn_cast<GlobalVariable>(Symbol);
          V && V->hasInitializer() && !Taken.contains(V) && functionHeldBy(*V))
        V->setInitializer(MapValue(V->getInitializer(), Map));
    Mine = std::move(Result);
  }

  Module &M;
  SmallVector<Symbols, 2> Reached; ///< by group
};

} // namespace

std::optional<SharedHolder> findSharedHolder(ArrayRef<KernelGroup> Groups) {
  MapVector<const GlobalVariable *, std::pair<std::size_t, const Function *>> First;
  for (auto [Number, Group] : enumerate(Groups))
    for (const Function *Kernel : Group)
      for (auto &[Symbol, At] : reachedFrom(*Kernel)) {
        auto *V = dyn_cast<GlobalVariable>(Symbol);
        if (!V || V->isConstant())
          continue;
        auto [Row, IsNew] = First.insert({V, {Number, Kernel}});
        if (IsNew || Row->second.first == Number)
          continue;
        if (const Function *Held = functionHeldBy(*V))
          return SharedHolder{V, Held, Row->second.second, Kernel};
      }
  return std::nullopt;
}

SmallVector<SmallVector<Function *, 0>, 2> separateKernels(Module &M, ArrayRef<KernelGroup> Groups) {
  SmallVector<SmallVector<Function *, 0>, 2> Result(Groups.size());
  if (Groups.size() == 1) {
    for (Function &F : M)
      if (!F.isDeclaration())
        Result.front().push_back(&F);
    return Result;
  }
  Separation S(M, Groups);
  S.run();
  for (auto [Functions, Symbols] : zip(Result, S.reached()))
    for (GlobalValue *Symbol : Symbols)
      if (auto *F = dyn_cast<Function>(Symbol); F && !F->isDeclaration())
        Functions.push_back(F);
  return Result;
}

} // namespace kcc::compiler
