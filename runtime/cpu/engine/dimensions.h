// Three-dimensional values: ranks and indices, and the form that compiled kernels use.
#ifndef KCC_RUNTIME_CPU_ENGINE_DIMENSIONS_H
#define KCC_RUNTIME_CPU_ENGINE_DIMENSIONS_H

#include "../../core/dimensions.h"

#include <concepts>
#include <cstdint>

namespace kcc::cpu {

using core::small_volume;
using core::text;
using core::volume;

/// The index of the thread of this rank in a block, of the block in a grid or cluster; x fastest. The ranks
/// of a grid's blocks may need 64 bits.
template <std::unsigned_integral Rank> Dim3 index_of_rank(Rank rank, Dim3 extent) {
  return {static_cast<std::uint32_t>(rank % extent.x), static_cast<std::uint32_t>(rank / extent.x % extent.y),
          static_cast<std::uint32_t>(rank / extent.x / extent.y)};
}
inline std::uint64_t rank_of_index(Dim3 index, Dim3 extent) {
  return (std::uint64_t{index.z} * extent.y + index.y) * extent.x + index.x;
}

/// An extent or an index in blocks, in units of so many blocks, rounded down: a grid's extent in clusters.
inline Dim3 in_units(Dim3 blocks, Dim3 unit) {
  return {blocks.x / unit.x, blocks.y / unit.y, blocks.z / unit.z};
}

/// To and from the arrays of abi::CpuThread.
inline Dim3 to_dim3(const std::uint32_t (&index)[3]) {
  return {index[0], index[1], index[2]};
}
inline void store(Dim3 value, std::uint32_t (&to)[3]) {
  to[0] = value.x;
  to[1] = value.y;
  to[2] = value.z;
}

} // namespace kcc::cpu

#endif
