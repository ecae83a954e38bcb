// Conditions on a thread's index, and loops with a stride, for the kernels of index_ranges.cpp and for the
// test.
#ifndef KCC_TESTS_RUN_KERNELS_INDEX_RANGES_H
#define KCC_TESTS_RUN_KERNELS_INDEX_RANGES_H

#include <cstdint>
#include <utility>

namespace index_ranges {

struct Limits {
  std::uint64_t a, b;
};

inline constexpr unsigned condition_count = 20;

/// `x` is the thread's index in the grid, and `t` in the block. Sums wrap.
template <unsigned Condition> constexpr bool holds(std::uint32_t x, std::uint32_t t, const Limits &l) {
  const std::uint32_t a = static_cast<std::uint32_t>(l.a), b = static_cast<std::uint32_t>(l.b);
  const std::uint64_t wide = x;
  switch (Condition) {
  case 0:
    return x < a;
  case 1:
    return x <= a;
  case 2:
    return x + b < a;
  case 3:
    return wide + l.b < l.a;
  case 4:
    return static_cast<std::int32_t>(x + b) < static_cast<std::int32_t>(a);
  case 5:
    return static_cast<std::int64_t>(wide + l.b) <= static_cast<std::int64_t>(l.a);
  case 6:
    return !(x >= a);
  case 7:
    return x > a;
  case 8:
    return x != a;
  case 9:
    return x == a;
  case 10:
    return wide > 0 && wide + 1 < l.a;
  case 11:
    return !(x == 0 || x + 1 >= a);
  case 12:
    return std::uint64_t{x + b} < l.a;
  case 13:
    return t - b < a;
  case 14:
    return x >= b && x - b < a;
  case 15:
    return static_cast<std::int64_t>(static_cast<std::int32_t>(x - b)) >= static_cast<std::int64_t>(l.a);
  case 16:
    return x < a || t + b < a;
  case 17:
    return a < x && b != t;
  case 18:
    return static_cast<std::uint16_t>(x + b) < a;
  default:
    return l.b < l.a && t <= b;
  }
}

/// What a loop of one thread adds up, and stores: at most `most` numbers.
inline constexpr std::uint32_t most = 12;
template <class Index, class Store>
constexpr std::uint32_t add_up(Index begin, Index end, Index step, const Store &store) {
  std::uint32_t sum = 1, k = 0;
  for (Index i = begin; i < end && k < most; i += step) {
    if (i % 5 == 3)
      sum += 7;
    sum = sum * 31 + static_cast<std::uint32_t>(i >> 3);
    store(k++, static_cast<std::uint32_t>(i));
    if (sum % 64 == 5)
      break;
  }
  return sum;
}

} // namespace index_ranges

#endif
