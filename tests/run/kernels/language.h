// Types that the kernels of the run tests share with the host.
#ifndef KCC_TESTS_RUN_KERNELS_LANGUAGE_H
#define KCC_TESTS_RUN_KERNELS_LANGUAGE_H

#include <array>
#include <cstdint>

namespace language {

enum class Operation : std::uint8_t { add, multiply, negate };

struct Inner {
  std::uint8_t small;
  double large;
};

/// Mixes sizes, so that a wrong offset shows.
struct Mixed {
  char letter;
  std::int16_t half;
  Inner inner;
  float numbers[3];
  Operation operation;
  std::int64_t wide;
};

struct alignas(16) Vector {
  float x, y, z, w;
};

union Bits {
  float number;
  std::uint32_t bits;
};

struct Empty {};

/// The kernel `rewritten` replaces one of the pointers.
struct Ways {
  int *to[2];
  int exchanged;
};

/// What the kernel `parameters` saw, one number per item.
inline constexpr int parameter_count = 20;

} // namespace language

#endif
