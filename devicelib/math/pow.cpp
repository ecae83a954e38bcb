// pow for double, every case: e^(y log|x|) with the logarithm and the product as pairs, so that the exponent
// is accurate to 2^-54 (double), and then the special cases of C23, F.10.4.4. Error below 0.8 ULP, plus half
// an ULP where the result is subnormal.
#include "math/pow.h"

#include "math/exp_log.h"

namespace kcc::math {
namespace {

template <typename T> T pow(T x, T y) {
  constexpr T integers = T(Bits<T>(1) << fraction_bits<T>); // from here on every number is an integer
  const T magnitude = abs(x);
  const bool integer = floor(y) == y; // also for infinities
  const T half = T(0.5) * y;
  const bool odd = integer && abs(y) < 2 * integers && floor(half) != half;

  // From here on the result is infinite or zero for every x unless |x| = 1.
  constexpr T enough = is_float<T> ? T(0x1p+33) : T(0x1p+65);
  const bool subnormal = magnitude < Limits<T>::min();
  const T normal = subnormal ? magnitude * integers : magnitude;
  Pair<T> logarithm = log_pair(Pair<T>{normal, 0});
  if (subnormal) {
    const T shift = static_cast<T>(-fraction_bits<T>);
    logarithm = add(Pair<T>{shift * Ln2<T>::first, shift * Ln2<T>::second}, logarithm);
  }
  Pair<T> exponent = multiply(logarithm, y > enough ? enough : y < -enough ? -enough : y);
  const bool high = exponent.high > exp_to<T>, low = exponent.high < exp_from<T>;
  exponent = high || low || y != y ? Pair<T>{0, 0} : exponent;
  const Scaled<T> power = exp_scaled(exponent);
  T result = scale(value(power.fraction), power.exponent);
  result = high ? infinity<T> : low ? T(0) : result;
  if (magnitude == 0 || magnitude == infinity<T>)
    result = (magnitude == 0) == (y < 0) ? infinity<T> : T(0);
  result = odd ? copysign(result, x) : result;
  if (x < 0 && !integer && magnitude != infinity<T>)
    result = nan<T>;
  if (x != x || y != y)
    result = nan<T>;
  return x == 1 || y == 0 ? T(1) : result;
}

} // namespace
} // namespace kcc::math

double kcc::math::pow_of_special(double x, double y) {
  return pow(x, y);
}
