// A value is divergent if it comes from a source, such as the thread index, or is computed from divergent
// values. A branch on a divergent value makes divergent
//   - the blocks of its region, which is everything on paths from the branch to its immediate postdominator,
//     where all paths meet again;
//   - the phi instructions in the region and at its end;
//   - other values of the region that are used outside, because threads may leave a loop in different
//     iterations.
// Everything that is not known to be uniform counts as divergent: loads from memory that threads write,
// calls, assembly. (Karrenberg and Hack, "Improving Performance of OpenCL on CPUs", 2012, describe the idea.)
#include "targets/nvptx/Divergence.h"
#include "targets/nvptx/AddressSpaces.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsNVPTX.h"

using namespace llvm;

namespace kcc::compiler {

bool isUniformIntrinsic(const IntrinsicInst &I) {
  switch (I.getIntrinsicID()) {
  case Intrinsic::nvvm_barrier_cta_red_and_all:
  case Intrinsic::nvvm_barrier_cta_red_or_all:
  case Intrinsic::nvvm_barrier_cta_red_popc_all:
  case Intrinsic::nvvm_read_ptx_sreg_ctaid_x:
  case Intrinsic::nvvm_read_ptx_sreg_ctaid_y:
  case Intrinsic::nvvm_read_ptx_sreg_ctaid_z:
  case Intrinsic::nvvm_read_ptx_sreg_nctaid_x:
  case Intrinsic::nvvm_read_ptx_sreg_nctaid_y:
  case Intrinsic::nvvm_read_ptx_sreg_nctaid_z:
  case Intrinsic::nvvm_read_ptx_sreg_ntid_x:
  case Intrinsic::nvvm_read_ptx_sreg_ntid_y:
  case Intrinsic::nvvm_read_ptx_sreg_ntid_z:
  case Intrinsic::nvvm_read_ptx_sreg_cluster_ctarank:
  case Intrinsic::nvvm_read_ptx_sreg_cluster_nctarank:
  case Intrinsic::nvvm_read_ptx_sreg_clusterid_x:
  case Intrinsic::nvvm_read_ptx_sreg_clusterid_y:
  case Intrinsic::nvvm_read_ptx_sreg_clusterid_z:
  case Intrinsic::nvvm_read_ptx_sreg_cluster_ctaid_x:
  case Intrinsic::nvvm_read_ptx_sreg_cluster_ctaid_y:
  case Intrinsic::nvvm_read_ptx_sreg_cluster_ctaid_z:
  case Intrinsic::nvvm_read_ptx_sreg_cluster_nctaid_x:
  case Intrinsic::nvvm_read_ptx_sreg_cluster_nctaid_y:
  case Intrinsic::nvvm_read_ptx_sreg_cluster_nctaid_z:
    return true;
  default:
    return false;
  }
}

namespace {

/// True for memory that no thread writes while the kernel runs: constants and the kernel's parameters, of
/// which it writes only copies (see copyWrittenParameters()).
bool isReadOnly(const Value *Pointer) {
  const Value *Object = getUnderlyingObject(Pointer);
  if (auto *V = dyn_cast<GlobalVariable>(Object))
    return V->isConstant() || V->getAddressSpace() == ConstantSpace;
  auto *A = dyn_cast<Argument>(Object);
  return A && A->hasByValAttr() && A->getParent()->getCallingConv() == CallingConv::PTX_Kernel;
}

/// True if \p I may be divergent even if all its operands are uniform.
bool isSource(const Instruction &I) {
  if (auto *Load = dyn_cast<LoadInst>(&I))
    return !Load->isSimple() || !isReadOnly(Load->getPointerOperand());
  if (auto *Call = dyn_cast<CallBase>(&I)) {
    // Other intrinsics without effects, such as llvm.umin, return uniform values for uniform operands.
    auto *Intrinsic = dyn_cast<IntrinsicInst>(Call);
    return !Intrinsic ||
           (!isUniformIntrinsic(*Intrinsic) &&
            (Intrinsic->getCalledFunction()->isTargetIntrinsic() || !Intrinsic->doesNotAccessMemory()));
  }
  return I.isAtomic() || isa<VAArgInst>(I) || isa<FreezeInst>(I);
}

class DivergenceAnalysis {
public:
  explicit DivergenceAnalysis(const Function &F) : F(F) {
    findBlocks();
    AllReturn = findPostdominators();
    for (const BasicBlock &B : F)
      if (!isAnalyzed(B))
        Divergent.insert(&B);
    if (AllReturn)
      findDivergentValues();
  }
  DenseSet<const BasicBlock *> takeBlocks() { return std::move(Divergent); }
  DenseSet<const BasicBlock *> branches() const {
    DenseSet<const BasicBlock *> Found;
    for (const BasicBlock &B : F)
      if (!isAnalyzed(B) || Branches.contains(Numbers.at(&B)))
        Found.insert(&B);
    return Found;
  }

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
      if (auto Found = Numbers.find(S); Found != Numbers.end())
        Visit(Found->second);
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
    if (F.getCallingConv() != CallingConv::PTX_Kernel)
      for (const Argument &A : F.args())
        mark(A);
    for (const BasicBlock *B : Blocks)
      for (const Instruction &I : *B)
        if (isSource(I))
          mark(I);
    while (!Work.empty())
      for (const User *U : Work.pop_back_val()->users())
        if (auto *I = dyn_cast<Instruction>(U);
            I && I->getFunction() == &F && Numbers.contains(I->getParent())) {
          auto *Intrinsic = dyn_cast<IntrinsicInst>(I);
          if (I->isTerminator())
            branch(Numbers[I->getParent()]);
          else if (!Intrinsic || !isUniformIntrinsic(*Intrinsic))
            mark(*I);
        }
  }
  void mark(const Value &V) {
    if (Values.insert(&V).second)
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
      Divergent.insert(Blocks[B]);
      MarkPhis(Blocks[B]);
      for (const Instruction &I : *Blocks[B])
        if (any_of(I.users(), [&](const User *U) {
              auto Found = Numbers.find(cast<Instruction>(U)->getParent());
              return Found != Numbers.end() && !Region.contains(Found->second);
            }))
          mark(I);
    }
  }

  const Function &F;
  bool AllReturn = false;
  std::vector<const BasicBlock *> Blocks;
  DenseMap<const BasicBlock *, unsigned> Numbers;
  std::vector<unsigned> Postdominator; // by block number; Exit after the returns
  DenseSet<const Value *> Values;
  DenseSet<unsigned> Branches;
  SmallVector<const Value *, 32> Work;
  DenseSet<const BasicBlock *> Divergent;
};

} // namespace

DenseSet<const BasicBlock *> divergentBlocks(const Function &F) {
  return DivergenceAnalysis(F).takeBlocks();
}

DenseSet<const BasicBlock *> divergentBranches(const Function &F) {
  return DivergenceAnalysis(F).branches();
}

} // namespace kcc::compiler
