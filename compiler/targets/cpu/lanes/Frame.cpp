#include "targets/cpu/lanes/Frame.h"

#include "llvm/IR/DataLayout.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace kcc::compiler {

FrameLayout::FrameLayout(ArrayRef<Slot> Slots, bool AllArrive, unsigned Lanes, const DataLayout &Layout)
    : AllArrive(AllArrive) {
  std::uint64_t End = sizeof(std::uint32_t), HeaderEnd = BlockSlots;
  for (const Slot &S : Slots) {
    if (S.IsOfBlock) {
      Offsets.push_back(HeaderEnd);
      HeaderEnd += BlockSlotBytes;
      continue;
    }
    std::uint64_t Bytes = S.Type ? Layout.getTypeStoreSize(S.Type).getFixedValue() : S.Bytes;
    std::uint64_t Alignment = S.Type ? Bytes : S.Alignment;
    if (!S.Type || S.Contents.Kind == Shape::Varying)
      Bytes *= Lanes;
    if (S.Type)
      Alignment = std::min<std::uint64_t>(PowerOf2Ceil(Bytes), HeaderBytes);
    Offsets.push_back(alignTo(End, Alignment));
    End = Offsets.back() + Bytes;
  }
  GroupBytes = alignTo(End, HeaderBytes);
}

} // namespace kcc::compiler
