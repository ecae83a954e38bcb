// tanpi: the argument is reduced exactly to at most 1/4, so it is as accurate for large arguments as for
// small ones; zeros and poles have the signs of C23, F.10.1. Errors below 0.7 ULP, plus half an ULP where the
// result is subnormal.
#include "math/pi_trigonometric.h"

namespace kcc::math {
namespace {

template <typename T> T tanpi(T x) {
  const HalfTurns<T> turns = half_turns(x);
  const bool odd = turns.quadrant & 1;
  const Pair<T> sine = sin_of_rest(turns.rest), cosine = cos_of_rest(turns.rest);
  T result = value(odd ? divide(negative(cosine), sine) : divide(sine, cosine));
  if (turns.rest == 0)
    result =
        odd ? (turns.quadrant == 1 ? infinity<T> : -infinity<T>) : copysign(T(0), turns.quadrant ? -x : x);
  return abs(x) < infinity<T> ? result : nan<T>;
}

} // namespace
} // namespace kcc::math

extern "C" {
float __kcc_math_tanpi_f32(float x) {
  return kcc::math::tanpi(x);
}
double __kcc_math_tanpi_f64(double x) {
  return kcc::math::tanpi(x);
}
}
