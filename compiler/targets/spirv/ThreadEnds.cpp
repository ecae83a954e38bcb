#include "targets/spirv/ThreadEnds.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace kcc::compiler {
namespace {

/// Whether the thread ends at \p I. (LLVM's own code after a trap may be anything.)
bool endsThread(const Instruction &I) {
  auto *Call = dyn_cast<IntrinsicInst>(&I);
  return Call &&
         (Call->getIntrinsicID() == Intrinsic::trap || Call->getIntrinsicID() == Intrinsic::ubsantrap ||
          Call->getIntrinsicID() == Intrinsic::nvvm_exit);
}

void createReturn(IRBuilderBase &Builder) {
  Type *T = Builder.GetInsertBlock()->getParent()->getReturnType();
  T->isVoidTy() ? Builder.CreateRetVoid() : Builder.CreateRet(Constant::getNullValue(T));
}

} // namespace

void endThreads(Module &M) {
  // What LLVM knows to be never reached, so that there is something after each end.
  for (Function &F : M)
    for (BasicBlock &B : F)
      for (Instruction &I : make_early_inc_range(B))
        if (endsThread(I) && !isa<UnreachableInst>(I.getNextNode())) {
          changeToUnreachable(I.getNextNode());
          break;
        }
  SetVector<Function *> Ending;
  for (Function &F : M)
    if (any_of(instructions(F), endsThread))
      Ending.insert(&F);
  for (std::size_t N = 0; N != Ending.size(); ++N)
    for (User *U : Ending[N]->users())
      if (auto *Call = dyn_cast<CallInst>(U))
        Ending.insert(Call->getFunction());

  LLVMContext &Context = M.getContext();
  FunctionCallee End = M.getOrInsertFunction(EndName, FunctionType::get(Type::getVoidTy(Context), false));
  FunctionCallee Ended = M.getOrInsertFunction(EndedName, FunctionType::get(Type::getInt1Ty(Context), false));
  for (Function &F : M) {
    SmallVector<Instruction *, 8> Ends, Calls, Unreachable;
    for (Instruction &I : instructions(F)) {
      auto *Call = dyn_cast<CallInst>(&I);
      if (endsThread(I))
        Ends.push_back(&I);
      else if (Call && Call->getCalledFunction() && Ending.contains(Call->getCalledFunction()))
        Calls.push_back(&I);
      else if (isa<UnreachableInst>(I))
        Unreachable.push_back(&I);
    }
    for (Instruction *I : Ends) {
      IRBuilder<> Builder(I->getNextNode());
      Builder.CreateCall(End);
    }
    for (Instruction *I : Unreachable) {
      IRBuilder<> Builder(I);
      createReturn(Builder);
      I->eraseFromParent();
    }
    for (Instruction *I : Calls) {
      if (isa<ReturnInst>(I->getNextNode()))
        continue;
      IRBuilder<> Builder(I->getNextNode());
      Value *Is = Builder.CreateCall(Ended);
      Instruction *Return = SplitBlockAndInsertIfThen(Is, cast<Instruction>(Is)->getNextNode()->getIterator(),
                                                      /*Unreachable=*/true);
      Builder.SetInsertPoint(Return);
      createReturn(Builder);
      Return->eraseFromParent();
    }
  }
}

} // namespace kcc::compiler
