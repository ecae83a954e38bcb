#include "lowering/Scalarization.h"
#include "llvm/IR/IRBuilder.h"

using namespace llvm;

namespace kcc::compiler {

Value *scalarize(IRBuilderBase &Builder, ArrayRef<Value *> Arguments,
                 function_ref<Value *(ArrayRef<Value *>)> Each) {
  auto *Vector = dyn_cast<FixedVectorType>(Arguments.front()->getType());
  if (!Vector)
    return Each(Arguments);
  SmallVector<Value *, 2> Results; // several if Each returns a struct
  StructType *Struct = nullptr;
  for (unsigned I = 0; I != Vector->getNumElements(); ++I) {
    SmallVector<Value *, 3> Elements;
    for (Value *A : Arguments)
      Elements.push_back(A->getType()->isVectorTy() ? Builder.CreateExtractElement(A, I) : A);
    Value *One = Each(Elements);
    if (!One)
      return nullptr;
    Struct = dyn_cast<StructType>(One->getType());
    unsigned Count = Struct ? Struct->getNumElements() : 1;
    for (unsigned K = 0; K != Count; ++K) {
      Value *Part = Struct ? Builder.CreateExtractValue(One, K) : One;
      if (I == 0)
        Results.push_back(PoisonValue::get(FixedVectorType::get(Part->getType(), Vector->getNumElements())));
      Results[K] = Builder.CreateInsertElement(Results[K], Part, I);
    }
  }
  if (!Struct)
    return Results.front();
  SmallVector<Type *, 2> Types;
  for (Value *Part : Results)
    Types.push_back(Part->getType());
  Value *Whole = PoisonValue::get(StructType::get(Builder.getContext(), Types));
  for (auto [K, Part] : enumerate(Results))
    Whole = Builder.CreateInsertValue(Whole, Part, static_cast<unsigned>(K));
  return Whole;
}

} // namespace kcc::compiler
