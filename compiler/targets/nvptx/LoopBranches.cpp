#include "targets/nvptx/LoopBranches.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace kcc::compiler {

void branchBackIfTrue(Module &M) {
  for (Function &F : M) {
    if (F.isDeclaration())
      continue;
    SmallVector<std::pair<const BasicBlock *, const BasicBlock *>, 8> BackEdges;
    FindFunctionBackedges(F, BackEdges);
    for (auto [Latch, Header] : BackEdges) {
      auto *Branch = dyn_cast<BranchInst>(const_cast<BasicBlock *>(Latch)->getTerminator());
      if (!Branch || !Branch->isConditional() || Branch->getSuccessor(1) != Header)
        continue;
      if (auto *Test = dyn_cast<CmpInst>(Branch->getCondition()); Test && Test->hasOneUse()) {
        Test->setPredicate(Test->getInversePredicate());
        Branch->swapSuccessors();
      }
    }
  }
}

} // namespace kcc::compiler
