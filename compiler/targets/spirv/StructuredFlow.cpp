#include "targets/spirv/StructuredFlow.h"
#include "lowering/Analyses.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/TargetTransformInfoImpl.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Scalar/DCE.h"
#include "llvm/Transforms/Scalar/StructurizeCFG.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/BreakCriticalEdges.h"
#include "llvm/Transforms/Utils/FixIrreducible.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/LowerSwitch.h"
#include "llvm/Transforms/Utils/UnifyFunctionExitNodes.h"
#include "llvm/Transforms/Utils/UnifyLoopExits.h"

using namespace llvm;

namespace kcc::compiler {
namespace {

/// Instructions that cost nothing are moved out of their branch by LLVM 22's StructurizeCFGPass, which then
/// takes poison for their values in some flow.
class NothingIsFree : public TargetTransformInfoImplCRTPBase<NothingIsFree> {
public:
  explicit NothingIsFree(const DataLayout &DL) : TargetTransformInfoImplCRTPBase(DL) {}
  InstructionCost getInstructionCost(const User *, ArrayRef<const Value *>,
                                     TTI::TargetCostKind) const override {
    return TTI::TCC_Basic;
  }
};

/// Gives loops without an exit one, which is never taken.
void addExits(Function &F) {
  BasicBlock *Exit = nullptr;
  DominatorTree Dominators(F);
  LoopInfo Loops(Dominators);
  for (Loop *L : Loops.getLoopsInPreorder()) {
    SmallVector<BasicBlock *, 4> Exits;
    L->getExitBlocks(Exits);
    if (!Exits.empty())
      continue;
    if (!Exit) {
      Exit = BasicBlock::Create(F.getContext(), "", &F);
      Type *T = F.getReturnType();
      ReturnInst::Create(F.getContext(), T->isVoidTy() ? nullptr : Constant::getNullValue(T), Exit);
    }
    FunctionCallee Never = F.getParent()->getOrInsertFunction(
        NeverName, FunctionType::get(Type::getInt1Ty(F.getContext()), false));
    BasicBlock *Header = L->getHeader();
    BasicBlock *Rest = SplitBlock(Header, Header->getFirstNonPHIIt());
    Instruction *Jump = Header->getTerminator();
    IRBuilder<> Builder(Jump);
    Builder.CreateCondBr(Builder.CreateCall(Never), Exit, Rest);
    Jump->eraseFromParent();
  }
}

/// Whether the branch at the end of a loop's header leaves the loop.
bool leaves(const Loop &L) {
  return any_of(successors(L.getHeader()), [&](const BasicBlock *S) { return !L.contains(S); });
}

/// A loop's header says where the loop ends, a selection's where the selection ends, and no block says both.
/// No selection may end in the block that jumps back.
void separateRoles(Function &F) {
  DominatorTree Dominators(F);
  LoopInfo Loops(Dominators);
  SmallVector<BasicBlock *, 8> Latches, Headers;
  for (Loop *L : Loops.getLoopsInPreorder()) {
    Latches.push_back(L->getLoopLatch());
    if (succ_size(L->getHeader()) > 1 && (L->getHeader() == L->getLoopLatch() || !leaves(*L)))
      Headers.push_back(L->getHeader());
  }
  for (BasicBlock *B : Latches)
    SplitBlock(B, B->getTerminator()->getIterator());
  for (BasicBlock *B : Headers)
    if (succ_size(B) > 1) // else split as a latch
      SplitBlock(B, B->getFirstNonPHIIt());
}

} // namespace

void structureFlow(Module &M, function_ref<void(Function &)> Change) {
  for (Function &F : M)
    if (!F.isDeclaration()) {
      EliminateUnreachableBlocks(F); // which phis would name
      addExits(F);
    }
  Analyses A(nullptr, [](FunctionAnalysisManager &Manager) {
    Manager.registerPass([] {
      return TargetIRAnalysis([](const Function &F) {
        return TargetTransformInfo(std::make_unique<NothingIsFree>(F.getDataLayout()));
      });
    });
  });
  FunctionPassManager Passes;
  Passes.addPass(LowerSwitchPass());
  Passes.addPass(UnifyFunctionExitNodesPass());
  // A branch to two headers of an irreducible cycle would lose values in LLVM 22's FixIrreduciblePass.
  Passes.addPass(BreakCriticalEdgesPass());
  Passes.addPass(FixIrreduciblePass());
  Passes.addPass(LoopSimplifyPass());
  Passes.addPass(UnifyLoopExitsPass());
  Passes.addPass(StructurizeCFGPass());
  Passes.addPass(LoopSimplifyPass());
  Passes.addPass(DCEPass());
  for (Function &F : M)
    if (!F.isDeclaration()) {
      Passes.run(F, A.Functions);
      EliminateUnreachableBlocks(F);
      Change(F);
      separateRoles(F);
    }
}

} // namespace kcc::compiler
