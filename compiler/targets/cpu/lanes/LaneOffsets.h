// How far the lanes' values are from the first lane's, where that is the same for every group of lanes.
#ifndef KCC_TARGETS_CPU_LANES_LANE_OFFSETS_H
#define KCC_TARGETS_CPU_LANES_LANE_OFFSETS_H

#include "targets/cpu/lanes/LaneShapes.h"

#include "llvm/Support/KnownBits.h"
#include <optional>

namespace kcc::compiler {

/// The bits of a value that are known in the first lane of every group, whether or not that lane uses it: a
/// group's first index along x is a multiple of the number of lanes.
llvm::KnownBits bitsOfFirstLane(const llvm::Value *V, const Fields &Loads, unsigned Lanes, bool WholeWarps);

/// The offsets of `x op C`, for And, Or, Xor, LShr and AShr, if x has these. Nothing unless all lanes have
/// the same upper bits, and the others are known.
std::optional<LaneOffsets> offsetsOfBitwise(unsigned Opcode, const llvm::KnownBits &FirstLane,
                                            llvm::ArrayRef<std::int64_t> Offsets, const llvm::APInt &C);

} // namespace kcc::compiler

#endif
