// fmod, remainder, remquo for double: exact, as in IEEE 754.
//
// x - q * y is exact in one fused operation if q is the integer quotient or off by one, and fits into the
// digits of the type: the difference is a multiple of y's last place and smaller than y. For larger
// quotients, y times a power of two is subtracted first, which handles as many bits of the quotient per step
// as the type has digits.
#include "math/floating.h"

namespace {

double fused(double a, double b, double c) {
  return __builtin_fma(a, b, c);
}
double whole(double x) {
  return __builtin_trunc(x);
}
double with_sign(double x, double sign) {
  return __builtin_copysign(x, sign);
}

struct Division {
  double rest;       ///< 0 <= rest < y
  unsigned quotient; ///< the last three bits
};

/// For finite \p x >= 0 and \p y > 0.
Division divide(double x, double y) {
  constexpr int step = std::numeric_limits<double>::digits - 2;
  Division result = {x, 0};
  while (result.rest >= y) {
    int beyond = exponent_of(result.rest) - exponent_of(y) - step;
    double divisor =
        beyond > 0 ? y * power_of_two<double>(beyond / 2) * power_of_two<double>(beyond - beyond / 2) : y;
    double quotient = whole(result.rest / divisor);
    double rest = fused(-quotient, divisor, result.rest);
    if (rest < 0) { // the division was rounded up to an integer
      rest += divisor;
      quotient -= 1;
    }
    result.rest = rest;
    if (beyond < 3)
      result.quotient += static_cast<unsigned>(static_cast<std::uint64_t>(quotient))
                         << (beyond > 0 ? beyond : 0);
  }
  result.quotient &= 7;
  return result;
}

bool has_remainder(double x, double y) {
  return __builtin_isfinite(x) && !__builtin_isnan(y) && y != 0;
}

double truncated(double x, double y) {
  if (!has_remainder(x, y))
    return (x * y) / (x * y); // NaN
  if (__builtin_isinf(y))
    return x;
  double rest = divide(with_sign(x, 1.0), with_sign(y, 1.0)).rest;
  return with_sign(rest, x);
}

double nearest(double x, double y, int *quotient) {
  *quotient = 0;
  if (!has_remainder(x, y))
    return (x * y) / (x * y); // NaN
  if (__builtin_isinf(y))
    return x;
  double size = with_sign(y, 1.0);
  Division d = divide(with_sign(x, 1.0), size);
  double other = size - d.rest; // distance to the next multiple
  if (d.rest > other || (d.rest == other && d.quotient % 2 == 1)) {
    d.rest -= size;
    d.quotient = (d.quotient + 1) & 7;
  }
  bool negative = __builtin_signbit(x) != __builtin_signbit(y);
  *quotient = negative ? -static_cast<int>(d.quotient) : static_cast<int>(d.quotient);
  double rest = d.rest == 0 ? 0.0 : d.rest;
  return __builtin_signbit(x) ? -rest : rest;
}

} // namespace

extern "C" double __kcc_math_fmod_f64(double x, double y) {
  return truncated(x, y);
}
extern "C" double __kcc_math_remquo_f64(double x, double y, int *quotient) {
  return nearest(x, y, quotient);
}
extern "C" double __kcc_math_remainder_f64(double x, double y) {
  int quotient;
  return nearest(x, y, &quotient);
}
