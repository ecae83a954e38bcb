// What kernels and the host compute alike of integers of 8 and 16 bits.
#ifndef KCC_TESTS_RUN_KERNELS_NARROW_INTEGERS_H
#define KCC_TESTS_RUN_KERNELS_NARROW_INTEGERS_H

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace narrow_integers {

inline constexpr std::size_t result_count = 48;

/// All results are widened: what is above the 8 or 16 bits of an operand must not reach them.
template <class T> void compute(T a, T b, std::int64_t (&out)[result_count]) {
  using U = std::make_unsigned_t<T>;
  using Wide = std::int64_t;
  constexpr int width = std::numeric_limits<U>::digits;
  const U x = static_cast<U>(a), y = static_cast<U>(b);
  const int count = y % width;
  const auto sum = static_cast<T>(a + b), difference = static_cast<T>(a - b),
             product = static_cast<T>(unsigned{x} * y), negative = static_cast<T>(-a);
  std::size_t n = 0;
  const auto add = [&](Wide result) { out[n++] = result; };
  add(sum);
  add(difference);
  add(product);
  add(negative);
  add(static_cast<T>(~a));
  add(static_cast<T>(a & b));
  add(static_cast<T>(a | b));
  add(static_cast<T>(a ^ b));
  add(static_cast<T>(x << count));
  add(static_cast<T>(a >> count));
  add(static_cast<U>(x >> count));
  add(static_cast<T>(x << 3));
  add(static_cast<T>(a >> 5));
  add(static_cast<T>(std::rotl(x, count)));
  add(static_cast<T>(std::rotr(x, count)));
  add(static_cast<T>(std::rotl(x, width / 2)));
  add(std::rotl(x, 3));
  add(static_cast<T>(std::rotr(static_cast<U>(sum), 5)));
  add(std::popcount(x));
  add(std::popcount(static_cast<U>(product)));
  add(std::popcount(static_cast<U>(x ^ y)));
  add(std::countl_zero(x));
  add(std::countl_zero(static_cast<U>(product)));
  add(std::countr_zero(x));
  add(std::countr_zero(static_cast<U>(sum)));
  add(std::bit_width(static_cast<U>(difference)));
  add(std::max(a, b));
  add(std::min(a, b));
  add(std::max(sum, product));
  add(a < b);
  add(x < y);
  add(sum < difference);
  add(product == sum);
  add(static_cast<T>(a < 0 ? -a : a));
  add(static_cast<T>(negative < 0 ? -negative : negative));
  add(b != 0 ? static_cast<T>(a / b) : 0);
  add(b != 0 ? static_cast<T>(a % b) : 0);
  add(sum != 0 ? static_cast<T>(product / sum) : 0);
  add(static_cast<T>(a / 7));
  add(static_cast<T>(product % 10));
  add(Wide{negative} / 3);
  add(Wide{product} >> 3);
  add(Wide{static_cast<T>(-difference)} * 1000003);
  add(static_cast<T>((a + b) / 2));
  add(std::clamp(a + b, int{std::numeric_limits<T>::min()}, int{std::numeric_limits<T>::max()}));
  add(static_cast<Wide>(static_cast<float>(product)));
  add(static_cast<T>(static_cast<float>(a) * 0.25f));
  add(static_cast<T>(std::uint64_t{x} * 0x9e3779b97f4a7c15 >> 40));
}

} // namespace narrow_integers

#endif
