// What the kernels and the host share.
#ifndef KCC_EXAMPLES_ALL_GPUS_KERNELS_H
#define KCC_EXAMPLES_ALL_GPUS_KERNELS_H

#include <cstdint>

namespace all_gpus {

/// A place in the sorted order of all ranks' keys. Equal keys are ordered by rank and index, so that there is
/// a place between them, too.
struct Place {
  std::uint32_t key, rank;
  std::uint64_t index;
};

/// How many keys a rank shows the others, at equal distances.
inline constexpr std::uint32_t samples = 256;

/// How many keys a thread of `merge` writes.
inline constexpr std::uint32_t merged_per_thread = 8;

} // namespace all_gpus

#endif
