// norm and rnorm, of any number of values. The squares are summed in two parts (Kahan's compensation,
// including the squares' own errors), so that the error does not grow with the number of values: about 1 ULP.
// Unless the largest value is moderate, the values are summed a second time, scaled by its power of two,
// exactly, so that the sum neither overflows nor loses anything significant.
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

/// A sum of squares in two parts.
template <class T> struct Squares {
  T sum = 0, rest = 0;
  void add(T x) {
    const T square = x * x;
    const T error = fused(x, x, -square);
    const T next = sum + square;
    // The larger one first: the digits lost of the other one.
    T lost = sum > square ? sum - next : square - next;
    lost += sum > square ? square : sum;
    rest += lost + error;
    sum = next;
  }
  T norm() const { return root(sum + rest); }
};

/// Whether 2^64 squares of numbers up to this one do not overflow, and no significant part of its own
/// underflows.
bool is_moderate(float largest) {
  return largest >= 0x1p-30f && largest <= 0x1p31f;
}
bool is_moderate(double largest) {
  return largest >= 0x1p-400 && largest <= 0x1p400;
}

template <class T> Scaled<T> norm_of_any(std::uint64_t count, const T *values) {
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
  Squares<T> squares;
  for (std::uint64_t i = 0; i != count; ++i)
    squares.add(scaled(values[i], -exponent));
  return {squares.norm(), exponent};
}

template <class T> Scaled<T> norm(std::uint64_t count, const T *values) {
  BitsOf<T> largest = 0;
  Squares<T> squares;
  for (std::uint64_t i = 0; i != count; ++i) {
    const BitsOf<T> size = magnitude(values[i]);
    largest = size > largest ? size : largest;
    squares.add(values[i]);
  }
  if (__builtin_expect(is_moderate(std::bit_cast<T>(largest)), 1))
    return {squares.norm(), 0};
  return norm_of_any(count, values);
}

template <class T> T unscaled(Scaled<T> s) {
  return s.exponent == 0 ? s.norm : scaled(s.norm, s.exponent);
}
template <class T> T reciprocal(Scaled<T> s) {
  if (s.norm == 0)
    return std::numeric_limits<T>::infinity();
  return unscaled(Scaled<T>{1 / s.norm, -s.exponent});
}

} // namespace

extern "C" float __kcc_math_norm_f32(std::uint64_t count, const float *values) {
  return unscaled(norm(count, values));
}
extern "C" double __kcc_math_norm_f64(std::uint64_t count, const double *values) {
  return unscaled(norm(count, values));
}
extern "C" float __kcc_math_rnorm_f32(std::uint64_t count, const float *values) {
  return reciprocal(norm(count, values));
}
extern "C" double __kcc_math_rnorm_f64(std::uint64_t count, const double *values) {
  return reciprocal(norm(count, values));
}
