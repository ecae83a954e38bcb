#include "targets/cpu/lanes/LoopPlaces.h"

using namespace llvm;

namespace kcc::compiler {
namespace {

/// Widens indices as if they did not wrap.
class WithoutWrapping : public SCEVRewriteVisitor<WithoutWrapping> {
public:
  using SCEVRewriteVisitor::SCEVRewriteVisitor;

  const SCEV *visitSignExtendExpr(const SCEVSignExtendExpr *Widened) { return widen(Widened, true); }
  const SCEV *visitZeroExtendExpr(const SCEVZeroExtendExpr *Widened) { return widen(Widened, false); }

private:
  const SCEV *widen(const SCEVCastExpr *Widened, bool IsSigned) {
    auto *Index = dyn_cast<SCEVAddRecExpr>(visit(Widened->getOperand()));
    auto *Step = Index && Index->isAffine() ? dyn_cast<SCEVConstant>(Index->getStepRecurrence(SE)) : nullptr;
    if (!Step)
      return Widened;
    const SCEV *Start = IsSigned ? SE.getSignExtendExpr(Index->getStart(), Widened->getType())
                                 : SE.getZeroExtendExpr(Index->getStart(), Widened->getType());
    return SE.getAddRecExpr(Start, SE.getSignExtendExpr(Step, Widened->getType()), Index->getLoop(),
                            SCEV::FlagAnyWrap);
  }
};

} // namespace

const SCEVAddRecExpr *placeInLoop(Value *Address, const Loop &L, ScalarEvolution &Evolution) {
  auto *Place = dyn_cast<SCEVAddRecExpr>(WithoutWrapping(Evolution).visit(Evolution.getSCEV(Address)));
  return Place && Place->getLoop() == &L && Place->isAffine() ? Place : nullptr;
}

} // namespace kcc::compiler
