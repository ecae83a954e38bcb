// The types of kernels/memory.cpp.
#ifndef KCC_TESTS_RUN_MEMORY_H
#define KCC_TESTS_RUN_MEMORY_H

#include <cstdint>

namespace memory {

/// The memory that something is in, one bit each.
enum Space : unsigned { global = 1, shared = 2, constant = 4, local = 8 };

struct alignas(16) Quad {
  float x, y, z, w;
};
/// Sizes and alignments for which there is no instruction.
struct Odd {
  std::uint16_t a[5];
};
struct alignas(16) Long {
  std::uint64_t a[6];
};

template <class T> T numbered(std::uint32_t seed) {
  T value;
  auto *bytes = reinterpret_cast<unsigned char *>(&value);
  for (std::uint32_t i = 0; i < sizeof(T); ++i)
    bytes[i] = static_cast<unsigned char>(seed * 37 + i * 11 + 1);
  return value;
}

} // namespace memory

#endif
