// fmod, remainder, remquo for float: exact, as in IEEE 754.
//
// x - q y is exact in one fused operation if the integer q is at most one off and the difference is smaller
// than y, because it is a multiple of the last place of x or y. So the quotient may come from an approximate
// reciprocal, and what the difference is tells whether it was good enough. It is for quotients below about
// 2^22; otherwise the dividend is reduced by 20 bits of the quotient after the other.
#include "math/approximations.h"
#include "math/floating.h"

namespace kcc::math {
namespace {

/// An integer near x / y, and the last bits of it where it is below 2^23.
struct Quotient {
  float whole;
  unsigned bits;
};

#ifdef KCC_GPU_INSTRUCTIONS

/// 1 / y, made larger or smaller by more than its error, which is at most 2 units of its last place.
inline float reciprocal(float y, int units) {
  return from_bits<float>(bits_of(near_reciprocal(y)) + static_cast<unsigned>(units));
}
/// floor(x / y), or one more.
inline Quotient quotient_below(float x, float y) {
  float sum;
  asm("fma.rz.f32 %0, %1, %2, 0f4B000000;" : "=f"(sum) : "f"(x), "f"(reciprocal(y, 2)));
  return {sum - 0x1p23f, bits_of(sum)};
}
/// The integer nearest to x / y, or one less.
inline Quotient quotient_near(float x, float y) {
  const float sum = fma(x, reciprocal(y, -2), 0x1p23f);
  return {sum - 0x1p23f, bits_of(sum)};
}

#else

inline Quotient quotient_below(float x, float y) {
  const float whole = __builtin_truncf(x / y);
  return {whole, static_cast<unsigned>(whole)};
}
inline Quotient quotient_near(float x, float y) {
  const float whole = rint(x / y);
  return {whole, static_cast<unsigned>(whole)};
}

#endif

struct Division {
  float rest;        ///< 0 <= rest < y; NaN if there is none
  unsigned quotient; ///< its last bits
};

/// For all \p x >= 0 and \p y >= 0.
inline Division divide(float x, float y) {
  if (!(x < infinity<float>) || !(y > 0))
    return {nan<float>, 0};
  if (x < y)
    return {x, 0};
  const int exponent = exponent_of(y);
  int beyond = exponent_of(x) - exponent;
  auto fraction = [](float z) { // from 1 to 2
    return from_bits<float>((bits_of(normalized(z).number) & 0x7fffff) | 0x3f800000);
  };
  const float divisor = fraction(y);
  Division result = {fraction(x), 0};
  if (result.rest >= divisor)
    result = {result.rest - divisor, 1};
  while (beyond > 0) {
    const int bits = beyond < 20 ? beyond : 20;
    const float dividend = result.rest * power_of_two<float>(bits);
    const Quotient q = quotient_below(dividend, divisor);
    const float rest = fma(-q.whole, divisor, dividend);
    const bool over = rest < 0;
    result = {over ? rest + divisor : rest, (result.quotient << bits) + q.bits - over};
    beyond -= bits;
  }
  result.rest = scale(result.rest, exponent);
  return result;
}

inline float with_sign_of(float x, float rest) {
  return from_bits<float>(bits_of(rest) ^ (bits_of(x) & sign_bit<float>));
}

inline float truncated(float x, float y) {
  const float dividend = abs(x), divisor = abs(y);
  float rest = fma(-quotient_below(dividend, divisor).whole, divisor, dividend);
  if (!(abs(rest) < divisor)) [[unlikely]]
    rest = divide(dividend, divisor).rest;
  return with_sign_of(x, rest < 0 ? rest + divisor : rest);
}

inline float nearest(float x, float y, int *quotient) {
  const float dividend = abs(x), divisor = abs(y);
  const Quotient q = quotient_near(dividend, divisor);
  Division d = {fma(-q.whole, divisor, dividend), q.bits};
  const bool good = d.rest + d.rest > -divisor && d.rest < divisor && q.whole < 0x1p23f;
  if (!good) [[unlikely]]
    d = divide(dividend, divisor);
  const float twice = d.rest + d.rest;
  const bool up = twice > divisor || (twice == divisor && d.quotient % 2 == 1);
  const int last_bits = static_cast<int>((d.quotient + up) & 7);
  *quotient = (bits_of(x) ^ bits_of(y)) >> 31 ? -last_bits : last_bits;
  return with_sign_of(x, up ? d.rest - divisor : d.rest);
}

} // namespace
} // namespace kcc::math

extern "C" {
float __kcc_math_fmod_f32(float x, float y) {
  return kcc::math::truncated(x, y);
}
float __kcc_math_remquo_f32(float x, float y, int *quotient) {
  return kcc::math::nearest(x, y, quotient);
}
float __kcc_math_remainder_f32(float x, float y) {
  int quotient;
  return kcc::math::nearest(x, y, &quotient);
}
}
