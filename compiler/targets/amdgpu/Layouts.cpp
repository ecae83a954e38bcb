#include "targets/amdgpu/Layouts.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/Utils/Local.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/ReplaceConstant.h"

using namespace llvm;

namespace kcc::compiler {
namespace {

class LayoutKeeper {
public:
  LayoutKeeper(Module &M, const DataLayout &Next) : M(M), Now(M.getDataLayout()), Next(Next) {}

  void run() {
    SmallVector<Constant *, 16> Variables;
    for (GlobalVariable &V : M.globals())
      Variables.push_back(&V);
    convertUsersOfConstantsToInstructions(Variables, nullptr, /*RemoveDeadConstants=*/true,
                                          /*IncludeSelf=*/false);
    keepAddressesInInitializers();
    for (GlobalVariable &V : make_early_inc_range(M.globals()))
      keep(V);
    for (Function &F : M)
      for (Instruction &I : make_early_inc_range(instructions(F)))
        keep(I);
  }

private:
  bool differs(Type *T) const {
    if (!T->isSized())
      return false;
    if (auto *Array = dyn_cast<ArrayType>(T))
      return differs(Array->getElementType());
    if (Now.getTypeAllocSize(T) != Next.getTypeAllocSize(T))
      return true;
    auto *Struct = dyn_cast<StructType>(T);
    if (!Struct)
      return false;
    const StructLayout *Here = Now.getStructLayout(Struct), *There = Next.getStructLayout(Struct);
    return any_of(seq(Struct->getNumElements()), [&](unsigned N) {
      return Here->getElementOffset(N) != There->getElementOffset(N) || differs(Struct->getElementType(N));
    });
  }

  /// \p C as a member of a packed struct, of the size that its type has now.
  Constant *padded(Constant *C) {
    Type *T = C->getType();
    SmallVector<Constant *, 8> Parts;
    std::uint64_t End = 0;
    auto PadTo = [&](std::uint64_t Offset) {
      if (Offset > End)
        Parts.push_back(
            ConstantAggregateZero::get(ArrayType::get(Type::getInt8Ty(M.getContext()), Offset - End)));
      End = Offset;
    };
    auto Add = [&](Constant *Part, std::uint64_t Offset) {
      PadTo(Offset);
      Type *Its = Part->getType();
      Parts.push_back(differs(Its) ? padded(Part) : Part);
      End += Now.getTypeAllocSize(Its);
    };
    if (auto *Struct = dyn_cast<StructType>(T)) {
      for (unsigned N = 0; N != Struct->getNumElements(); ++N)
        Add(C->getAggregateElement(N), Now.getStructLayout(Struct)->getElementOffset(N));
    } else if (auto *Array = dyn_cast<ArrayType>(T)) {
      const std::uint64_t Bytes = Now.getTypeAllocSize(Array->getElementType());
      for (std::uint64_t N = 0; N != Array->getNumElements(); ++N)
        Add(C->getAggregateElement(static_cast<unsigned>(N)), N * Bytes);
    } else {
      Parts.push_back(C);
      End = Next.getTypeAllocSize(T);
    }
    PadTo(Now.getTypeAllocSize(T));
    return ConstantStruct::getAnon(M.getContext(), Parts, /*Packed=*/true);
  }

  /// Computes the offset of \p Address without its types.
  Value *inBytes(GEPOperator &Address, IRBuilderBase &Builder) const {
    Value *Offset = emitGEPOffset(&Builder, Now, &Address);
    return Builder.CreatePtrAdd(Address.getPointerOperand(), Offset, "", Address.getNoWrapFlags());
  }

  void keepAddressesInInitializers() {
    SmallSetVector<Constant *, 16> All;
    for (GlobalVariable &V : M.globals())
      if (V.hasInitializer())
        All.insert(V.getInitializer());
    for (std::size_t N = 0; N != All.size(); ++N)
      for (Use &U : All[N]->operands())
        if (auto *C = dyn_cast<Constant>(U); C && !isa<GlobalValue>(C))
          All.insert(C);
    for (Constant *C : All)
      if (auto *Address = dyn_cast<GEPOperator>(C); Address && differs(Address->getSourceElementType())) {
        APInt Offset(Now.getIndexTypeSizeInBits(Address->getType()), 0);
        if (Address->accumulateConstantOffset(Now, Offset))
          C->replaceAllUsesWith(ConstantExpr::getGetElementPtr(Type::getInt8Ty(M.getContext()),
                                                               cast<Constant>(Address->getPointerOperand()),
                                                               ConstantInt::get(M.getContext(), Offset)));
      }
  }

  void keep(GlobalVariable &V) {
    if (!differs(V.getValueType()))
      return;
    Constant *Initializer =
        V.hasInitializer() ? V.getInitializer() : Constant::getNullValue(V.getValueType());
    Constant *Padded = padded(Initializer);
    auto *Kept = new GlobalVariable(M, Padded->getType(), V.isConstant(), V.getLinkage(),
                                    V.hasInitializer() ? Padded : nullptr, "", &V, V.getThreadLocalMode(),
                                    V.getAddressSpace(), V.isExternallyInitialized());
    Kept->copyAttributesFrom(&V);
    Kept->copyMetadata(&V, 0);
    Kept->takeName(&V);
    Kept->setAlignment(std::max(V.getAlign().valueOrOne(), Now.getABITypeAlign(V.getValueType())));
    V.replaceAllUsesWith(Kept);
    V.eraseFromParent();
  }

  void keep(Instruction &I) {
    IRBuilder<> Builder(&I);
    if (auto *Address = dyn_cast<GEPOperator>(&I); Address && differs(Address->getSourceElementType())) {
      I.replaceAllUsesWith(inBytes(*Address, Builder));
      I.eraseFromParent();
    } else if (auto *Local = dyn_cast<AllocaInst>(&I); Local && differs(Local->getAllocatedType())) {
      Local->setAllocatedType(
          ArrayType::get(Builder.getInt8Ty(), Now.getTypeAllocSize(Local->getAllocatedType())));
    } else if (auto *Load = dyn_cast<LoadInst>(&I); Load && isSplit(Load->getType())) {
      Load->replaceAllUsesWith(loadParts(Load->getType(), *Load->getPointerOperand(), Load->getAlign(),
                                         Load->isVolatile(), Builder));
      Load->eraseFromParent();
    } else if (auto *Store = dyn_cast<StoreInst>(&I); Store && isSplit(Store->getValueOperand()->getType())) {
      storeParts(*Store->getValueOperand(), *Store->getPointerOperand(), Store->getAlign(),
                 Store->isVolatile(), Builder);
      Store->eraseFromParent();
    }
  }

  bool isSplit(Type *T) const { return T->isAggregateType() && differs(T); }

  /// Calls \p Do with the number and the offset of each member of \p T.
  template <class F> void forMembers(Type *T, F Do) const {
    if (auto *Struct = dyn_cast<StructType>(T))
      for (unsigned N = 0; N != Struct->getNumElements(); ++N)
        Do(N, Now.getStructLayout(Struct)->getElementOffset(N).getFixedValue());
    else
      for (unsigned N = 0; N != T->getArrayNumElements(); ++N)
        Do(N, N * Now.getTypeAllocSize(T->getArrayElementType()).getFixedValue());
  }

  Value *loadParts(Type *T, Value &From, Align Alignment, bool IsVolatile, IRBuilderBase &Builder) const {
    if (!isSplit(T))
      return Builder.CreateAlignedLoad(T, &From, Alignment, IsVolatile);
    Value *All = PoisonValue::get(T);
    forMembers(T, [&](unsigned N, std::uint64_t Offset) {
      Value *Place = Builder.CreateConstInBoundsGEP1_64(Builder.getInt8Ty(), &From, Offset);
      Value *Part = loadParts(ExtractValueInst::getIndexedType(T, N), *Place,
                              commonAlignment(Alignment, Offset), IsVolatile, Builder);
      All = Builder.CreateInsertValue(All, Part, N);
    });
    return All;
  }

  void storeParts(Value &All, Value &To, Align Alignment, bool IsVolatile, IRBuilderBase &Builder) const {
    if (!isSplit(All.getType())) {
      Builder.CreateAlignedStore(&All, &To, Alignment, IsVolatile);
      return;
    }
    forMembers(All.getType(), [&](unsigned N, std::uint64_t Offset) {
      Value *Place = Builder.CreateConstInBoundsGEP1_64(Builder.getInt8Ty(), &To, Offset);
      storeParts(*Builder.CreateExtractValue(&All, N), *Place, commonAlignment(Alignment, Offset), IsVolatile,
                 Builder);
    });
  }

  Module &M;
  const DataLayout Now;
  const DataLayout &Next;
};

} // namespace

void keepLayouts(Module &M, const DataLayout &Next) {
  LayoutKeeper(M, Next).run();
}

} // namespace kcc::compiler
