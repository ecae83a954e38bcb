#include "targets/nvptx/Initializers.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace kcc::compiler {

static bool holdsBoolVector(Type *T) {
  if (auto *Vector = dyn_cast<FixedVectorType>(T))
    return Vector->getElementType()->isIntegerTy(1);
  if (auto *Array = dyn_cast<ArrayType>(T))
    return holdsBoolVector(Array->getElementType());
  auto *Struct = dyn_cast<StructType>(T);
  return Struct && any_of(Struct->elements(), holdsBoolVector);
}

/// Returns \p C with integers instead of vectors of bool, which have one bit per element in memory. The back
/// end writes a byte per element and cuts off the rest.
static Constant *packBoolVectors(Constant *C, const DataLayout &Layout) {
  Type *T = C->getType();
  if (!holdsBoolVector(T))
    return C;
  if (auto *Vector = dyn_cast<FixedVectorType>(T)) {
    APInt Bits(Layout.getTypeAllocSizeInBits(T).getFixedValue(), 0);
    for (unsigned I = 0; I != Vector->getNumElements(); ++I)
      if (C->getAggregateElement(I)->isOneValue())
        Bits.setBit(I);
    return ConstantInt::get(T->getContext(), Bits);
  }
  SmallVector<Constant *, 8> Elements;
  for (unsigned I = 0; Constant *Element = C->getAggregateElement(I); ++I)
    Elements.push_back(packBoolVectors(Element, Layout));
  if (auto *Struct = dyn_cast<StructType>(T))
    return ConstantStruct::getAnon(Elements, Struct->isPacked());
  if (Elements.empty())
    return C;
  return ConstantArray::get(ArrayType::get(Elements.front()->getType(), Elements.size()), Elements);
}

void replaceInitializers(Module &M) {
  for (GlobalVariable &V : M.globals()) {
    if (!V.hasInitializer() || isa<UndefValue>(V.getInitializer()))
      continue;
    // The back end writes a 16-bit floating-point number as a double, of which ptxas takes the low 16 bits:
    // mostly 0. In arrays and structs it writes bytes.
    if (auto *Number = dyn_cast<ConstantFP>(V.getInitializer()); Number && V.getValueType()->is16bitFPTy())
      V.replaceInitializer(ConstantInt::get(M.getContext(), Number->getValueAPF().bitcastToAPInt()));
    else if (holdsBoolVector(V.getValueType()))
      V.replaceInitializer(packBoolVectors(V.getInitializer(), M.getDataLayout()));
  }
}

} // namespace kcc::compiler
