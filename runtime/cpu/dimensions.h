// Three-dimensional values in the form that compiled kernels use.
#ifndef KCC_RUNTIME_CPU_DIMENSIONS_H
#define KCC_RUNTIME_CPU_DIMENSIONS_H

#include "../core/dimensions.h"

#include <cstdint>

namespace kcc::cpu {

using core::small_volume;
using core::text;
using core::volume;

/// The index of the thread of this rank in a block; x fastest.
inline Dim3 thread_of_rank(std::uint32_t rank, Dim3 block) {
  return {rank % block.x, rank / block.x % block.y, rank / block.x / block.y};
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
