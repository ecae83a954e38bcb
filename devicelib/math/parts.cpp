// frexp, logb, modf, nextafter, fdim: all exact except fdim, which is one subtraction.
#include "math/floating.h"

namespace {

template <class T> T with_exponent_of_half(T x) {
  constexpr BitsOf<T> exponent_bits = BitsOf<T>(2 * bias<T> + 1) << mantissa_bits<T>;
  return std::bit_cast<T>((std::bit_cast<BitsOf<T>>(x) & ~exponent_bits) | BitsOf<T>(bias<T> - 1)
                                                                               << mantissa_bits<T>);
}

template <class T> T fraction(T x, int *exponent) {
  const ExponentField<T> field(x);
  if (field.is_of_normal()) [[likely]] {
    *exponent = field.value() + 1;
    return with_exponent_of_half(x);
  }
  *exponent = 0;
  if (x == 0 || !__builtin_isfinite(x))
    return x;
  *exponent = exponent_of(x) + 1;
  return with_exponent_of_half(normalized(x).number);
}

float as_number(int exponent, float) {
  return static_cast<float>(exponent);
}
/// Through the bits of 1.5 2^52 + exponent, because GPUs take longer to convert.
double as_number(int exponent, double) {
  constexpr double base = 0x1.8p52;
  return std::bit_cast<double>(std::bit_cast<std::uint64_t>(base) + static_cast<std::uint64_t>(exponent)) -
         base;
}

template <class T> T exponent_as_number(T x) {
  const ExponentField<T> field(x);
  if (field.is_of_normal()) [[likely]]
    return as_number(field.value(), x);
  if (x == 0)
    return -std::numeric_limits<T>::infinity();
  return __builtin_isfinite(x) ? as_number(exponent_of(x), x) : x * x; // infinity, or NaN
}

float whole(float x) {
  return __builtin_truncf(x);
}
double whole(double x) {
  return __builtin_trunc(x);
}
float with_sign(float x, float sign) {
  return __builtin_copysignf(x, sign);
}
double with_sign(double x, double sign) {
  return __builtin_copysign(x, sign);
}

template <class T> T split(T x, T *part) {
  *part = whole(x);
  if constexpr (sizeof(T) == 4)
    return x == *part ? with_sign(T(0), x) : x - *part;
  // A select of doubles is two instructions. Of a branch, a GPU's assembler makes predicated moves.
  if (x != *part) [[likely]]
    return x - *part;
  return with_sign(T(0), x);
}

template <class T> T next(T x, T y) {
  if (__builtin_isnan(x) || __builtin_isnan(y))
    return x + y;
  if (x == y)
    return y;
  if (x == 0)
    return with_sign(std::numeric_limits<T>::denorm_min(), y);
  BitsOf<T> bits = std::bit_cast<BitsOf<T>>(x);
  return std::bit_cast<T>((x < y) == (x > 0) ? bits + 1 : bits - 1);
}

template <class T> T positive_difference(T x, T y) {
  return x <= y ? T(0) : x - y;
}

} // namespace

#define KCC_PARTS(T, Suffix)                                                                                 \
  extern "C" T __kcc_math_frexp_##Suffix(T x, int *exponent) {                                               \
    return fraction(x, exponent);                                                                            \
  }                                                                                                          \
  extern "C" T __kcc_math_logb_##Suffix(T x) {                                                               \
    return exponent_as_number(x);                                                                            \
  }                                                                                                          \
  extern "C" T __kcc_math_modf_##Suffix(T x, T *part) {                                                      \
    return split(x, part);                                                                                   \
  }                                                                                                          \
  extern "C" T __kcc_math_nextafter_##Suffix(T x, T y) {                                                     \
    return next(x, y);                                                                                       \
  }                                                                                                          \
  extern "C" T __kcc_math_fdim_##Suffix(T x, T y) {                                                          \
    return positive_difference(x, y);                                                                        \
  }
KCC_PARTS(float, f32)
KCC_PARTS(double, f64)
