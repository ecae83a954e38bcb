#include "targets/nvptx/ExpensiveSelects.h"
#include "targets/nvptx/Costs.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace kcc::compiler {
namespace {

/// A select, and those of its operands that shall be computed only if they are selected; one may be null.
struct ExpensiveSelect {
  SelectInst *Select;
  Instruction *IfTrue, *IfFalse;
};

/// \p V as an instruction that may move into a branch in front of \p S; null if it is cheap or used
/// elsewhere.
Instruction *movable(Value *V, const SelectInst &S) {
  auto *I = dyn_cast<Instruction>(V);
  return I && I->hasOneUse() && I->getParent() == S.getParent() && isLongSequence(*I) ? I : nullptr;
}

class BranchAroundOperands : public PassInfoMixin<BranchAroundOperands> {
public:
  PreservedAnalyses run(Function &F, FunctionAnalysisManager &) {
    SmallVector<ExpensiveSelect, 4> Found; // before the first splits a block that has several
    for (Instruction &I : instructions(F))
      if (auto *S = dyn_cast<SelectInst>(&I); S && S->getCondition()->getType()->isIntegerTy(1)) {
        ExpensiveSelect E{S, movable(S->getTrueValue(), *S), movable(S->getFalseValue(), *S)};
        if (E.IfTrue || E.IfFalse)
          Found.push_back(E);
      }
    for (const ExpensiveSelect &E : Found)
      branch(E);
    return Found.empty() ? PreservedAnalyses::all() : PreservedAnalyses::none();
  }

private:
  static void branch(const ExpensiveSelect &E) {
    auto [Select, IfTrue, IfFalse] = E;
    SelectInst &S = *Select;
    BasicBlock *Before = S.getParent();
    Instruction *Then = nullptr, *Else = nullptr;
    // A select of poison is poison, a branch on it undefined.
    Value *Condition = IRBuilder<>(&S).CreateFreeze(S.getCondition());
    if (IfTrue && IfFalse)
      SplitBlockAndInsertIfThenElse(Condition, &S, &Then, &Else);
    else if (IfTrue)
      Then = SplitBlockAndInsertIfThen(Condition, &S, /*Unreachable=*/false);
    else
      Else = SplitBlockAndInsertIfElse(Condition, &S, /*Unreachable=*/false);
    if (IfTrue)
      IfTrue->moveBefore(Then->getIterator());
    if (IfFalse)
      IfFalse->moveBefore(Else->getIterator());
    PHINode *Merged = PHINode::Create(S.getType(), 2, "", S.getIterator());
    Merged->addIncoming(S.getTrueValue(), IfTrue ? Then->getParent() : Before);
    Merged->addIncoming(S.getFalseValue(), IfFalse ? Else->getParent() : Before);
    Merged->setDebugLoc(S.getDebugLoc());
    Merged->takeName(&S);
    S.replaceAllUsesWith(Merged);
    S.eraseFromParent();
  }
};

} // namespace

void addExpensiveSelectBranches(PassBuilder &Builder) {
  Builder.registerOptimizerLastEPCallback(
      [](ModulePassManager &Passes, OptimizationLevel, ThinOrFullLTOPhase) {
        Passes.addPass(createModuleToFunctionPassAdaptor(BranchAroundOperands()));
      });
}

} // namespace kcc::compiler
