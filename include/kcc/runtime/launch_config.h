// The shape of a launch: how many blocks, how many threads in each, how much dynamic shared memory.
#ifndef KCC_RUNTIME_LAUNCH_CONFIG_H
#define KCC_RUNTIME_LAUNCH_CONFIG_H

#include <cstddef>
#include <cstdint>

namespace kcc {

/// A count or an index along three axes; x varies fastest.
struct Dim3 {
  std::uint32_t x = 1;
  std::uint32_t y = 1;
  std::uint32_t z = 1;

  friend constexpr bool operator==(const Dim3 &, const Dim3 &) = default;
};

struct LaunchConfig {
  Dim3 grid;                            ///< blocks
  Dim3 block;                           ///< threads in a block
  std::size_t dynamic_shared_bytes = 0; ///< for each block, beside the kernel's own shared variables
};

} // namespace kcc

#endif
