// Logarithm and exponential for the distributions, built only from additions, products, divisions and fused
// multiply-adds, each rounded according to IEEE 754, so that every device returns the same bits. Every a * b
// + c is written as a fused operation, because compilers may or may not fuse the others.
#ifndef KCC_RANDOM_ELEMENTARY_H
#define KCC_RANDOM_ELEMENTARY_H

#include "uniform.h"

namespace kcc::random::detail {

inline float square_root(float x) noexcept {
  return __builtin_sqrtf(x);
}
inline double square_root(double x) noexcept {
  return __builtin_sqrt(x);
}

/// The layout of a floating-point type, and ln 2 in two parts, the first of which has an exact product with
/// any exponent.
template <class Real> struct Format;
template <> struct Format<float> {
  using Bits = std::uint32_t;
  using Int = std::int32_t;
  static constexpr int fraction = 23, bias = 127;
  static constexpr Bits root_half = 0x3f3504f3;
  static constexpr float ln2_high = 0x1.62e4p-1f, ln2_low = 0x1.7f7d1cp-20f;
  static constexpr float to_integer = 0x1.8p23f; // adding it rounds to an integer
  static constexpr float exp_max = 0x1.62e42ep6f, exp_min = -0x1.9fe368p6f;
};
template <> struct Format<double> {
  using Bits = std::uint64_t;
  using Int = std::int64_t;
  static constexpr int fraction = 52, bias = 1023;
  static constexpr Bits root_half = 0x3fe6a09e667f3bcd;
  static constexpr double ln2_high = 0x1.62e42fefap-1, ln2_low = 0x1.cf79abc9e3b3ap-40;
  static constexpr double to_integer = 0x1.8p52;
  static constexpr double exp_max = 0x1.62e42fefa39efp9, exp_min = -0x1.74910d52d3051p9;
};

/// Horner's rule: the coefficient of the highest power comes first.
template <class Real> constexpr Real polynomial(Real, Real coefficient) noexcept {
  return coefficient;
}
template <class Real, class... Lower>
Real polynomial(Real x, Real highest, Real next, Lower... lower) noexcept {
  return polynomial(x, fused(highest, x, next), lower...);
}

/// The natural logarithm of a positive normal number, accurate to 1 ULP (0.94 measured).
///
/// x = 2^k m with m in [√½, √2), and ln m = 2 artanh s with s = (m - 1) / (m + 1), |s| < 0.1716. The series
/// of artanh is truncated where the remainder is below a tenth of an ULP: after s^9 / 9 (float) and s^21 / 21
/// (double).
template <class Real> Real logarithm(Real x) noexcept {
  using F = Format<Real>;
  auto bits = std::bit_cast<typename F::Bits>(x);
  auto k = static_cast<typename F::Int>(bits - F::root_half) >> F::fraction;
  Real m = std::bit_cast<Real>(bits - (static_cast<typename F::Bits>(k) << F::fraction));
  Real f = m - 1, s = f / (m + 1), z = s * s;
  Real series;
  if constexpr (sizeof(Real) == sizeof(float))
    series = polynomial(z, 1 / 9.0f, 1 / 7.0f, 1 / 5.0f, 1 / 3.0f);
  else
    series = polynomial(z, 1 / 21.0, 1 / 19.0, 1 / 17.0, 1 / 15.0, 1 / 13.0, 1 / 11.0, 1 / 9.0, 1 / 7.0,
                        1 / 5.0, 1 / 3.0);
  // 2 s = f - s f exactly, so ln m = f - s (f - 2 z series): the large part is exact.
  Real rest = fused(Real(-2) * z, series, f);
  Real exponent = static_cast<Real>(k);
  Real small = fused(exponent, F::ln2_low, -(s * rest));
  return fused(exponent, F::ln2_high, f + small);
}

/// e^x, accurate to 1 ULP (0.91 measured) where the result is normal; 0 and infinity beyond the range.
///
/// x = k ln 2 + r with |r| <= ½ ln 2, and e^r by Taylor's series to r^7 (float) and r^13 (double).
template <class Real> Real exponential(Real x) noexcept {
  using F = Format<Real>;
  if (!(x <= F::exp_max))
    return x + std::numeric_limits<Real>::infinity(); // NaN stays NaN
  if (x < F::exp_min)
    return 0;
  Real k = fused(x, Real(1.4426950408889634), F::to_integer) - F::to_integer;
  Real r = fused(k, -F::ln2_low, fused(k, -F::ln2_high, x));
  Real series;
  if constexpr (sizeof(Real) == sizeof(float))
    series = polynomial(r, 1 / 5040.0f, 1 / 720.0f, 1 / 120.0f, 1 / 24.0f, 1 / 6.0f, 0.5f, 1.0f, 1.0f);
  else
    series = polynomial(r, 1 / 6227020800.0, 1 / 479001600.0, 1 / 39916800.0, 1 / 3628800.0, 1 / 362880.0,
                        1 / 40320.0, 1 / 5040.0, 1 / 720.0, 1 / 120.0, 1 / 24.0, 1 / 6.0, 0.5, 1.0, 1.0);
  // Two factors, because 2^k alone may be out of range where the result is not.
  int exponent = static_cast<int>(k), half = exponent / 2;
  auto power_of_two = [](int n) {
    return std::bit_cast<Real>(static_cast<typename F::Bits>(n + F::bias) << F::fraction);
  };
  return series * power_of_two(half) * power_of_two(exponent - half);
}

} // namespace kcc::random::detail

#endif
