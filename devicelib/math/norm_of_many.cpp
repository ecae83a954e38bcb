// norm and rnorm, of any number of values. The values are scaled by the power of two of the largest one,
// exactly, so that the sum of the squares neither overflows nor loses anything significant. It is summed in
// two parts (Kahan's compensation, including the squares' own errors), so that the error does not grow with
// the number of values: about 1 ULP.
#include "math/floating.h"

extern "C" float __kcc_math_ldexp_f32(float x, int n);
extern "C" double __kcc_math_ldexp_f64(double x, int n);

namespace {

float scaled(float x, int n) {
  return __kcc_math_ldexp_f32(x, n);
}
double scaled(double x, int n) {
  return __kcc_math_ldexp_f64(x, n);
}
float fused(float a, float b, float c) {
  return __builtin_fmaf(a, b, c);
}
double fused(double a, double b, double c) {
  return __builtin_fma(a, b, c);
}
float root(float x) {
  return __builtin_sqrtf(x);
}
double root(double x) {
  return __builtin_sqrt(x);
}

/// The norm times 2^-exponent.
template <class T> struct Scaled {
  T norm;
  int exponent;
};

template <class T> Scaled<T> norm(std::uint64_t count, const T *values) {
  BitsOf<T> largest = 0, infinite = magnitude(std::numeric_limits<T>::infinity());
  bool has_nan = false;
  for (std::uint64_t i = 0; i != count; ++i) {
    BitsOf<T> size = magnitude(values[i]);
    if (size == infinite)
      return {std::numeric_limits<T>::infinity(), 0}; // whatever else there is, as in hypot()
    has_nan = has_nan || size > infinite;
    largest = size > largest ? size : largest;
  }
  if (has_nan)
    return {std::numeric_limits<T>::quiet_NaN(), 0};
  if (largest == 0)
    return {0, 0};
  const int exponent = exponent_of(std::bit_cast<T>(largest));
  T sum = 0, rest = 0;
  for (std::uint64_t i = 0; i != count; ++i) {
    T x = scaled(values[i], -exponent);
    T square = x * x;
    T error = fused(x, x, -square);
    T next = sum + square;
    // The larger one first: the digits lost of the other one.
    T lost = sum > square ? sum - next : square - next;
    lost += sum > square ? square : sum;
    rest += lost + error;
    sum = next;
  }
  return {root(sum + rest), exponent};
}

template <class T> T reciprocal(Scaled<T> s) {
  if (s.norm == 0)
    return std::numeric_limits<T>::infinity();
  return scaled(1 / s.norm, -s.exponent);
}

} // namespace

extern "C" float __kcc_math_norm_f32(std::uint64_t count, const float *values) {
  Scaled<float> s = norm(count, values);
  return scaled(s.norm, s.exponent);
}
extern "C" double __kcc_math_norm_f64(std::uint64_t count, const double *values) {
  Scaled<double> s = norm(count, values);
  return scaled(s.norm, s.exponent);
}
extern "C" float __kcc_math_rnorm_f32(std::uint64_t count, const float *values) {
  return reciprocal(norm(count, values));
}
extern "C" double __kcc_math_rnorm_f64(std::uint64_t count, const double *values) {
  return reciprocal(norm(count, values));
}
