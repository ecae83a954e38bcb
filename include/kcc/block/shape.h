// The shape of a block as a template argument, and the rank of a thread in it.
#ifndef KCC_BLOCK_SHAPE_H
#define KCC_BLOCK_SHAPE_H

#include <cstddef>
#include <cstdint>

#include "../device/index.h"

// Loops over the items of one thread must be unrolled, or the items are not in registers.
#ifdef __clang__
#define KCC_UNROLL _Pragma("unroll")
#define KCC_NO_UNROLL _Pragma("nounroll")
#else
#define KCC_UNROLL
#define KCC_NO_UNROLL
#endif

namespace kcc {

/// The number of threads of a block along x, y and z, known to the compiler: `BlockReduce<float, 256>`,
/// `BlockReduce<float, BlockShape{16, 16}>`. The kernel must be launched with exactly this shape.
struct BlockShape {
  std::uint32_t x, y, z;
  constexpr BlockShape(std::uint32_t x, std::uint32_t y = 1, std::uint32_t z = 1) noexcept
      : x(x), y(y), z(z) {}

  /// The number of threads in the block, 1 to 1024.
  constexpr std::uint32_t threads() const noexcept { return x * y * z; }
  /// The number of warps in the block; the last one may have fewer than 32 threads.
  constexpr std::uint32_t warps() const noexcept { return (threads() + 31) / 32; }

  /// The calling thread's rank in its block, x fastest.
  std::uint32_t rank() const noexcept {
    std::uint32_t rank = __kcc_thread_idx_x();
    if (y > 1 || z > 1)
      rank += x * __kcc_thread_idx_y();
    if (z > 1)
      rank += x * y * __kcc_thread_idx_z();
    return rank;
  }
};

} // namespace kcc

#endif
