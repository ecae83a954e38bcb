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

/// What a thread of rank `t` makes of the values from index i on, in loops of several forms.
inline constexpr unsigned form_count = 13;
template <unsigned Form, class Index, class ValueAt>
constexpr std::uint32_t combine(Index i, Index end, Index step, std::uint32_t t, const ValueAt &value_at) {
  std::uint32_t sum = 1, last = 5, before = 9;
  const Index first = i;
  switch (Form) {
  case 0:
    for (; i < end; i += step)
      sum = sum * 31 + value_at(i);
    return sum;
  case 1: // the index is used after the loop
    for (; i < end; i += step)
      sum = sum * 31 + value_at(i);
    return sum ^ static_cast<std::uint32_t>(i * 3);
  case 2: // values change places
    for (; i < end; i += step) {
      before = last;
      last = value_at(i);
    }
    return last * 31 + before;
  case 3: // some threads pass by
    if (t % 3 != 0)
      for (; i < end; i += step)
        sum = sum * 31 + value_at(i);
    return sum + t;
  case 4:
    for (; i < end; i += step) {
      const std::uint32_t value = value_at(i);
      if (value % 4 == 1)
        continue;
      sum = value % 2 == 0 ? sum * 31 + value : sum ^ value;
    }
    return sum;
  case 5: // at least once
    do {
      sum = sum * 31 + value_at(i);
      i += step;
    } while (i < end);
    return sum;
  case 6: // two loops
    for (; i < end; i += step)
      sum = sum * 31 + value_at(i);
    for (Index j = first; j < end; j += step)
      last = last * 5 + value_at(j);
    return sum + last;
  case 7: // two ways to leave it
    for (; i < end; i += step) {
      sum = sum * 31 + value_at(i);
      if (sum % 16 == 5)
        break;
    }
    return sum;
  case 8: // what is computed before it only where there is an iteration
    if (i < end) {
      const std::uint32_t weight = value_at(end - 1) | 1;
      last = sum / weight;
      do {
        sum = sum * weight + value_at(i) / weight;
        i += step;
      } while (i < end);
    }
    return sum + last;
  case 9: // a loop in it
    for (; i < end; i += step)
      for (std::uint32_t k = 0; k < value_at(i) % 4; ++k)
        sum = sum * 31 + static_cast<std::uint32_t>(i) + k;
    return sum;
  case 10: // behind two conditions, with a loop between them
    if (t % 3 != 0) {
      for (std::uint32_t k = 0; k < value_at(0) % 4 + t % 2; ++k)
        last = last * 3 + k;
      for (; i < end; i += step)
        sum = sum * 31 + value_at(i);
    }
    return sum + last;
  case 11: // a number from before it is used from the second iteration on
    if (i < end) {
      const std::uint32_t later = 0x9e3779b9u / static_cast<std::uint32_t>(end);
#ifdef __clang__
#pragma clang loop unroll(disable) // nor peel the first iteration
#endif
      do {
        sum = sum * 31 + value_at(i) + last;
        last = later;
        i += step;
      } while (i < end);
    }
    return sum;
  default: // a local array, written and read before it where there is an iteration
    if (i < end) {
      std::uint32_t own[4] = {1, 2, 3, 4};
      own[t & 3] = t * 7;
      last = own[1];
      do {
        sum = sum * 31 + value_at(i) + last;
        i += step;
      } while (i < end);
    }
    return sum;
  }
}

} // namespace index_ranges

#endif
