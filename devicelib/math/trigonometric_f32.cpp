// sin, cos, sincos, tan for float: x = k pi / 2 + r with |r| <= pi / 4, polynomials in r^2. Below 2^17, k pi
// / 2 is subtracted in three parts with fused operations, the first of which is exact (W. J. Cody, W. Waite,
// Software Manual for the Elementary Functions, 1980); beyond, x 2 / pi is computed modulo 4 in integers (M.
// H. Payne, R. N. Hanek, Radian reduction for trigonometric functions, SIGNUM 18, 1983), out of line because
// it is rare. Errors below 1.5 ULP (sin, cos), 3.5 ULP (tan).
#include "math/approximations.h"

namespace kcc::math {
namespace {

/// The bits of 2 / pi, after 32 zeros.
constexpr std::uint32_t two_over_pi[] = {0x00000000, 0xa2f9836e, 0x4e441529, 0xfc2757d1,
                                         0xf534ddc0, 0xdb629599, 0x3c439041, 0xfe5163ab};

/// The quadrant, and in the lower half the bits of r, for |x| >= 2^17; NaN if x is not finite. One number,
/// because a struct would be returned in memory.
[[gnu::noinline]] std::uint64_t reduce_large(float x) {
  const std::uint32_t bits = bits_of(x);
  const std::uint32_t exponent = bits >> 23 & 0xff;
  if (exponent == 0xff)
    return 0x7fc00000;
  // |x| = m 2^e. The bits of 2 / pi that are multiplied by a multiple of 4 don't matter; 96 bits follow.
  const std::uint64_t m = (bits & 0x7fffff) | 0x800000;
  const std::uint32_t first = exponent - 127 - 23 - 2 + 32; // at least 12
  const std::uint32_t *words = two_over_pi + first / 32;
  const std::uint32_t shift = first % 32;
  const auto window = [&](int n) {
    return static_cast<std::uint32_t>((std::uint64_t{words[n]} << 32 | words[n + 1]) << shift >> 32);
  };
  const std::uint64_t low = m * window(2);
  const std::uint64_t middle = m * window(1) + (low >> 32);
  // In units of 2^-62 quadrants, modulo 4.
  std::uint64_t product = (m * window(0) << 32) + middle;
  const std::uint64_t quadrant = (product + (std::uint64_t{1} << 61)) >> 62;
  product -= quadrant << 62;
  const double r = static_cast<double>(static_cast<std::int64_t>(product)) * 0x1.921fb54442d18p-62;
  const bool negative = bits >> 31;
  return (negative ? -quadrant : quadrant) << 32 | bits_of(static_cast<float>(negative ? -r : r));
}

/// x = quadrant pi / 2 + r, modulo 2 pi.
struct Reduced {
  std::uint32_t quadrant;
  float r;
};

inline Reduced reduce_small(float x) {
  const float shifted = fma(x, 0x1.45f306p-1f, 0x1.8p23f);
  const float k = shifted - 0x1.8p23f;
  // All parts are positive, so that a zero keeps its sign.
  const float r = fma(k, -0x1.846988p-48f, fma(k, -0x1.4442dp-24f, fma(k, -0x1.921fb4p+0f, x)));
  return {bits_of(shifted), r};
}
inline bool is_small(float x) {
  return __builtin_expect(abs(x) < 0x1p17f, 1);
}
inline Reduced split(std::uint64_t large) {
  return {static_cast<std::uint32_t>(large >> 32), from_bits<float>(static_cast<std::uint32_t>(large))};
}

inline Reduced reduce(float x) {
  const Reduced small = reduce_small(x);
  return is_small(x) ? small : split(reduce_large(x));
}

/// The sine of r, but 0 for -0.
inline float sine(float r, float square) {
  return fma(r * square, polynomial(square, sin_short_f32), r);
}
inline float cosine(float square) {
  return fma(square, fma(square, polynomial(square, cos_short_f32), -0.5f), 1.0f);
}
/// The sine of quadrant pi / 2 + r.
inline float sine(std::uint32_t quadrant, float sine_of_r, float cosine_of_r) {
  return from_bits<float>(bits_of(quadrant & 1 ? cosine_of_r : sine_of_r) ^ (quadrant & 2) << 30);
}

/// The sine of the angle, `quadrants` quadrants further.
inline float sine_at(Reduced at, std::uint32_t quadrants) {
  const float square = at.r * at.r, s = sine(at.r, square);
  return sine(at.quadrant + quadrants, quadrants ? s : copysign(s, at.r), cosine(square));
}
[[gnu::noinline]] float sine_of_large(float x, std::uint32_t quadrants) {
  return sine_at(split(reduce_large(x)), quadrants);
}
/// One value from the rare path instead of two, which the usual one would have to move.
inline float sine_further(float x, std::uint32_t quadrants) {
  if (is_small(x))
    return sine_at(reduce_small(x), quadrants);
  return sine_of_large(x, quadrants);
}

} // namespace
} // namespace kcc::math

extern "C" {
float __kcc_math_sin_f32(float x) {
  return kcc::math::sine_further(x, 0);
}
float __kcc_math_cos_f32(float x) {
  return kcc::math::sine_further(x, 1);
}
float __kcc_math_tan_f32(float x) {
  using namespace kcc::math;
  const Reduced at = reduce(x);
  const float square = at.r * at.r;
  const float tangent = fma(at.r * square, polynomial(square, tan_short_f32), at.r);
  const float cotangent = near_reciprocal(tangent);
  return at.quadrant & 1 ? -cotangent : tangent;
}
void __kcc_math_sincos_f32(float x, float *sine_of_x, float *cosine_of_x) {
  using namespace kcc::math;
  const Reduced at = reduce(x);
  const float square = at.r * at.r;
  const float s = copysign(sine(at.r, square), at.r), c = cosine(square);
  *sine_of_x = sine(at.quadrant, s, c);
  *cosine_of_x = sine(at.quadrant + 1, s, c);
}
}
