#include "targets/nvptx/SharedAlignment.h"
#include "lowering/Reach.h"
#include "targets/nvptx/AddressSpaces.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include "llvm/Support/KnownBits.h"

using namespace llvm;

namespace kcc::compiler {
namespace {

constexpr Align Largest = Align::Constant<16>();

/// The alignment of \p Pointer if it leads into a shared variable, else 1.
Align sharedAlignment(const Value *Pointer, const DataLayout &DL) {
  Align Known = Largest;
  while (true) {
    if (auto *Cast = dyn_cast<AddrSpaceCastOperator>(Pointer)) {
      Pointer = Cast->getPointerOperand();
    } else if (auto *Element = dyn_cast<GEPOperator>(Pointer)) {
      const unsigned Bits = DL.getIndexTypeSizeInBits(Element->getType());
      SmallMapVector<Value *, APInt, 4> Parts;
      APInt Constant(Bits, 0);
      if (!Element->collectOffset(DL, Bits, Parts, Constant))
        return Align(1);
      unsigned Zeros = Constant.countr_zero();
      for (const auto &[Index, Scale] : Parts)
        Zeros = std::min(Zeros, computeKnownBits(Index, DL).countMinTrailingZeros() + Scale.countr_zero());
      Known = std::min(Known, Align(1ull << std::min(Zeros, Log2(Largest))));
      Pointer = Element->getPointerOperand();
    } else {
      auto *Variable = dyn_cast<GlobalVariable>(Pointer);
      return Variable && Variable->getAddressSpace() == SharedSpace
                 ? std::min(Known, Variable->getAlign().valueOrOne())
                 : Align(1);
    }
  }
}

} // namespace

void alignSharedArrays(ArrayRef<Function *> Kernels, ArrayRef<GlobalVariable *> Variables,
                       std::uint64_t MaxBytes) {
  SmallMapVector<GlobalVariable *, MaybeAlign, 8> Declared;
  for (GlobalVariable *V : Variables)
    if (V->getDataLayout().getTypeAllocSize(V->getValueType()) >= Largest.value() &&
        V->getAlign().valueOrOne() < Largest) {
      Declared.insert({V, V->getAlign()});
      V->setAlignment(Largest);
    }
  for (const Function *Kernel : Kernels) {
    Reach Reached = reachedFrom(*Kernel);
    // ptxas orders the variables as it likes, so each may need padding.
    std::uint64_t Most = 0;
    for (const GlobalVariable *V : Variables)
      if (Reached.contains(V))
        Most += alignTo(V->getDataLayout().getTypeAllocSize(V->getValueType()), Largest) +
                std::max(V->getAlign().valueOrOne(), Largest).value() - Largest.value();
    if (Most > MaxBytes)
      for (auto [V, Alignment] : Declared)
        if (Reached.contains(V))
          V->setAlignment(Alignment);
  }
}

void alignSharedAccesses(Module &M) {
  const DataLayout &DL = M.getDataLayout();
  for (Function &F : M)
    for (Instruction &I : instructions(F)) {
      if (auto *Load = dyn_cast<LoadInst>(&I))
        Load->setAlignment(std::max(Load->getAlign(), sharedAlignment(Load->getPointerOperand(), DL)));
      else if (auto *Store = dyn_cast<StoreInst>(&I))
        Store->setAlignment(std::max(Store->getAlign(), sharedAlignment(Store->getPointerOperand(), DL)));
    }
}

} // namespace kcc::compiler
