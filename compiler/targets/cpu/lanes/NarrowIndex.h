// Addresses whose index is computed in fewer bits than they have, and then widened.
#ifndef KCC_TARGETS_CPU_LANES_NARROW_INDEX_H
#define KCC_TARGETS_CPU_LANES_NARROW_INDEX_H

#include "targets/cpu/lanes/LaneShapes.h"

#include "llvm/IR/Instructions.h"

namespace kcc::compiler {

/// The lanes' addresses are so many bytes apart, if the index does not wrap between the lanes.
struct NarrowIndex {
  llvm::GetElementPtrInst *Indexed; ///< the address, or what it is computed from with the same in all lanes
  llvm::CastInst *Widened;          ///< of the indices of `Indexed`
  std::int64_t Stride;
};

/// Nothing if the address is not of this kind, or is not computed in this block.
std::optional<NarrowIndex> narrowIndex(llvm::Value *Address, const llvm::BasicBlock &Block,
                                       const LaneShapes &Shapes);

/// Whether the result is the sum, the difference or a constant multiple of the operands, in any number of
/// bits, where it is used.
bool hasExactResult(const llvm::Instruction &I, bool IsSigned);

/// Computes the addresses of all accesses that have a narrow index in the block of the access, and what
/// hasExactResult() is true of in that where the index is widened.
void computeNarrowIndicesInPlace(llvm::Function &F);

} // namespace kcc::compiler

#endif
