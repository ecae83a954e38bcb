// pow for float: log2|x| as a pair of numbers, times y, and 2 to the power of that; then the special cases of
// C23, F.10.4.4. Error below 2 ULP, plus half an ULP where the result is subnormal.
#include "math/approximations.h"

namespace kcc::math {
namespace {

/// log2(x) + shift for positive, normal x, with a relative error below 2^-33: x = 2^k m, log2(m) = (2 / ln 2)
/// atanh(s), s = (m - 1) / (m + 1).
inline Pair<float> log2_pair(float x, float shift) {
  const Bits<float> exponent = (bits_of(x) - 0x3f3504f3) & 0xff800000; // sqrt(1/2) has these bits
  const float f = from_bits<float>(bits_of(x) - exponent) - 1;
  const float k = fma(static_cast<float>(static_cast<std::int32_t>(exponent)), 0x1p-23f, shift);
  const float inverse = near_reciprocal(f + 2);
  const float s = f * inverse;
  const float rest = inverse * fma(-s, f, fma(-2.0f, s, f));            // f / (f + 2) - s
  constexpr float factor = 0x1.715476p+1f, factor_low = 0x1.4ae0cp-25f; // 2 / ln 2
  // The second term, too, needs a few bits more than a float has.
  const Pair<float> square = product(s, s);
  const Pair<float> cube = product(square.high, s);
  const float slope = polynomial<1>(square.high, log2_atanh_f32);
  const Pair<float> weight = fast_sum(log2_atanh_f32[0], fma(square.high, slope, log2_atanh_f32_low[0]));
  const Pair<float> second = product(cube.high, weight.high);
  const float cube_low = fma(3 * square.high, rest, fma(square.low, s, cube.low));
  const float second_low = fma(cube.high, weight.low, fma(cube_low, weight.high, second.low));
  const Pair<float> first = product(s, factor);
  const float first_low = fma(rest, factor, fma(s, factor_low, first.low));
  const Pair<float> fraction = fast_sum(first.high, second.high);
  const Pair<float> result = fast_sum(k, fraction.high);
  return fast_sum(result.high, result.low + (fraction.low + (first_low + second_low)));
}

inline float pow(float x, float y) {
  const float magnitude = abs(x);
  const bool subnormal = magnitude < Limits<float>::min();
  const Pair<float> logarithm =
      log2_pair(subnormal ? magnitude * 0x1p24f : magnitude, subnormal ? -24.0f : 0.0f);
  // Beyond 2^33 every result is 0, 1 or infinite; the product stays finite.
  const float exponent = clamp(y, -0x1p40f, 0x1p40f);
  const Pair<float> product = multiply(logarithm, exponent);
  // 2^product: 2^k in two factors, so that the result may be subnormal.
  const float limited = clamp(product.high, -160.0f, 160.0f);
  const float k = rint(limited);
  const float fraction = near_exp2((limited - k) + (limited == product.high ? product.low : 0.0f));
  float result = scale(fraction, static_cast<int>(k));

  const bool zero = magnitude == 0, infinite = magnitude == infinity<float>;
  result = zero || infinite ? (zero == (y < 0) ? infinity<float> : 0.0f) : result;
  const float half = 0.5f * y;
  const bool integer = floor(y) == y; // also for infinities
  const bool odd = integer && floor(half) != half;
  result = odd ? copysign(result, x) : result;
  result = x < 0 && !integer && !infinite ? nan<float> : result;
  result = x != x || y != y ? nan<float> : result;
  return x == 1 || y == 0 || (x == -1 && abs(y) == infinity<float>) ? 1.0f : result;
}

} // namespace
} // namespace kcc::math

/// Squares are common: one product, which is rounded correctly. If \p y is a constant, only that remains.
extern "C" float __kcc_math_pow_f32(float x, float y) {
  return y == 2 ? x * x : kcc::math::pow(x, y);
}
