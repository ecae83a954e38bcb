// The basis of the math library's functions: pairs of numbers for intermediate results that need more bits
// than the type has, polynomials, and access to the type's bits. Templates over float and double.
#ifndef KCC_DEVICELIB_MATH_ARITHMETIC_H
#define KCC_DEVICELIB_MATH_ARITHMETIC_H

#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>

#include <type_traits>

namespace kcc::math {

template <typename T> inline constexpr bool is_float = std::is_same_v<T, float>;
template <typename T> using Bits = std::conditional_t<is_float<T>, std::uint32_t, std::uint64_t>;
template <typename T> using Integer = std::conditional_t<is_float<T>, std::int32_t, std::int64_t>;
template <typename T> using Limits = std::numeric_limits<T>;

template <typename T> constexpr Bits<T> bits_of(T x) {
  return std::bit_cast<Bits<T>>(x);
}
template <typename T> constexpr T from_bits(Bits<T> bits) {
  return std::bit_cast<T>(bits);
}
template <typename T> inline constexpr int fraction_bits = Limits<T>::digits - 1;
template <typename T> inline constexpr int exponent_bias = Limits<T>::max_exponent - 1;
template <typename T> inline constexpr Bits<T> sign_bit = Bits<T>(1) << (8 * sizeof(T) - 1);

inline float fma(float x, float y, float z) {
  return __builtin_fmaf(x, y, z);
}
inline double fma(double x, double y, double z) {
  return __builtin_fma(x, y, z);
}
inline float sqrt(float x) {
  return __builtin_sqrtf(x);
}
inline double sqrt(double x) {
  return __builtin_sqrt(x);
}
inline float abs(float x) {
  return __builtin_fabsf(x);
}
inline double abs(double x) {
  return __builtin_fabs(x);
}
inline float rint(float x) {
  return __builtin_rintf(x);
}
inline double rint(double x) {
  return __builtin_rint(x);
}
inline float floor(float x) {
  return __builtin_floorf(x);
}
inline double floor(double x) {
  return __builtin_floor(x);
}
inline float copysign(float x, float y) {
  return __builtin_copysignf(x, y);
}
inline double copysign(double x, double y) {
  return __builtin_copysign(x, y);
}

/// The smaller one; NaN if one is NaN.
inline float minimum(float x, float y) {
  return __builtin_elementwise_minimum(x, y);
}

/// The smaller one, or the one that is not NaN.
inline float minimum_number(float x, float y) {
  return __builtin_elementwise_minimumnum(x, y);
}

/// The larger one, or the one that is not NaN.
inline float maximum_number(float x, float y) {
  return __builtin_elementwise_maximumnum(x, y);
}

/// 2^n, where n is the exponent of a normal number.
template <typename T> inline T power_of_two(int n) {
  return from_bits<T>(static_cast<Bits<T>>(n + exponent_bias<T>) << fraction_bits<T>);
}

/// x 2^n, rounded once. n may exceed the exponent range, as long as every result can come from some x in
/// [2^-4, 2^4].
template <typename T> inline T scale(T x, int n) {
  const int half = n >> 1;
  return x * power_of_two<T>(half) * power_of_two<T>(n - half);
}

/// An unevaluated sum; |low| is at most half a unit in high's last place unless stated otherwise.
template <typename T> struct Pair {
  T high, low;
};

/// x + y, exactly, for |x| >= |y| (T. J. Dekker, A floating-point technique for extending the available
/// precision, 1971).
template <typename T> inline Pair<T> fast_sum(T x, T y) {
  const T sum = x + y;
  const T rest = sum - x;
  return {sum, y - rest};
}

/// x + y, exactly (D. E. Knuth, The Art of Computer Programming 2, 4.2.2).
template <typename T> inline Pair<T> sum(T x, T y) {
  const T sum = x + y;
  const T part = sum - x;
  const T other = sum - part;
  const T x_rest = x - other;
  return {sum, x_rest + (y - part)};
}

/// x y, exactly where nothing underflows.
template <typename T> inline Pair<T> product(T x, T y) {
  const T high = x * y;
  return {high, fma(x, y, -high)};
}

template <typename T> inline Pair<T> add(Pair<T> x, Pair<T> y) {
  const Pair<T> high = sum(x.high, y.high);
  const Pair<T> low = sum(x.low, y.low);
  const Pair<T> first = fast_sum(high.high, high.low + low.high);
  return fast_sum(first.high, first.low + low.low);
}

template <typename T> inline Pair<T> add(Pair<T> x, std::type_identity_t<T> y) {
  const Pair<T> high = sum(x.high, y);
  return fast_sum(high.high, high.low + x.low);
}

template <typename T> inline Pair<T> multiply(Pair<T> x, Pair<T> y) {
  const Pair<T> high = product(x.high, y.high);
  return fast_sum(high.high, high.low + fma(x.high, y.low, x.low * y.high));
}

template <typename T> inline Pair<T> multiply(Pair<T> x, std::type_identity_t<T> y) {
  const Pair<T> high = product(x.high, y);
  return fast_sum(high.high, fma(x.low, y, high.low));
}

template <typename T> inline Pair<T> divide(Pair<T> x, Pair<T> y) {
  const T quotient = x.high / y.high;
  const T rest = fma(-quotient, y.high, x.high);
  return fast_sum(quotient, (fma(-quotient, y.low, rest) + x.low) / y.high);
}

/// The square root of a positive pair.
template <typename T> inline Pair<T> sqrt(Pair<T> x) {
  const T root = sqrt(x.high);
  return fast_sum(root, (fma(-root, root, x.high) + x.low) / (2 * root));
}

template <typename T> inline Pair<T> negative(Pair<T> x) {
  return {-x.high, -x.low};
}
template <typename T> inline T value(Pair<T> x) {
  return x.high + x.low;
}

/// A sum of squares in two parts. What `rest` misses is rounding errors of steps that at least double the
/// sum, so together they are below a unit in its last place.
template <typename T> struct SumOfSquares {
  T sum = 0, rest = 0;
  SumOfSquares() = default;
  explicit SumOfSquares(T x) : sum(x * x), rest(fma(x, x, -sum)) {}
  void add(T x) {
    const T next = fma(x, x, sum);
    rest += fma(x, x, sum - next);
    sum = next;
  }
};

/// The polynomial with these coefficients, from the constant on, by Horner's scheme. With `first`, the lower
/// terms are left to the caller.
template <int first = 0, typename T, std::size_t count>
inline T polynomial(T x, const T (&coefficients)[count]) {
  T result = coefficients[count - 1];
#pragma clang loop unroll(full)
  for (int k = static_cast<int>(count) - 2; k >= first; --k)
    result = fma(result, x, coefficients[k]);
  return result;
}

/// Selects the table for float or the one for double.
template <typename T, std::size_t m, std::size_t n>
constexpr const auto &pick(const float (&single)[m], const double (&twice)[n]) {
  if constexpr (is_float<T>)
    return single;
  else
    return twice;
}
/// A constant as a pair of the type, from its two leading doubles.
template <typename T> constexpr Pair<T> constant(double high, double low) {
  if constexpr (is_float<T>)
    return {static_cast<float>(high),
            static_cast<float>(high - static_cast<double>(static_cast<float>(high)))};
  else
    return {high, low};
}

template <typename T> inline constexpr T infinity = Limits<T>::infinity();
template <typename T> inline constexpr T nan = Limits<T>::quiet_NaN();

} // namespace kcc::math

#endif
