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

/// What a loop with a stride that is only known at run time sums up: exact for every index that it has, and
/// in its order.
template <class Index>
std::uint64_t strided_sum(const unsigned *table, Index first, Index bound, Index stride, std::uint64_t seed) {
  std::uint64_t sum = seed;
  for (Index i = first; i < bound; i += stride)
    sum = sum * 3 + table[static_cast<std::uint64_t>(i) % 61];
  return sum;
}
struct Strided {
  std::int64_t first, bound, stride;
};
/// The sums for the types that hold the numbers; 0 for others.
inline void strided_sums(const unsigned *table, const Strided &s, std::uint64_t *sums) {
  const auto in = [&](auto least, auto most) {
    return s.first >= least && s.bound >= least && s.first <= most && s.bound + s.stride <= most;
  };
  sums[0] = in(-0x80000000ll, 0x7fffffffll)
                ? strided_sum<int>(table, int(s.first), int(s.bound), int(s.stride), 1)
                : 0;
  sums[1] = in(0ll, 0xffffffffll)
                ? strided_sum<unsigned>(table, unsigned(s.first), unsigned(s.bound), unsigned(s.stride), 2)
                : 0;
  sums[2] = strided_sum<std::int64_t>(table, s.first, s.bound, s.stride, 3);
  sums[3] = s.first >= 0 && s.bound >= 0
                ? strided_sum<std::uint64_t>(table, std::uint64_t(s.first), std::uint64_t(s.bound),
                                             std::uint64_t(s.stride), 4)
                : 0;
  // Unsigned numbers at the end of their range.
  const std::uint64_t last = ~std::uint64_t{0} - std::uint64_t(s.stride);
  sums[4] = strided_sum<std::uint64_t>(table, last - 40, last, std::uint64_t(s.stride), 5);
}

} // namespace language

#endif
