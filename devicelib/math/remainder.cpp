// fmod, remainder, remquo: division of the significands as integers, as many bits at a time as 64 bits hold, so they
// are exact for every pair of arguments. Two numbers 2^k apart take k / 11 (double) or k / 40 (float) steps.
#include "math/arithmetic.h"

namespace kcc::math {
namespace {

/// A positive, finite number as significand 2^exponent, the significand normalized, for subnormals too.
struct Decomposed {
  std::uint64_t significand;
  int exponent;
};
template <typename T> Decomposed decompose(T x) {
  const Bits<T> bits = bits_of(abs(x));
  const int biased = static_cast<int>(bits >> fraction_bits<T>);
  const std::uint64_t fraction = bits & ((Bits<T>(1) << fraction_bits<T>) - 1);
  if (biased != 0)
    return {fraction | (std::uint64_t(1) << fraction_bits<T>), biased};
  const int zeros = __builtin_clzll(fraction | 1) - (63 - fraction_bits<T>);
  return {fraction << zeros, 1 - zeros};
}

/// |x| = quotient |y| + significand 2^exponent (the unit of `decompose`), 0 <= significand 2^exponent < |y|, of the
/// quotient only its low bits.
struct Division {
  std::uint64_t quotient, significand, divisor;
  int exponent;
};
/// x and y finite, y not zero. The exponent is y's, or one less so that x's last bit is not lost.
template <typename T> Division divide_whole(T x, T y) {
  Decomposed a = decompose(x), b = decompose(y);
  if (a.exponent < b.exponent) {
    // |x| < |y|; only where it may be more than half of y does the exponent matter.
    if (a.exponent + 1 < b.exponent)
      return {0, 0, 0, 0};
    b.exponent -= 1;
    b.significand <<= 1;
  }
  std::uint64_t rest = a.significand % b.significand, quotient = a.significand / b.significand;
  constexpr int step = 63 - fraction_bits<T>;
  for (int left = a.exponent - b.exponent; left > 0; left -= step) {
    const int bits = left < step ? left : step;
    const std::uint64_t shifted = rest << bits;
    quotient = (quotient << bits) + shifted / b.significand;
    rest = shifted % b.significand;
  }
  return {quotient, rest, b.significand, b.exponent};
}

/// significand 2^exponent, which is a number of the type.
template <typename T> T compose(std::uint64_t significand, int exponent) {
  if (significand == 0)
    return 0;
  const int shift = exponent - 1; // above the smallest subnormal's
  const int above = __builtin_clzll(significand) - (63 - fraction_bits<T>);
  // Normalized as far as the exponent goes.
  const int up = above < shift ? above : shift;
  const Bits<T> bits = static_cast<Bits<T>>(up >= 0 ? significand << up : significand >> -up);
  const int biased = shift - up;
  const bool normal = bits >> fraction_bits<T>;
  return from_bits<T>(normal ? (static_cast<Bits<T>>(biased) << fraction_bits<T>) + bits : bits);
}

template <typename T> bool invalid(T x, T y) { return !(abs(x) < infinity<T>) || y != y || y == 0; }

template <typename T> T fmod(T x, T y) {
  if (invalid(x, y))
    return nan<T>;
  if (abs(x) < abs(y))
    return x;
  const Division division = divide_whole(x, y);
  return copysign(compose<T>(division.significand, division.exponent), x);
}

template <typename T> T remquo(T x, T y, int &quotient) {
  quotient = 0;
  if (invalid(x, y))
    return nan<T>;
  if (abs(y) == infinity<T> || x == 0)
    return x;
  Division division = divide_whole(x, y);
  if (division.divisor == 0)
    return x;
  const std::uint64_t twice = 2 * division.significand;
  const bool up = twice > division.divisor || (twice == division.divisor && (division.quotient & 1));
  const std::uint64_t size = up ? division.divisor - division.significand : division.significand;
  const int low = static_cast<int>((division.quotient + up) & 0x7fffffff);
  quotient = (bits_of(x) ^ bits_of(y)) & sign_bit<T> ? -low : low;
  const T result = compose<T>(size, division.exponent);
  return copysign(result, up ? -x : x);
}

template <typename T> T remainder(T x, T y) {
  int quotient;
  return remquo(x, y, quotient);
}

} // namespace
} // namespace kcc::math

extern "C" {
float __kcc_math_fmod_f32(float x, float y) { return kcc::math::fmod(x, y); }
double __kcc_math_fmod_f64(double x, double y) { return kcc::math::fmod(x, y); }
float __kcc_math_remainder_f32(float x, float y) { return kcc::math::remainder(x, y); }
double __kcc_math_remainder_f64(double x, double y) { return kcc::math::remainder(x, y); }
float __kcc_math_remquo_f32(float x, float y, int *quotient) { return kcc::math::remquo(x, y, *quotient); }
double __kcc_math_remquo_f64(double x, double y, int *quotient) { return kcc::math::remquo(x, y, *quotient); }
}
