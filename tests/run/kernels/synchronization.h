// What the kernels of synchronization.cpp share with the host.
#ifndef KCC_TESTS_RUN_KERNELS_SYNCHRONIZATION_H
#define KCC_TESTS_RUN_KERNELS_SYNCHRONIZATION_H

#include <cstddef>
#include <cstdint>

namespace synchronization {

/// What one block's threads saw at voting barriers.
struct Votes {
  std::uint32_t count, all, any;
  friend bool operator==(const Votes &, const Votes &) = default;
};

/// A block's position in terms of clusters.
struct ClusterPlace {
  std::uint32_t at[3], cluster[3], extent[3], clusters[3];
  std::uint32_t size, rank, next_rank;
  friend bool operator==(const ClusterPlace &, const ClusterPlace &) = default;
};

/// The number of elements of one stage in the pipelines.
inline constexpr std::size_t tile = 128;

/// The number of elements in copies of other types.
inline constexpr std::size_t copied = 37;

/// 12 bytes, aligned to 4.
struct Triple {
  float x, y, z;
  friend bool operator==(const Triple &, const Triple &) = default;
};

/// 3 bytes: no hardware copy supports this.
struct Rgb {
  std::uint8_t r, g, b;
  friend bool operator==(const Rgb &, const Rgb &) = default;
};

/// 32 bytes, aligned to 16.
struct alignas(16) Wide {
  double values[4];
  friend bool operator==(const Wide &, const Wide &) = default;
};

} // namespace synchronization

#endif
