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

/// The chains of one loop.
class Chains {
public:
  Chains(Loop &L, ScalarEvolution &SE, const DominatorTree &Dominators)
      : L(L), SE(SE), Dominators(Dominators), Expander(SE, "distance") {}

  bool build() {
    SmallVector<GetElementPtrInst *, 16> Addresses;
    for (BasicBlock *B : L.blocks())
      for (Instruction &I : *B)
        if (auto *Address = dyn_cast<GetElementPtrInst>(&I); Address && isComputedAddress(*Address))
          Addresses.push_back(Address);
    for (std::size_t I = 1; I < Addresses.size(); ++I)
      for (std::size_t J = I; J-- > 0 && I - J <= Lookback;)
        if (const SCEV *Distance = distance(*Addresses[J], *Addresses[I])) {
          Addresses[I] = extend(*Addresses[J], *Addresses[I], Distance);
          break;
        }
    for (const Chain &C : Found)
      close(C);
    return RecursivelyDeleteTriviallyDeadInstructionsPermissive(Dead);
  }

private:
  struct Chain {
    GetElementPtrInst *First, *Last;
    const SCEV *Distance;
    Value *Bytes; ///< Distance in the preheader
    unsigned Length = 1;
  };

  /// From \p From to \p To, if To can be computed that way; else null.
  const SCEV *distance(GetElementPtrInst &From, GetElementPtrInst &To) {
    if (From.getType() != To.getType() || !Dominators.dominates(&From, &To))
      return nullptr;
    const SCEV *Distance = SE.getMinusSCEV(SE.getSCEV(&To), SE.getSCEV(&From));
    return isWideProduct(Distance) && SE.isLoopInvariant(Distance, &L) ? Distance : nullptr;
  }

  static GetElementPtrInst *advance(GetElementPtrInst &From, Value *Bytes, Instruction &Before) {
    auto *New = GetElementPtrInst::Create(IntegerType::getInt8Ty(From.getContext()), &From, {Bytes}, "",
                                          Before.getIterator());
    New->setDebugLoc(Before.getDebugLoc());
    return New;
  }

  void replace(GetElementPtrInst &Old, Value *New) {
    SE.forgetValue(&Old);
    Old.replaceAllUsesWith(New);
    Dead.push_back(&Old);
  }

  GetElementPtrInst *extend(GetElementPtrInst &From, GetElementPtrInst &To, const SCEV *Distance) {
    Chain *C = find_if(Found, [&](const Chain &C) { return C.Last == &From && C.Distance == Distance; });
    if (C == Found.end()) {
      Value *Bytes = Expander.expandCodeFor(Distance, Distance->getType(), beforeLoop());
      Found.push_back({&From, &From, Distance, Bytes});
      C = &Found.back();
    }
    GetElementPtrInst *New = advance(From, C->Bytes, To);
    replace(To, New);
    C->Last = New;
    ++C->Length;
    return New;
  }

  /// If the next iteration's first address is as far behind the last one, it is computed from that, too. The
  /// pointer of short chains would be one more: local_alignment with `__restrict__` took 7 % longer.
  void close(const Chain &C) {
    if (C.Length < 3)
      return;
    BasicBlock *Latch = L.getLoopLatch();
    auto *First = dyn_cast<SCEVAddRecExpr>(SE.getSCEV(C.First));
    if (!Latch || !First || First->getLoop() != &L || !First->isAffine() ||
        !Dominators.dominates(C.Last, Latch->getTerminator()))
      return;
    const SCEV *Rest =
        SE.getMinusSCEV(First->getStepRecurrence(SE), SE.getMinusSCEV(SE.getSCEV(C.Last), First));
    if (Rest != C.Distance)
      return;
    auto *Running = PHINode::Create(C.First->getType(), 2, "", L.getHeader()->begin());
    Running->addIncoming(Expander.expandCodeFor(First->getStart(), C.First->getType(), beforeLoop()),
                         L.getLoopPreheader());
    Running->addIncoming(advance(*C.Last, C.Bytes, *Latch->getTerminator()), Latch);
    replace(*C.First, Running);
  }

  BasicBlock::iterator beforeLoop() const { return L.getLoopPreheader()->getTerminator()->getIterator(); }

  Loop &L;
  ScalarEvolution &SE;
  const DominatorTree &Dominators;
  SCEVExpander Expander;
  SmallVector<Chain, 4> Found;
  SmallVector<WeakTrackingVH, 16> Dead;
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
  bool runOnFunction(Function &) override {
    bool Changed = false;
    for (Loop *L : getAnalysis<LoopInfoWrapperPass>().getLoopInfo().getLoopsInPreorder())
      if (L->isInnermost() && L->getLoopPreheader())
        Changed |= Chains(*L, getAnalysis<ScalarEvolutionWrapperPass>().getSE(),
                          getAnalysis<DominatorTreeWrapperPass>().getDomTree())
                       .build();
    return Changed;
  }
};

char AddressChains::Id;

} // namespace

std::unique_ptr<Pass> createAddressChains() {
  return std::make_unique<AddressChains>();
}

} // namespace kcc::compiler
