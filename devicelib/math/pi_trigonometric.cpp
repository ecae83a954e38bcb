// sinpi, cospi, tanpi: the argument is reduced exactly to at most 1/4, so they are as accurate for large
// arguments as for small ones; zeros and poles have the signs of C23, F.10.1. Errors below 0.7 ULP, plus half
// an ULP where the result is subnormal.
#include "math/pi_trigonometric.h"

namespace kcc::math {
namespace {

template <typename T> T sinpi(T x) {
  return abs(x) < infinity<T> ? value(sinpi_pair(x)) : nan<T>;
}

template <typename T> T cospi(T x) {
  const HalfTurns<T> turns = half_turns(x);
  const Pair<T> size = turns.quadrant & 1 ? sin_of_rest(turns.rest) : cos_of_rest(turns.rest);
  const T result = turns.quadrant == 1 || turns.quadrant == 2 ? -value(size) : value(size);
  return abs(x) < infinity<T> ? result + T(0) : nan<T>; // no negative zero
}

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
double __kcc_math_sinpi_f64(double x) {
  return kcc::math::sinpi(x);
}
double __kcc_math_cospi_f64(double x) {
  return kcc::math::cospi(x);
}
float __kcc_math_tanpi_f32(float x) {
  return kcc::math::tanpi(x);
}
double __kcc_math_tanpi_f64(double x) {
  return kcc::math::tanpi(x);
}
}
