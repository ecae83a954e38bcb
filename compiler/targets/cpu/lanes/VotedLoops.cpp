#include "targets/cpu/lanes/VotedLoops.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"

using namespace llvm;

namespace kcc::compiler {
namespace {

/// What threads come to a loop: those that take one side of a branch, or all.
struct Guard {
  BranchInst *Branch = nullptr; ///< null: all threads come
  BasicBlock *Passed = nullptr; ///< its successor on the way to the loop
};

Guard guardOf(const Loop &L, const LoopInfo &LI) {
  BasicBlock *Block = L.getLoopPreheader();
  while (BasicBlock *Before = Block->getSinglePredecessor()) {
    auto *Branch = dyn_cast<BranchInst>(Before->getTerminator());
    if (!Branch || LI.getLoopFor(Before) != L.getParentLoop())
      return {};
    if (Branch->isConditional())
      return {Branch, Block};
    Block = Before;
  }
  return {};
}

/// The next iteration's value of a number that grows by the same in each iteration; null if it does not.
Instruction *growing(const PHINode &Phi, const Loop &L) {
  auto *Next = dyn_cast<BinaryOperator>(Phi.getIncomingValueForBlock(L.getLoopLatch()));
  if (!Next || Next->getOpcode() != Instruction::Add)
    return nullptr;
  const unsigned Own = Next->getOperand(0) == &Phi ? 0 : 1;
  return Next->getOperand(Own) == &Phi && L.isLoopInvariant(Next->getOperand(1 - Own)) ? Next : nullptr;
}

class VotedLoop {
public:
  VotedLoop(Loop &L, Function &F, const LoopInfo &LI, const DominatorTree &Tree)
      : L(L), F(F), Tree(Tree), Comes(guardOf(L, LI)), Header(L.getHeader()), Latch(L.getLoopLatch()),
        Test(L.getExitingBlock()), Preheader(L.getLoopPreheader()), Exit(L.getUniqueExitBlock()) {}

  void run() {
    LLVMContext &Context = F.getContext();
    if (Comes.Branch)
      hoistToGuard();
    auto Make = [&](const Twine &Name, BasicBlock *Before) {
      return BasicBlock::Create(Context, Name, &F, Before);
    };
    BasicBlock *Vote = Make("vote", Header), *Iterate = Make("iterate", Header),
               *End = Make("iterated", Exit), *Out = Make("out", Exit);
    // Whether the loop goes on for this thread.
    AllocaInst *GoesOn = variable(Type::getInt1Ty(Context));
    auto *Last = cast<BranchInst>(Test->getTerminator());
    Value *Stays = Last->getCondition();
    IRBuilder<> At(Last);
    if (!L.contains(Last->getSuccessor(0)))
      Stays = At.CreateNot(Stays);
    At.CreateStore(Stays, GoesOn);
    IRBuilder<> BeforeLoop(Preheader->getTerminator());
    BeforeLoop.CreateStore(BeforeLoop.getTrue(), GoesOn);

    keepOutsideValues();
    IRBuilder<> AtVote(Vote), AtEnd(End);
    for (PHINode &Phi : make_early_inc_range(Header->phis())) {
      Value *Start = Phi.getIncomingValueForBlock(Preheader);
      Instruction *Next = growing(Phi, L);
      auto *StartsAt = dyn_cast<Instruction>(Start);
      if (Next && !(StartsAt && isBehindGuard(*StartsAt->getParent()))) {
        // Also in threads that the loop is over for, which keeps it apart by the same from thread to thread.
        PHINode *Grown = AtVote.CreatePHI(Phi.getType(), 2, Phi.getName());
        Value *Step = Next->getOperand(Next->getOperand(0) == &Phi ? 1 : 0);
        Phi.replaceAllUsesWith(Grown);
        Phi.eraseFromParent();
        Grown->addIncoming(AtEnd.CreateAdd(Grown, Step), End);
        Grown->addIncoming(Start, Preheader);
      } else {
        AllocaInst *Variable = variable(Phi.getType());
        Value *Last = Phi.getIncomingValueForBlock(Latch);
        At.CreateStore(Last, Variable);
        BeforeLoop.CreateStore(Start, Variable);
        if (!isa<PHINode>(Last))
          Kept[Last] = Variable;
        read(Phi, *Variable);
      }
    }
    for (PHINode &Phi : make_early_inc_range(Exit->phis())) {
      Value *Last = Phi.getIncomingValueForBlock(Test);
      AllocaInst *Variable = Kept.lookup(Last);
      if (!Variable) {
        Variable = variable(Phi.getType());
        At.CreateStore(Last, Variable);
      }
      read(Phi, *Variable);
    }

    // The new control flow.
    FunctionCallee Or = F.getParent()->getOrInsertFunction("kcc_cpu_sync_threads_or", AtVote.getInt32Ty(),
                                                           AtVote.getInt32Ty());
    CallInst *AnyGoesOn = AtVote.CreateCall(
        Or, AtVote.CreateZExt(AtVote.CreateLoad(AtVote.getInt1Ty(), GoesOn), AtVote.getInt32Ty()));
    AnyGoesOn->setCannotMerge();
    AnyGoesOn->setDoesNotThrow();
    AtVote.CreateCondBr(AtVote.CreateICmpNE(AnyGoesOn, AtVote.getInt32(0)), Iterate, Out);
    IRBuilder<> AtIterate(Iterate);
    AtIterate.CreateCondBr(AtIterate.CreateLoad(AtIterate.getInt1Ty(), GoesOn), Header, End);
    Last->eraseFromParent();
    BranchInst::Create(End, Test);
    if (Latch != Test)
      DeleteDeadBlock(Latch);
    AtEnd.CreateBr(Vote);
    IRBuilder<> AtOut(Out);
    Preheader->getTerminator()->eraseFromParent();
    if (Comes.Branch) {
      // Those that pass the loop by come to where the others wait.
      BasicBlock *Guarded = Comes.Branch->getParent();
      const unsigned Side = Comes.Branch->getSuccessor(0) == Comes.Passed ? 1 : 0;
      BasicBlock *Other = Comes.Branch->getSuccessor(Side);
      BasicBlock *Meet = Make("meet", Vote);
      Comes.Branch->setSuccessor(Side, Meet);
      BranchInst::Create(Meet, Preheader);
      BranchInst::Create(Vote, Meet);
      Vote->replacePhiUsesWith(Preheader, Meet);
      Other->replacePhiUsesWith(Guarded, Out);
      Value *Condition = Comes.Branch->getCondition();
      AtOut.CreateCondBr(Condition, Side == 1 ? Exit : Other, Side == 1 ? Other : Exit);
    } else {
      BranchInst::Create(Vote, Preheader);
      AtOut.CreateBr(Exit);
    }
    DominatorTree Now(F);
    PromoteMemToReg(Variables, Now);
  }

private:
  AllocaInst *variable(Type *T) {
    IRBuilder<> AtEntry(&F.getEntryBlock(), F.getEntryBlock().begin());
    AllocaInst *Made = AtEntry.CreateAlloca(T);
    AtEntry.CreateStore(Constant::getNullValue(T), Made);
    Variables.push_back(Made);
    return Made;
  }

  /// Lets a variable replace a phi.
  static void read(PHINode &Phi, AllocaInst &Variable) {
    IRBuilder<> AtBegin(Phi.getParent(), Phi.getParent()->getFirstInsertionPt());
    Phi.replaceAllUsesWith(AtBegin.CreateLoad(Phi.getType(), &Variable));
    Phi.eraseFromParent();
  }

  /// Whether a block is between the guard and the loop.
  bool isBehindGuard(const BasicBlock &Block) const {
    return Comes.Branch && !L.contains(&Block) && Tree.dominates(Comes.Passed, &Block) &&
           Tree.dominates(&Block, Preheader);
  }

  /// Moves what depends on no memory that changes from behind the guard to where all threads come.
  void hoistToGuard() {
    SmallVector<BasicBlock *, 4> Between;
    for (BasicBlock *Block = Preheader;; Block = Block->getSinglePredecessor()) {
      Between.push_back(Block);
      if (Block == Comes.Passed)
        break;
    }
    for (BasicBlock *Block : reverse(Between))
      for (Instruction &I : make_early_inc_range(*Block))
        if (!isa<PHINode>(I) && !I.isTerminator() && isSafeToSpeculativelyExecute(&I, Comes.Branch) &&
            (!I.mayReadFromMemory() || I.hasMetadata(LLVMContext::MD_invariant_load)) &&
            all_of(I.operand_values(), [&](Value *V) {
              auto *Operand = dyn_cast<Instruction>(V);
              return !Operand || !isBehindGuard(*Operand->getParent());
            })) {
          I.moveBefore(Comes.Branch->getIterator());
          I.dropUBImplyingAttrsAndMetadata();
        }
  }

  /// Values from behind the guard that the loop or what follows uses.
  void keepOutsideValues() {
    if (!Comes.Branch)
      return;
    for (BasicBlock *Block = Preheader;; Block = Block->getSinglePredecessor()) {
      for (Instruction &I : make_early_inc_range(*Block))
        if (any_of(I.users(), [&](User *U) { return !isBehindGuard(*cast<Instruction>(U)->getParent()); }))
          Outside.push_back(&I);
      if (Block == Comes.Passed)
        break;
    }
    for (Instruction *I : Outside) {
      AllocaInst *Variable = variable(I->getType());
      for (Use &U : make_early_inc_range(I->uses())) {
        auto *User = cast<Instruction>(U.getUser());
        if (isBehindGuard(*User->getParent()))
          continue;
        Instruction *Place = User;
        if (auto *Phi = dyn_cast<PHINode>(User)) {
          BasicBlock *From = Phi->getIncomingBlock(U);
          Place = (From == Latch ? Test : From)->getTerminator(); // the loop is left without its latch
        }
        U.set(IRBuilder<>(Place).CreateLoad(I->getType(), Variable));
      }
      IRBuilder<>(I->getParent(),
                  isa<PHINode>(I) ? I->getParent()->getFirstInsertionPt() : std::next(I->getIterator()))
          .CreateStore(I, Variable);
    }
  }

  Loop &L;
  Function &F;
  const DominatorTree &Tree;
  const Guard Comes;
  BasicBlock *const Header, *const Latch, *const Test, *const Preheader, *const Exit;
  SmallVector<AllocaInst *, 8> Variables;
  DenseMap<const Value *, AllocaInst *> Kept; ///< by the values that they have after an iteration
  SmallVector<Instruction *, 8> Outside;
};

} // namespace

bool canVoteInLoop(const Loop &L) {
  const BasicBlock *Exit = L.getUniqueExitBlock(), *Test = L.getExitingBlock(), *Latch = L.getLoopLatch();
  // The test may be followed by an empty block.
  return L.isLoopSimplifyForm() && Exit && Test && Exit->getSinglePredecessor() == Test &&
         (Latch == Test || (Latch->getSinglePredecessor() == Test && Latch->sizeWithoutDebug() == 1));
}

void voteInLoop(Loop &L, PreparedThread &Thread, FunctionAnalysisManager &Analyses) {
  Function &F = Thread.F;
  VotedLoop(L, F, Analyses.getResult<LoopAnalysis>(F), Analyses.getResult<DominatorTreeAnalysis>(F)).run();
  Analyses.invalidate(F, PreservedAnalyses::none());
}

} // namespace kcc::compiler
