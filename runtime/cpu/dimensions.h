// Extents and places of three dimensions.
#ifndef KCC_RUNTIME_CPU_DIMENSIONS_H
#define KCC_RUNTIME_CPU_DIMENSIONS_H

#include "kcc/runtime/launch_config.h"

#include <cstdint>
#include <optional>
#include <string>

namespace kcc::cpu {

/// "(4, 1, 1)"
inline std::string text(Dim3 dim) {
  return "(" + std::to_string(dim.x) + ", " + std::to_string(dim.y) + ", " + std::to_string(dim.z) + ")";
}

/// The place of the thread with this number in a block; x fastest.
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

/// The product of the three; it must fit.
inline std::uint32_t volume(Dim3 dim) {
  return dim.x * dim.y * dim.z;
}
/// The product of the three, or nothing if it is 0 or above `limit`.
inline std::optional<std::uint64_t> volume(Dim3 dim, std::uint64_t limit) {
  std::uint64_t product = 1;
  for (const std::uint64_t extent : {dim.x, dim.y, dim.z}) {
    if (extent == 0 || product > limit / extent)
      return std::nullopt;
    product *= extent;
  }
  return product;
}

} // namespace kcc::cpu

#endif
