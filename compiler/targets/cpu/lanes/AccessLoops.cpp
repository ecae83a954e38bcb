#include "targets/cpu/lanes/AccessLoops.h"

#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace kcc::compiler {
namespace {

/// One llvm.masked.gather or llvm.masked.scatter.
struct Access {
  explicit Access(IntrinsicInst &I)
      : I(I), IsLoad(I.getIntrinsicID() == Intrinsic::masked_gather),
        Vector(cast<FixedVectorType>(IsLoad ? I.getType() : I.getArgOperand(0)->getType())),
        Alignment(I.getParamAlign(IsLoad ? 0 : 1).valueOrOne()) {}

  Value *addresses() const { return I.getArgOperand(IsLoad ? 0 : 1); }
  Value *mask() const { return I.getArgOperand(IsLoad ? 1 : 2); }
  /// What is stored, or the value of lanes that are not loaded.
  Value *elements() const { return I.getArgOperand(IsLoad ? 2 : 0); }
  bool hasInstruction(const TargetTransformInfo &Costs) const {
    return IsLoad ? Costs.isLegalMaskedGather(Vector, Alignment) &&
                        !Costs.forceScalarizeMaskedGather(Vector, Alignment)
                  : Costs.isLegalMaskedScatter(Vector, Alignment) &&
                        !Costs.forceScalarizeMaskedScatter(Vector, Alignment);
  }
  /// Whether elements lie in memory as those of an array do.
  bool hasArray(const DataLayout &Layout) const {
    Type *T = Vector->getElementType();
    return Layout.getTypeSizeInBits(T) == 8 * Layout.getTypeAllocSize(T);
  }
  unsigned lanes() const { return Vector->getNumElements(); }

  IntrinsicInst &I;
  bool IsLoad;
  FixedVectorType *Vector;
  Align Alignment;
};

/// Places in the function's frame that all loops use.
class LoopBuilder {
public:
  explicit LoopBuilder(Function &F) : F(F) {}

  void replace(const Access &A) {
    IRBuilder<> Builder(&A.I);
    auto *Bits = Builder.getInt64Ty();
    Value *Addresses = place(A.addresses()->getType(), AddressPlaces),
          *Elements = place(A.Vector, ElementPlaces);
    Builder.CreateStore(A.addresses(), Addresses);
    Builder.CreateStore(A.elements(), Elements);
    Value *Lanes = Builder.CreateZExt(Builder.CreateBitCast(A.mask(), Builder.getIntNTy(A.lanes())), Bits);
    BasicBlock *Before = A.I.getParent(), *Done = SplitBlock(Before, &A.I);
    BasicBlock *Loop = BasicBlock::Create(F.getContext(), "lane", &F, Done);
    Before->getTerminator()->eraseFromParent();
    Builder.SetInsertPoint(Before);
    Builder.CreateCondBr(Builder.CreateICmpNE(Lanes, Builder.getInt64(0)), Loop, Done);
    Builder.SetInsertPoint(Loop);
    PHINode *Left = Builder.CreatePHI(Bits, 2);
    Value *Lane = Builder.CreateIntrinsic(Intrinsic::cttz, {Bits}, {Left, Builder.getTrue()});
    Value *Address = Builder.CreateLoad(Builder.getPtrTy(),
                                        Builder.CreateInBoundsGEP(Builder.getPtrTy(), Addresses, Lane));
    Type *T = A.Vector->getElementType();
    Value *Element = Builder.CreateInBoundsGEP(T, Elements, Lane);
    Instruction *Made;
    if (A.IsLoad) {
      Made = Builder.CreateAlignedLoad(T, Address, A.Alignment);
      Builder.CreateStore(Made, Element);
    } else {
      Made = Builder.CreateAlignedStore(Builder.CreateLoad(T, Element), Address, A.Alignment);
    }
    Made->copyMetadata(A.I, {LLVMContext::MD_tbaa, LLVMContext::MD_alias_scope, LLVMContext::MD_noalias});
    Made->setDebugLoc(A.I.getDebugLoc());
    Value *Others = Builder.CreateAnd(Left, Builder.CreateSub(Left, Builder.getInt64(1)));
    Left->addIncoming(Lanes, Before);
    Left->addIncoming(Others, Loop);
    Builder.CreateCondBr(Builder.CreateICmpNE(Others, Builder.getInt64(0)), Loop, Done);
    if (A.IsLoad) {
      Builder.SetInsertPoint(&A.I);
      A.I.replaceAllUsesWith(Builder.CreateLoad(A.Vector, Elements));
    }
    A.I.eraseFromParent();
  }

private:
  using Places = DenseMap<Type *, AllocaInst *>;

  Value *place(Type *T, Places &Known) {
    AllocaInst *&Place = Known[T];
    if (!Place) {
      IRBuilder<> AtEntry(&F.getEntryBlock(), F.getEntryBlock().begin());
      Place = AtEntry.CreateAlloca(T);
    }
    return Place;
  }

  Function &F;
  Places AddressPlaces, ElementPlaces; ///< elements may be pointers, too
};

} // namespace

PreservedAnalyses AccessLoops::run(Function &F, FunctionAnalysisManager &Analyses) {
  /// The number of lanes of all accesses of a function that are not worth a loop.
  constexpr unsigned FewLanes = 256;
  const TargetTransformInfo &Costs = Analyses.getResult<TargetIRAnalysis>(F);
  SmallVector<Access, 16> Accesses;
  unsigned Lanes = 0;
  for (Instruction &I : instructions(F))
    if (auto *Call = dyn_cast<IntrinsicInst>(&I);
        Call && (Call->getIntrinsicID() == Intrinsic::masked_gather ||
                 Call->getIntrinsicID() == Intrinsic::masked_scatter))
      if (const Access A(*Call);
          A.lanes() <= 64 && !A.hasInstruction(Costs) && A.hasArray(F.getDataLayout())) {
        Accesses.push_back(A);
        Lanes += A.lanes();
      }
  if (Lanes <= FewLanes)
    return PreservedAnalyses::all();
  LoopBuilder Loops(F);
  for (const Access &A : Accesses)
    Loops.replace(A);
  return PreservedAnalyses::none();
}

} // namespace kcc::compiler
