#include "targets/nvptx/AddressChains.h"
#include "targets/nvptx/AddressSpaces.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Pass.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

#include <vector>

using namespace llvm;

namespace kcc::compiler {
namespace {

/// True for what `mul.wide` computes: a 32-bit number times a constant.
bool isWideProduct(const SCEV *S) {
  auto *Product = dyn_cast<SCEVMulExpr>(S);
  if (!Product || Product->getNumOperands() != 2 || !isa<SCEVConstant>(Product->getOperand(0)))
    return false;
  auto *Wide = dyn_cast<SCEVIntegralCastExpr>(Product->getOperand(1));
  return Wide && (isa<SCEVSignExtendExpr>(Wide) || isa<SCEVZeroExtendExpr>(Wide)) &&
         Wide->getOperand()->getType()->isIntegerTy(32) && isa<SCEVUnknown>(Wide->getOperand());
}

/// How many addresses back the pass looks for one at such a distance.
constexpr std::size_t Lookback = 8;

/// True for what a load or a store computes anew: not a pointer plus a constant, which is part of the access.
/// Addresses in shared memory have 32 bits in the end, and adding to them is one instruction anyway.
bool isComputedAddress(const GetElementPtrInst &I) {
  if (I.hasAllConstantIndices() || !I.getType()->isPointerTy())
    return false;
  unsigned Space = I.getAddressSpace();
  return (Space == GenericSpace || Space == GlobalSpace) &&
         any_of(I.users(), [](const User *U) { return isa<LoadInst>(U) || isa<StoreInst>(U); });
}

/// An address, and the one that takes its place when all loops have been looked at. Until then the function's
/// values stay as scalar evolution knows them: each replacement would make it forget all that follows, and
/// each new instruction would have its block numbered again.
struct Replacement {
  GetElementPtrInst *Old;
  Instruction *New;
};

/// The chains of one loop.
class Chains {
public:
  Chains(Loop &L, ScalarEvolution &SE, const DominatorTree &Dominators,
         std::vector<Replacement> &Replacements)
      : L(L), SE(SE), Dominators(Dominators), Replacements(Replacements), Expander(SE, "distance") {}

  void build() {
    for (BasicBlock *B : L.blocks())
      for (Instruction &I : *B)
        if (auto *Gep = dyn_cast<GetElementPtrInst>(&I); Gep && isComputedAddress(*Gep))
          Addresses.push_back({Gep, SE.getSCEV(Gep)});
    for (std::size_t I = 1; I < Addresses.size(); ++I)
      for (std::size_t J = I; J-- > 0 && I - J <= Lookback;)
        if (const SCEV *Distance = distance(Addresses[J], Addresses[I])) {
          extend(Addresses[J], Addresses[I], Distance);
          break;
        }
    for (const Chain &C : Found)
      close(C);
  }

private:
  struct Address {
    GetElementPtrInst *Gep; ///< The new one, once the address is part of a chain
    const SCEV *Value;
  };

  struct Chain {
    Address First, Last;
    const SCEV *Distance;
    Value *Bytes; ///< Distance in the preheader
    unsigned Length = 1;
  };

  /// From \p From to \p To, if To can be computed that way; else null.
  const SCEV *distance(const Address &From, const Address &To) {
    // From comes first in a block of both.
    if (From.Gep->getType() != To.Gep->getType() ||
        !Dominators.dominates(From.Gep->getParent(), To.Gep->getParent()))
      return nullptr;
    const SCEV *Distance = SE.getMinusSCEV(To.Value, From.Value);
    return isWideProduct(Distance) && SE.isLoopInvariant(Distance, &L) ? Distance : nullptr;
  }

  static GetElementPtrInst *advance(GetElementPtrInst &From, Value *Bytes, Instruction &Before) {
    // Unlike From's own users, those of the result may run where From is out of bounds.
    From.dropPoisonGeneratingFlags();
    auto *New = GetElementPtrInst::Create(IntegerType::getInt8Ty(From.getContext()), &From, {Bytes}, "",
                                          Before.getIterator());
    New->setDebugLoc(Before.getDebugLoc());
    return New;
  }

  void extend(const Address &From, Address &To, const SCEV *Distance) {
    Chain *C =
        find_if(Found, [&](const Chain &C) { return C.Last.Gep == From.Gep && C.Distance == Distance; });
    if (C == Found.end()) {
      Value *Bytes = Expander.expandCodeFor(Distance, Distance->getType(), beforeLoop());
      Found.push_back({From, From, Distance, Bytes});
      C = &Found.back();
    }
    GetElementPtrInst *New = advance(*From.Gep, C->Bytes, *To.Gep);
    Replacements.push_back({To.Gep, New});
    To.Gep = New;
    C->Last = To;
    ++C->Length;
  }

  /// If the next iteration's first address is as far behind the last one, it is computed from that, too. The
  /// pointer of short chains would be one more: local_alignment with `__restrict__` took 7 % longer.
  void close(const Chain &C) {
    if (C.Length < 3)
      return;
    BasicBlock *Latch = L.getLoopLatch();
    auto *First = dyn_cast<SCEVAddRecExpr>(C.First.Value);
    if (!Latch || !First || First->getLoop() != &L || !First->isAffine() ||
        !Dominators.dominates(C.Last.Gep->getParent(), Latch) || !Expander.isSafeToExpand(First->getStart()))
      return;
    const SCEV *Rest = SE.getMinusSCEV(First->getStepRecurrence(SE), SE.getMinusSCEV(C.Last.Value, First));
    if (Rest != C.Distance)
      return;
    Type *Pointer = C.First.Gep->getType();
    auto *Running = PHINode::Create(Pointer, 2, "", L.getHeader()->begin());
    Running->addIncoming(Expander.expandCodeFor(First->getStart(), Pointer, beforeLoop()),
                         L.getLoopPreheader());
    Running->addIncoming(advance(*C.Last.Gep, C.Bytes, *Latch->getTerminator()), Latch);
    Replacements.push_back({C.First.Gep, Running});
  }

  BasicBlock::iterator beforeLoop() const { return L.getLoopPreheader()->getTerminator()->getIterator(); }

  Loop &L;
  ScalarEvolution &SE;
  const DominatorTree &Dominators;
  std::vector<Replacement> &Replacements;
  SCEVExpander Expander;
  SmallVector<Address, 16> Addresses;
  SmallVector<Chain, 4> Found;
};

class AddressChains final : public FunctionPass {
public:
  static char Id;
  AddressChains() : FunctionPass(Id) {}

  StringRef getPassName() const override { return "Chain addresses in loops"; }
  void getAnalysisUsage(AnalysisUsage &Usage) const override {
    Usage.addRequired<DominatorTreeWrapperPass>();
    Usage.addRequired<LoopInfoWrapperPass>();
    Usage.addRequired<ScalarEvolutionWrapperPass>();
    Usage.setPreservesCFG();
  }
  bool runOnFunction(Function &F) override {
    if (skipFunction(F))
      return false;
    auto &SE = getAnalysis<ScalarEvolutionWrapperPass>().getSE();
    auto &Dominators = getAnalysis<DominatorTreeWrapperPass>().getDomTree();
    std::vector<Replacement> Replacements;
    for (Loop *L : getAnalysis<LoopInfoWrapperPass>().getLoopInfo().getLoopsInPreorder())
      if (L->isInnermost() && L->getLoopPreheader())
        Chains(*L, SE, Dominators, Replacements).build();
    SE.forgetAllLoops();
    SmallVector<WeakTrackingVH, 16> Dead;
    for (auto [Old, New] : Replacements) {
      Old->replaceAllUsesWith(New);
      Dead.push_back(Old);
    }
    RecursivelyDeleteTriviallyDeadInstructionsPermissive(Dead);
    return !Replacements.empty();
  }
};

char AddressChains::Id;

} // namespace

std::unique_ptr<Pass> createAddressChains() {
  return std::make_unique<AddressChains>();
}

} // namespace kcc::compiler
