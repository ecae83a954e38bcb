// What the kernels of barrier_shapes.cpp compute, for them and for the test.
#ifndef KCC_TESTS_RUN_KERNELS_BARRIER_SHAPES_H
#define KCC_TESTS_RUN_KERNELS_BARRIER_SHAPES_H

#include <cstdint>

namespace barrier_shapes {

inline constexpr std::uint32_t most_threads = 256;

constexpr std::uint32_t mix(std::uint32_t mine, std::uint32_t other) {
  return mine * 1664525u + (other ^ (other >> 7)) + 1013904223u;
}

} // namespace barrier_shapes

#endif
