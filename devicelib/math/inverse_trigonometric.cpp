// asin, acos, atan, atan2, more accurate than those in *_f32.cpp, for complex functions. atan: one polynomial
// on [0, 1] in the quotient, which is a pair; larger arguments subtract it from pi / 2. asin: a polynomial
// below 1/2, then asin(x) = pi / 2 - 2 asin(sqrt((1 - x) / 2)); acos in the same way. Errors below 1 ULP.
#include "math/arithmetic.h"
#include "math/coefficients.h"

namespace kcc::math {
namespace {

template <typename T> constexpr Pair<T> pi = constant<T>(0x1.921fb54442d18p+1, 0x1.1a62633145c07p-53);
template <typename T> constexpr Pair<T> half_pi = constant<T>(0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54);

/// atan(x) for 0 <= x <= 1.
template <typename T> Pair<T> atan_below_one(Pair<T> x) {
  const T square = x.high * x.high;
  const T tail = polynomial(square, pick<T>(atan_tail_f32, atan_tail_f64));
  return fast_sum(x.high, fma(x.high * square, tail, x.low / (1 + square)));
}

template <typename T> T atan(T x) {
  const T a = abs(x);
  const Pair<T> inner = atan_below_one(a > 1 ? divide(Pair<T>{1, 0}, Pair<T>{a, 0}) : Pair<T>{a, 0});
  const Pair<T> result = a > 1 ? add(half_pi<T>, negative(inner)) : inner;
  // 1 / a would lose bits, or underflow.
  const T large = is_float<T> ? T(0x1p60) : T(0x1p120);
  return x != x ? x : copysign(a > large ? half_pi<T>.high : value(result), x);
}

template <typename T> T atan2(T y, T x) {
  const T a = abs(x), b = abs(y);
  const bool steep = b > a;
  T above = steep ? a : b, below = steep ? b : a;
  if (above != above || below != below)
    return nan<T>;
  if (below == infinity<T>) { // the angles of the corners
    above = above == infinity<T> ? T(1) : T(0);
    below = 1;
  } else if (below == 0) {
    below = 1;
  }
  // The operands are so far apart that only the quotient matters, or so large or small that products leave
  // the range.
  const T up = is_float<T> ? T(0x1p64) : T(0x1p512), down = 1 / up;
  const T factor = below > up ? down : below < down ? up : T(1);
  const T numerator = above * factor, denominator = below * factor;
  const Pair<T> quotient = divide(Pair<T>{numerator, 0}, Pair<T>{denominator, 0});
  const bool tiny = quotient.high < (is_float<T> ? T(0x1p-50) : T(0x1p-200));
  // The unscaled quotient is rounded only once, even if it is subnormal.
  const T plain = above / below;
  Pair<T> result = tiny ? Pair<T>{plain, 0} : atan_below_one(quotient);
  if (steep)
    result = add(half_pi<T>, negative(result));
  if ((bits_of(x) & sign_bit<T>) != 0)
    result = add(pi<T>, negative(result));
  return copysign(value(result), y);
}

/// asin(x) - x for |x| <= 1/2.
template <typename T> T asin_rest(T x) {
  const T square = x * x;
  return x * square * polynomial(square, pick<T>(asin_tail_f32, asin_tail_f64));
}

/// asin(sqrt((1 - a) / 2)), for 1/2 <= a <= 1: half of acos(a).
template <typename T> Pair<T> half_acos(T a) {
  const T square = T(0.5) * (1 - a); // exact
  if (square == 0)
    return {0, 0};
  const T root = sqrt(square);
  const T low = fma(-root, root, square) / (2 * root);
  return fast_sum(root, low + root * square * polynomial(square, pick<T>(asin_tail_f32, asin_tail_f64)));
}

template <typename T> T asin(T x) {
  const T a = abs(x);
  if (a < T(0.5))
    return x + asin_rest(x);
  const Pair<T> half = half_acos(a <= 1 ? a : T(1));
  const T result = value(add(half_pi<T>, Pair<T>{-2 * half.high, -2 * half.low}));
  return a <= 1 ? copysign(result, x) : nan<T>;
}

template <typename T> T acos(T x) {
  const T a = abs(x);
  if (a < T(0.5))
    return value(add(half_pi<T>, negative(fast_sum(x, asin_rest(x)))));
  const Pair<T> half = half_acos(a <= 1 ? a : T(1));
  const Pair<T> both = {2 * half.high, 2 * half.low};
  return a <= 1 ? value(x < 0 ? add(pi<T>, negative(both)) : both) : nan<T>;
}

} // namespace
} // namespace kcc::math

extern "C" {
float kcc_precise_asin_f32(float x) {
  return kcc::math::asin(x);
}
float kcc_precise_acos_f32(float x) {
  return kcc::math::acos(x);
}
float kcc_precise_atan_f32(float x) {
  return kcc::math::atan(x);
}
float kcc_precise_atan2_f32(float y, float x) {
  return kcc::math::atan2(y, x);
}
}
