#include "targets/cpu/lanes/NarrowIndex.h"

using namespace llvm;

namespace kcc::compiler {

std::optional<NarrowIndex> narrowIndex(Value *Address, const BasicBlock &Block, const LaneShapes &Shapes) {
  auto *Gep = dyn_cast<GetElementPtrInst>(Address);
  if (!Gep || Gep->getParent() != &Block)
    return std::nullopt;
  const Shape Base = Shapes[Gep->getPointerOperand()];
  if (Base.Kind == Shape::Varying)
    return all_of(Gep->indices(), [&](Value *Index) { return Shapes[Index].Kind == Shape::Uniform; })
               ? narrowIndex(Gep->getPointerOperand(), Block, Shapes)
               : std::nullopt;
  SmallMapVector<Value *, APInt, 4> Offsets;
  APInt Fixed(64, 0);
  if (Base.Kind == Shape::Pattern || !Gep->collectOffset(Block.getDataLayout(), 64, Offsets, Fixed))
    return std::nullopt;
  NarrowIndex Found{Gep, nullptr, Base.Stride};
  for (auto &[Index, Scale] : Offsets) {
    Shape S = Shapes[Index];
    if (S.Kind == Shape::Varying) {
      auto *Cast = dyn_cast<CastInst>(Index);
      if (Found.Widened || !Cast || !isa<ZExtInst, SExtInst>(Cast) || Cast->getParent() != &Block)
        return std::nullopt;
      Found.Widened = Cast;
      S = Shapes[Cast->getOperand(0)];
      if (S.Kind != Shape::Linear)
        return std::nullopt;
    }
    if (S.Kind == Shape::Pattern)
      return std::nullopt;
    if (S.Kind == Shape::Linear)
      Found.Stride += S.Stride * Scale.getSExtValue();
  }
  return Found.Widened ? std::optional(Found) : std::nullopt;
}

} // namespace kcc::compiler
