#include "lowering/SharedMemory.h"
#include "lowering/Reach.h"
#include "llvm/ADT/SmallBitVector.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace kcc::compiler {

SharedLayout layOutSharedMemory(ArrayRef<Function *> Kernels, ArrayRef<GlobalVariable *> Variables) {
  SharedLayout Layout;
  Layout.KernelBytes.assign(Kernels.size(), 0);
  if (Variables.empty())
    return Layout;
  const DataLayout &DL = Variables.front()->getDataLayout();

  SmallVector<SmallBitVector, 8> UsedBy(Variables.size(), SmallBitVector(Kernels.size()));
  for (auto [K, Kernel] : enumerate(Kernels)) {
    Reach Reached = reachedFrom(*Kernel);
    for (auto [V, Variable] : enumerate(Variables))
      if (Reached.contains(Variable))
        UsedBy[V].set(K);
  }

  // First fit: the lowest offset at which no variable of a common kernel is in the way.
  struct Placed {
    std::uint64_t Begin, End;
    const SmallBitVector *UsedBy;
  };
  SmallVector<Placed, 8> Done;
  for (auto [V, Variable] : enumerate(Variables)) {
    std::uint64_t Size = DL.getTypeAllocSize(Variable->getValueType());
    Align Alignment = Variable->getAlign().value_or(DL.getPrefTypeAlign(Variable->getValueType()));
    std::uint64_t Offset = 0;
    for (bool Moved = true; Moved;) {
      Moved = false;
      for (const Placed &P : Done)
        if (P.UsedBy->anyCommon(UsedBy[V]) && Offset < P.End && P.Begin < Offset + Size) {
          Offset = alignTo(P.End, Alignment);
          Moved = true;
        }
    }
    Done.push_back({Offset, Offset + Size, &UsedBy[V]});
    Layout.Offsets[Variable] = Offset;
    for (unsigned K : UsedBy[V].set_bits())
      Layout.KernelBytes[K] = std::max(Layout.KernelBytes[K], Offset + Size);
  }
  return Layout;
}

} // namespace kcc::compiler
