// pow for float: log2|x| as a pair of numbers, times y, and 2 to the power of that. One branch decides
// whether x is a positive, normal number and the result an ordinary one; the rest, with the special cases of
// C23 (F.10.4.4), is beside that path. Error below 3.5 ULP, plus half an ULP where the result is subnormal.
#include "math/approximations.h"

namespace kcc::math {
namespace {

/// log2(x) for positive, normal x, with a relative error below 2^-29.5: x = 2^k m, log2(m) = (2 / ln 2)
/// atanh(s), s = (m - 1) / (m + 1). Only the first term of the series and k need more bits than a float has.
inline Pair<float> log2_pair(float x) {
  constexpr float factor = 0x1.715476p+1f, factor_low = 0x1.4ae0cp-25f; // 2 / ln 2
  const Bits<float> exponent = (bits_of(x) - 0x3f3504f3) & 0xff800000;  // sqrt(1/2) has these bits
  const float f = from_bits<float>(bits_of(x) - exponent) - 1;
  const float k = static_cast<float>(static_cast<std::int32_t>(exponent)) * 0x1p-23f;
  const float inverse = near_reciprocal(f + 2);
  const float s = f * inverse, square = s * s;
  const float rest = inverse * fma(-s, f, fma(-2.0f, s, f)); // f / (f + 2) - s
  const float high = fma(s, factor, k);
  const float rounding = fma(s, factor, k - high);
  const float slope = fma(square, factor, factor); // the derivative is factor / (1 - s^2)
  const float low = fma(rest, slope, fma(s, factor_low, rounding));
  const float others = square * polynomial(square, log2_atanh_f32);
  return fast_sum(high, fma(s, others, low));
}

/// 2^(y log2(x)), where product = y logarithm.high is finite.
inline float power(Pair<float> logarithm, float y, float product) {
  const float rest = fma(logarithm.low, y, fma(logarithm.high, y, -product));
  // 2^k 2^fraction, where 2^k is a normal number: a large fraction makes the result subnormal or infinite.
  const float limited = minimum_number(maximum_number(product, -126.0f), 127.0f);
  const float shifted = limited + 0x1.8p23f;
  const float fraction = (product - (shifted - 0x1.8p23f)) + rest;
  return near_exp2(fraction) * from_bits<float>((bits_of(shifted) << 23) + 0x3f800000);
}

/// Whether log2_pair() and power() apply.
inline bool is_ordinary(float x, float product) {
  constexpr Bits<float> least = 0x00800000, infinite = 0x7f800000;
  return bits_of(x) - least < infinite - least && abs(product) < 0x1p100f;
}

/// The magnitude of the result for any x and y.
[[gnu::noinline]] float power_of_any(float x, float y) {
  const float magnitude = abs(x);
  if (y == 0 || x == 1)
    return 1;
  if (x != x || y != y)
    return nan<float>;
  if (magnitude == 0 || magnitude == infinity<float>)
    return (magnitude == 0) == (y < 0) ? infinity<float> : 0.0f;
  const bool subnormal = magnitude < Limits<float>::min();
  const Pair<float> logarithm = log2_pair(subnormal ? magnitude * 0x1p24f : magnitude);
  const Pair<float> high = sum(logarithm.high, subnormal ? -24.0f : 0.0f);
  // Beyond 2^33 every result is 0, 1 or infinite.
  const float exponent = clamp(y, -0x1p40f, 0x1p40f);
  return power({high.high, high.low + logarithm.low}, exponent, high.high * exponent);
}

inline float pow(float x, float y) {
  const float magnitude = abs(x);
  const Pair<float> logarithm = log2_pair(magnitude);
  const float product = logarithm.high * y;
  float result = power(logarithm, y, product);
  if (__builtin_expect(is_ordinary(x, product) && y != 2, 1))
    return result;
  // Squares are common: one product, which is rounded correctly. If y is a constant, only that remains.
  if (y == 2)
    return x * x;
  if (!is_ordinary(magnitude, product))
    result = power_of_any(x, y);
  if (bits_of(x) < sign_bit<float>)
    return result;
  const float half = 0.5f * y;
  const bool integer = floor(y) == y; // also for infinities
  const bool odd = integer && floor(half) != half;
  return x < 0 && !integer && magnitude != infinity<float> ? nan<float> : odd ? -result : result;
}

} // namespace
} // namespace kcc::math

extern "C" float __kcc_math_pow_f32(float x, float y) {
  return kcc::math::pow(x, y);
}
