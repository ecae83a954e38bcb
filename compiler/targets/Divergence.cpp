// A value is divergent if it comes from a source, such as the thread index, or is computed from divergent
// values. A branch on a divergent value makes divergent
//   - the blocks of its region, which is everything on paths from the branch to its immediate postdominator,
//     where all paths meet again;
//   - the phi instructions in the region and at its end;
//   - other values of the region that are used outside, because threads may leave a loop in different
//     iterations.
// (Karrenberg and Hack, "Improving Performance of OpenCL on CPUs", 2012, describe the idea.)
#include "targets/Divergence.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace kcc::compiler {
namespace {

class DivergenceAnalysis {
public:
  DivergenceAnalysis(const Function &F, const DivergenceRules &Rules) : F(F), Rules(Rules) {
    findBlocks();
    AllReturn = findPostdominators();
    for (const BasicBlock &B : F)
      if (!isAnalyzed(B))
        Found.Blocks.insert(&B);
    if (AllReturn)
      findDivergentValues();
    for (const BasicBlock &B : F)
      if (!isAnalyzed(B) || Branches.contains(Numbers.at(&B)))
        Found.Branches.insert(&B);
  }
  Divergence take() { return std::move(Found); }

private:
  static constexpr unsigned Exit = ~0u;

  bool isAnalyzed(const BasicBlock &B) const { return AllReturn && Numbers.contains(&B); }

  /// Collects the blocks on paths to a return. A thread that ends in `unreachable` has ended the whole grid
  /// with a trap, so no thread waits for it.
  void findBlocks() {
    DenseSet<const BasicBlock *> Dead;
    for (const BasicBlock *B : post_order(&F)) // Successors come first, except in loops.
      if (isa<UnreachableInst>(B->getTerminator()) ||
          (!succ_empty(B) && all_of(successors(B), [&](const BasicBlock *S) { return Dead.contains(S); })))
        Dead.insert(B);
    for (const BasicBlock *B : post_order(&F))
      if (!Dead.contains(B)) {
        Numbers[B] = Blocks.size();
        Blocks.push_back(B);
      }
  }
  /// Calls \p Visit with the numbers of the successors of block \p B.
  template <typename Function> void forSuccessors(unsigned B, Function Visit) const {
    for (const BasicBlock *S : successors(Blocks[B]))
      if (auto Number = Numbers.find(S); Number != Numbers.end())
        Visit(Number->second);
  }

  /// The blocks from which a return can be reached, in the postorder of a depth-first search from the
  /// returns, against the edges.
  std::vector<unsigned> postorderFromReturns() const {
    std::vector<SmallVector<unsigned, 2>> Predecessors(Blocks.size());
    for (unsigned B = 0; B != Blocks.size(); ++B)
      forSuccessors(B, [&](unsigned S) { Predecessors[S].push_back(B); });
    std::vector<unsigned> Left;
    std::vector<bool> Seen(Blocks.size());
    SmallVector<std::pair<unsigned, unsigned>, 32> Stack; // (block, its next predecessor)
    for (unsigned R = 0; R != Blocks.size(); ++R) {
      if (!succ_empty(Blocks[R]))
        continue;
      Seen[R] = true;
      Stack.push_back({R, 0});
      while (!Stack.empty()) {
        auto &[B, Next] = Stack.back();
        if (Next == Predecessors[B].size()) {
          Left.push_back(B);
          Stack.pop_back();
        } else if (unsigned P = Predecessors[B][Next++]; !Seen[P]) {
          Seen[P] = true;
          Stack.push_back({P, 0});
        }
      }
    }
    return Left;
  }

  /// Cooper, Harvey and Kennedy, "A Simple, Fast Dominance Algorithm", on the reversed graph. Returns false
  /// if a block has no path to a return.
  bool findPostdominators() {
    const std::vector<unsigned> Left = postorderFromReturns();
    if (Left.size() != Blocks.size())
      return false;
    std::vector<unsigned> Order(Blocks.size());
    for (unsigned I = 0; I != Left.size(); ++I)
      Order[Left[I]] = I;

    constexpr unsigned Unknown = Exit - 1;
    Postdominator.assign(Blocks.size(), Unknown);
    auto Meet = [&](unsigned A, unsigned B) {
      while (A != B) {
        if (A == Exit || B == Exit)
          return Exit;
        if (Order[A] < Order[B])
          A = Postdominator[A];
        else
          B = Postdominator[B];
      }
      return A;
    };
    for (bool Changed = true; Changed;) {
      Changed = false;
      for (unsigned B : reverse(Left)) {
        unsigned New = succ_empty(Blocks[B]) ? Exit : Unknown;
        forSuccessors(B, [&](unsigned S) {
          if (Postdominator[S] != Unknown)
            New = New == Unknown ? S : Meet(New, S);
        });
        Changed |= New != Postdominator[B];
        Postdominator[B] = New;
      }
    }
    return true;
  }

  void findDivergentValues() {
    for (const Argument &A : F.args())
      if (Rules.isSource(A))
        mark(A);
    for (const BasicBlock *B : Blocks)
      for (const Instruction &I : *B)
        if (Rules.isSource(I))
          mark(I);
    while (!Work.empty())
      for (const User *U : Work.pop_back_val()->users())
        if (auto *I = dyn_cast<Instruction>(U);
            I && I->getFunction() == &F && Numbers.contains(I->getParent())) {
          if (I->isTerminator())
            branch(Numbers[I->getParent()]);
          else if (!Rules.isUniform(*I))
            mark(*I);
        }
  }
  void mark(const Value &V) {
    if (Found.Values.insert(&V).second)
      Work.push_back(&V);
  }

  /// Handles a divergent branch at the end of block \p From.
  void branch(unsigned From) {
    if (!Branches.insert(From).second || Blocks[From]->getTerminator()->getNumSuccessors() < 2)
      return;
    const unsigned End = Postdominator[From];
    DenseSet<unsigned> Region;
    SmallVector<unsigned, 16> Next{From};
    while (!Next.empty())
      forSuccessors(Next.pop_back_val(), [&](unsigned S) {
        if (S != End && Region.insert(S).second)
          Next.push_back(S);
      });
    auto MarkPhis = [&](const BasicBlock *B) {
      for (const PHINode &Phi : B->phis())
        mark(Phi);
    };
    if (End != Exit)
      MarkPhis(Blocks[End]);
    for (unsigned B : Region) {
      Found.Blocks.insert(Blocks[B]);
      MarkPhis(Blocks[B]);
      for (const Instruction &I : *Blocks[B])
        if (any_of(I.users(), [&](const User *U) {
              auto Number = Numbers.find(cast<Instruction>(U)->getParent());
              return Number != Numbers.end() && !Region.contains(Number->second);
            }))
          mark(I);
    }
  }

  const Function &F;
  const DivergenceRules &Rules;
  bool AllReturn = false;
  std::vector<const BasicBlock *> Blocks;
  DenseMap<const BasicBlock *, unsigned> Numbers;
  std::vector<unsigned> Postdominator; // by block number; Exit after the returns
  DenseSet<unsigned> Branches;
  SmallVector<const Value *, 32> Work;
  Divergence Found;
};

} // namespace

Divergence findDivergence(const Function &F, const DivergenceRules &Rules) {
  return DivergenceAnalysis(F, Rules).take();
}

} // namespace kcc::compiler
