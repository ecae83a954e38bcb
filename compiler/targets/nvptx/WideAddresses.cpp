#include "targets/nvptx/WideAddresses.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace kcc::compiler {
namespace {

/// One `sext` or `zext` in an innermost loop whose operand is a sum or a product. The pointers of outer loops
/// would occupy registers in the inner one: nbody of benchmarks/codegen took 4 % longer on an H200.
class Extension {
public:
  Extension(CastInst &I, const Loop &L, ScalarEvolution &SE)
      : I(I), L(L), SE(SE), IsSigned(isa<SExtInst>(I)), Wide(I.getType()) {}

  /// True if only the distributed form advances by the same distance in each iteration.
  bool gains() {
    if (isa<SCEVAddRecExpr>(SE.getSCEV(&I)))
      return false;
    if (advances(wide(I.getOperand(0))))
      return true;
    if (IsSigned || !I.hasNonNeg())
      return false;
    IsSigned = true;
    return advances(wide(I.getOperand(0)));
  }

  void distribute() {
    I.replaceAllUsesWith(build(I.getOperand(0)));
    RecursivelyDeleteTriviallyDeadInstructions(&I);
  }

private:
  static constexpr unsigned MaxDepth = 4;

  /// The operands of \p V if its extension is the same operation on its extended operands; else null.
  BinaryOperator *distributive(Value *V) const {
    auto *Op = dyn_cast<BinaryOperator>(V);
    if (!Op || !L.contains(Op))
      return nullptr;
    switch (Op->getOpcode()) {
    case Instruction::Shl: {
      auto *Amount = dyn_cast<ConstantInt>(Op->getOperand(1));
      if (!Amount || Amount->uge(Op->getType()->getIntegerBitWidth()))
        return nullptr;
      [[fallthrough]];
    }
    case Instruction::Add:
    case Instruction::Sub:
    case Instruction::Mul:
      return (IsSigned ? Op->hasNoSignedWrap() : Op->hasNoUnsignedWrap()) ? Op : nullptr;
    case Instruction::Or:
      return cast<PossiblyDisjointInst>(Op)->isDisjoint() ? Op : nullptr;
    default:
      return nullptr;
    }
  }

  static unsigned shiftAmount(const BinaryOperator &Op) {
    return static_cast<unsigned>(cast<ConstantInt>(Op.getOperand(1))->getZExtValue());
  }

  bool advances(const SCEV *S) const {
    auto *Add = dyn_cast<SCEVAddRecExpr>(S);
    return Add && Add->getLoop() == &L && Add->isAffine();
  }

  const SCEV *wide(Value *V, unsigned Depth = 0) {
    BinaryOperator *Op = Depth < MaxDepth ? distributive(V) : nullptr;
    if (!Op) {
      const SCEV *S = SE.getSCEV(V);
      return IsSigned ? SE.getSignExtendExpr(S, Wide) : SE.getZeroExtendExpr(S, Wide);
    }
    const SCEV *Left = wide(Op->getOperand(0), Depth + 1);
    if (Op->getOpcode() == Instruction::Shl)
      return SE.getMulExpr(Left, SE.getConstant(Wide, 1ull << shiftAmount(*Op)));
    const SCEV *Right = wide(Op->getOperand(1), Depth + 1);
    switch (Op->getOpcode()) {
    case Instruction::Sub:
      return SE.getMinusSCEV(Left, Right);
    case Instruction::Mul:
      return SE.getMulExpr(Left, Right);
    default:
      return SE.getAddExpr(Left, Right);
    }
  }

  Value *build(Value *V, unsigned Depth = 0) {
    IRBuilder<> Builder(&I);
    BinaryOperator *Op = Depth < MaxDepth ? distributive(V) : nullptr;
    if (!Op)
      return IsSigned ? Builder.CreateSExt(V, Wide) : Builder.CreateZExt(V, Wide);
    Value *Left = build(Op->getOperand(0), Depth + 1);
    if (Op->getOpcode() == Instruction::Shl)
      return Builder.CreateShl(Left, shiftAmount(*Op));
    Value *Right = build(Op->getOperand(1), Depth + 1);
    switch (Op->getOpcode()) {
    case Instruction::Sub:
      return Builder.CreateSub(Left, Right);
    case Instruction::Mul:
      return Builder.CreateMul(Left, Right);
    default:
      return Builder.CreateAdd(Left, Right);
    }
  }

  CastInst &I;
  const Loop &L;
  ScalarEvolution &SE;
  bool IsSigned;
  Type *const Wide;
};

bool isIndex(const Instruction &I) {
  return any_of(I.users(), [](const User *U) { return isa<GetElementPtrInst>(U); });
}

/// True if both are indices into the same memory.
bool shareBase(const User &A, const User &B) {
  return any_of(A.users(), [&](const User *First) {
    auto *Address = dyn_cast<GetElementPtrInst>(First);
    return Address && any_of(B.users(), [&](const User *Second) {
             auto *Other = dyn_cast<GetElementPtrInst>(Second);
             return Other && Other->getPointerOperand() == Address->getPointerOperand();
           });
  });
}

/// Where indices into the same memory extend a number both with its sign and as one that has none, they all
/// extend it with its sign, so that the addresses are one pointer and distances. InstCombine mixes the two in
/// the copies of an unrolled loop: `zext nneg i`, but `sext i` plus 96 for `zext nneg (i + 96)`.
bool unifyExtensions(Function &F) {
  SmallVector<ZExtInst *, 16> Found;
  for (Instruction &I : instructions(F)) {
    auto *Cast = dyn_cast<ZExtInst>(&I);
    if (Cast && Cast->hasNonNeg() && isIndex(*Cast) && isa<Instruction>(Cast->getOperand(0)) &&
        any_of(Cast->getOperand(0)->users(), [&](const User *U) {
          return isa<SExtInst>(U) && U->getType() == Cast->getType() && shareBase(*U, *Cast);
        }))
      Found.push_back(Cast);
  }
  for (ZExtInst *I : Found) {
    I->replaceAllUsesWith(IRBuilder<>(I).CreateSExt(I->getOperand(0), I->getType()));
    I->eraseFromParent();
  }
  return !Found.empty();
}

class WidenAddresses : public PassInfoMixin<WidenAddresses> {
public:
  PreservedAnalyses run(Function &F, FunctionAnalysisManager &Analyses) {
    auto &Loops = Analyses.getResult<LoopAnalysis>(F);
    bool Changed = !Loops.empty() && distribute(F, Loops, Analyses);
    Changed |= unifyExtensions(F);
    if (!Changed)
      return PreservedAnalyses::all();
    PreservedAnalyses Kept;
    Kept.preserveSet<CFGAnalyses>();
    return Kept;
  }

private:
  static bool distribute(Function &F, LoopInfo &Loops, FunctionAnalysisManager &Analyses) {
    auto &SE = Analyses.getResult<ScalarEvolutionAnalysis>(F);
    SmallVector<Extension, 16> Found;
    for (Instruction &I : instructions(F)) {
      auto *Cast = dyn_cast<CastInst>(&I);
      if (!Cast || !(isa<SExtInst>(Cast) || isa<ZExtInst>(Cast)) || !Cast->getType()->isIntegerTy(64) ||
          !isa<BinaryOperator>(Cast->getOperand(0)) || !isIndex(*Cast))
        continue;
      if (Loop *L = Loops.getLoopFor(Cast->getParent()); L && L->isInnermost())
        if (Extension E(*Cast, *L, SE); E.gains())
          Found.push_back(E);
    }
    for (Extension &E : Found)
      E.distribute();
    return !Found.empty();
  }
};

} // namespace

void addAddressWidening(PassBuilder &Builder) {
  Builder.registerOptimizerLastEPCallback(
      [](ModulePassManager &Passes, OptimizationLevel, ThinOrFullLTOPhase) {
        Passes.addPass(createModuleToFunctionPassAdaptor(WidenAddresses()));
      });
}

} // namespace kcc::compiler
