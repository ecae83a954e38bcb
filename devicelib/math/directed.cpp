// Operations with directed rounding, for the CPU device; GPUs have instructions.
//
// The result rounded to nearest is either the wanted result or its neighbour, which the sign of its error
// tells. For float, the result and its error are computed in double, where all but the last step is exact;
// for double, the error comes from fused operations on numbers scaled to about 1, so that it cannot
// underflow.
#include "math/floating.h"

extern "C" double __kcc_math_ldexp_f64(double x, int n);

namespace {

enum Mode { rn, rz, rd, ru };

template <class T> T next(T x, bool up) {
  BitsOf<T> bits = std::bit_cast<BitsOf<T>>(x);
  if (x == 0)
    return up ? std::numeric_limits<T>::denorm_min() : -std::numeric_limits<T>::denorm_min();
  return std::bit_cast<T>((x > 0) == up ? bits + 1 : bits - 1);
}

/// \p nearest, or its neighbour. \p error has the sign of the exact result minus \p nearest.
template <class T> T directed(T nearest, double error, Mode mode) {
  bool back = nearest > 0 ? error < 0 : nearest < 0 && error > 0; // away from zero was wrong
  if (mode == rz && back)
    return next(nearest, nearest < 0);
  if (mode == rd && error < 0)
    return next(nearest, false);
  if (mode == ru && error > 0)
    return next(nearest, true);
  return nearest;
}

/// The result when the exact sum of \p x and \p y is zero.
template <class T> T zero_sum(T x, T y, Mode mode) {
  if (__builtin_signbit(x) == __builtin_signbit(y))
    return x == 0 ? x : T(0);
  return mode == rd ? -T(0) : T(0);
}

struct Sum {
  double high, low;
};
/// D. E. Knuth, The Art of Computer Programming 2, 4.2.2.
Sum exact_sum(double x, double y) {
  double high = x + y;
  double part = high - x;
  double other = high - part;
  double rest = x - other;
  return {high, rest + (y - part)};
}

bool finite(double x) {
  return __builtin_isfinite(x);
}
double scaled(double x, int n) {
  return __kcc_math_ldexp_f64(x, n);
}
double fused(double a, double b, double c) {
  return __builtin_fma(a, b, c);
}

/// high + low, rounded to float.
float to_float(double high, double low, Mode mode) {
  float nearest = static_cast<float>(high);
  if (!finite(high))
    return nearest;
  double error = high - static_cast<double>(nearest);
  return directed(nearest, error != 0 ? error : low, mode);
}

float fma_in(float x, float y, float z, Mode mode) {
  double product = static_cast<double>(x) * static_cast<double>(y); // exact
  Sum sum = exact_sum(product, z);
  return sum.high == 0 ? static_cast<float>(zero_sum<double>(product, z, mode))
                       : to_float(sum.high, sum.low, mode);
}
float add_in(float x, float y, Mode mode) {
  Sum sum = exact_sum(x, y);
  return sum.high == 0 ? zero_sum(x, y, mode) : to_float(sum.high, sum.low, mode);
}
float mul_in(float x, float y, Mode mode) {
  return to_float(static_cast<double>(x) * static_cast<double>(y), 0, mode);
}
float div_in(float x, float y, Mode mode) {
  float nearest = static_cast<float>(static_cast<double>(x) / static_cast<double>(y));
  if (!finite(x) || !finite(y) || x == 0 || y == 0)
    return nearest;
  double rest =
      finite(nearest) ? fused(-static_cast<double>(nearest), y, x) : -static_cast<double>(nearest) * y;
  return directed(nearest, y < 0 ? -rest : rest, mode);
}
float sqrt_in(float x, Mode mode) {
  float nearest = static_cast<float>(__builtin_sqrt(x));
  if (!finite(x) || !(x > 0))
    return nearest;
  return directed(nearest, fused(-static_cast<double>(nearest), nearest, x), mode);
}

/// If finite numbers overflowed, the exact value is closer to zero.
double overflow_error(double nearest) {
  return -nearest;
}

double add_in(double x, double y, Mode mode) {
  double nearest = x + y;
  if (!finite(x) || !finite(y))
    return nearest;
  if (!finite(nearest))
    return directed(nearest, overflow_error(nearest), mode);
  return nearest == 0 ? zero_sum(x, y, mode) : directed(nearest, exact_sum(x, y).low, mode);
}
double mul_in(double x, double y, Mode mode) {
  double nearest = x * y;
  if (!finite(x) || !finite(y) || x == 0 || y == 0)
    return nearest;
  if (!finite(nearest))
    return directed(nearest, overflow_error(nearest), mode);
  int a = exponent_of(x), b = exponent_of(y);
  return directed(nearest, fused(scaled(x, -a), scaled(y, -b), -scaled(nearest, -a - b)), mode);
}
double div_in(double x, double y, Mode mode) {
  double nearest = x / y;
  if (!finite(x) || !finite(y) || x == 0 || y == 0)
    return nearest;
  if (!finite(nearest))
    return directed(nearest, overflow_error(nearest), mode);
  int a = exponent_of(x), b = exponent_of(y);
  double rest = fused(-scaled(nearest, b - a), scaled(y, -b), scaled(x, -a));
  return directed(nearest, y < 0 ? -rest : rest, mode);
}
double sqrt_in(double x, Mode mode) {
  double nearest = __builtin_sqrt(x);
  if (!finite(x) || !(x > 0))
    return nearest;
  int half = exponent_of(x) >> 1;
  double root = scaled(nearest, -half);
  return directed(nearest, fused(-root, root, scaled(x, -2 * half)), mode);
}

/// The sign of the exact sum of all terms, as the sign of the result.
double sign_of_sum(double a, double b, double c, double d) {
  double terms[4] = {a, b, c, d};
  // After as many sweeps as there are terms, the terms do not overlap (Ogita, Rump, Oishi, "Accurate sum and
  // dot product", 2005): the last nonzero one decides.
  for (int sweep = 0; sweep != 4; ++sweep)
    for (int i = 0; i != 3; ++i) {
      Sum sum = exact_sum(terms[i + 1], terms[i]);
      terms[i + 1] = sum.high, terms[i] = sum.low;
    }
  for (int i = 3; i != 0; --i)
    if (terms[i] != 0)
      return terms[i];
  return terms[0];
}

double fma_in(double x, double y, double z, Mode mode) {
  double nearest = fused(x, y, z);
  if (!finite(x) || !finite(y) || !finite(z))
    return nearest;
  if (!finite(nearest))
    return directed(nearest, overflow_error(nearest), mode);
  if (x == 0 || y == 0)
    return z == 0 ? zero_sum(x * y, z, mode) : nearest;
  if (z == 0)
    return mul_in(x, y, mode);
  int a = exponent_of(x), b = exponent_of(y), c = exponent_of(z), base = c;
  double u = scaled(x, -a), v = scaled(y, -b);
  double high = u * v;
  double low = fused(u, v, -high);
  double addend = scaled(z, -c);
  // If one is much smaller than the other, only its sign matters.
  constexpr int far = 200;
  constexpr double little = 0x1p-200;
  if (a + b - c > far) {
    base = a + b;
    addend = addend > 0 ? little : -little;
  } else if (c - a - b > far) {
    high = high > 0 ? little : -little;
    low = 0;
  } else {
    high = scaled(high, a + b - c), low = scaled(low, a + b - c);
  }
  double error = sign_of_sum(low, high, addend, -scaled(nearest, -base));
  if (nearest == 0 && error == 0)
    return mode == rd ? -0.0 : 0.0; // x * y is -z
  return directed(nearest, error, mode);
}

} // namespace

#define KCC_DIRECTED(T, Suffix, Mode)                                                                        \
  extern "C" T __kcc_math_add_##Mode##_##Suffix(T x, T y) {                                                  \
    return add_in(x, y, Mode);                                                                               \
  }                                                                                                          \
  extern "C" T __kcc_math_mul_##Mode##_##Suffix(T x, T y) {                                                  \
    return mul_in(x, y, Mode);                                                                               \
  }                                                                                                          \
  extern "C" T __kcc_math_div_##Mode##_##Suffix(T x, T y) {                                                  \
    return div_in(x, y, Mode);                                                                               \
  }                                                                                                          \
  extern "C" T __kcc_math_sqrt_##Mode##_##Suffix(T x) {                                                      \
    return sqrt_in(x, Mode);                                                                                 \
  }                                                                                                          \
  extern "C" T __kcc_math_fma_##Mode##_##Suffix(T x, T y, T z) {                                             \
    return fma_in(x, y, z, Mode);                                                                            \
  }
KCC_DIRECTED(float, f32, rz)
KCC_DIRECTED(float, f32, rd)
KCC_DIRECTED(float, f32, ru)
KCC_DIRECTED(double, f64, rz)
KCC_DIRECTED(double, f64, rd)
KCC_DIRECTED(double, f64, ru)
