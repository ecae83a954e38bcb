// What differs between kcc and CUDA for the kernels of this benchmark: the functions that <cmath> does not
// have. TYPE is float or double; the functions exist for both unless noted.
#ifndef MATH_DIALECT_H
#define MATH_DIALECT_H

#include <cmath>

#ifdef __KCC__
#include <array>
#include <bit>
#include <kcc/device.h>
#include <kcc/math.h>

#define DEVICE inline
#define KERNEL extern "C" [[kcc::kernel]] void

namespace extra = kcc;
namespace fast = kcc::fast;

DEVICE unsigned global_index() {
  return kcc::block_idx().x * kcc::block_dim().x + kcc::thread_idx().x;
}
DEVICE std::uint32_t bits(float x) {
  return std::bit_cast<std::uint32_t>(x);
}
DEVICE std::uint64_t bits(double x) {
  return std::bit_cast<std::uint64_t>(x);
}
template <class T> DEVICE T sincos_sum(T x) {
  auto [sine, cosine] = kcc::sincos(x);
  return sine + cosine;
}
template <class T> DEVICE T sincospi_sum(T x) {
  auto [sine, cosine] = kcc::sincospi(x);
  return sine + cosine;
}
template <class T> DEVICE T norm_of_5(T x, T y, T z, T w) {
  return kcc::norm(std::array<T, 5>{x, y, z, w, 1});
}
template <class T> DEVICE T rnorm_of_5(T x, T y, T z, T w) {
  return kcc::rnorm(std::array<T, 5>{x, y, z, w, 1});
}

#else
#include <cstdint>

#define DEVICE __device__ inline
#define KERNEL extern "C" __global__ void

DEVICE unsigned global_index() {
  return blockIdx.x * blockDim.x + threadIdx.x;
}
DEVICE std::uint32_t bits(float x) {
  return __float_as_uint(x);
}
DEVICE std::uint64_t bits(double x) {
  return static_cast<std::uint64_t>(__double_as_longlong(x));
}
template <class T> DEVICE T sincos_sum(T x) {
  T sine, cosine;
  sincos(x, &sine, &cosine);
  return sine + cosine;
}
template <class T> DEVICE T sincospi_sum(T x) {
  T sine, cosine;
  sincospi(x, &sine, &cosine);
  return sine + cosine;
}
DEVICE float norm_of_5(float x, float y, float z, float w) {
  const float values[5] = {x, y, z, w, 1};
  return normf(5, values);
}
DEVICE double norm_of_5(double x, double y, double z, double w) {
  const double values[5] = {x, y, z, w, 1};
  return norm(5, values);
}
DEVICE float rnorm_of_5(float x, float y, float z, float w) {
  const float values[5] = {x, y, z, w, 1};
  return rnormf(5, values);
}
DEVICE double rnorm_of_5(double x, double y, double z, double w) {
  const double values[5] = {x, y, z, w, 1};
  return rnorm(5, values);
}

namespace extra {
using ::cospi;
using ::cyl_bessel_i0;
using ::cyl_bessel_i1;
using ::erfcinv;
using ::erfcx;
using ::erfinv;
using ::exp10;
using ::j0;
using ::j1;
using ::jn;
using ::normcdf;
using ::normcdfinv;
using ::rcbrt;
using ::rsqrt;
using ::sinpi;
using ::y0;
using ::y1;
using ::yn;

#define OVERLOADS_2(Name)                                                                                    \
  DEVICE float Name(float x, float y) {                                                                      \
    return ::Name##f(x, y);                                                                                  \
  }                                                                                                          \
  DEVICE double Name(double x, double y) {                                                                   \
    return ::Name(x, y);                                                                                     \
  }
#define OVERLOADS_3(Name)                                                                                    \
  DEVICE float Name(float x, float y, float z) {                                                             \
    return ::Name##f(x, y, z);                                                                               \
  }                                                                                                          \
  DEVICE double Name(double x, double y, double z) {                                                         \
    return ::Name(x, y, z);                                                                                  \
  }
#define OVERLOADS_4(Name)                                                                                    \
  DEVICE float Name(float x, float y, float z, float w) {                                                    \
    return ::Name##f(x, y, z, w);                                                                            \
  }                                                                                                          \
  DEVICE double Name(double x, double y, double z, double w) {                                               \
    return ::Name(x, y, z, w);                                                                               \
  }
OVERLOADS_2(rhypot)
OVERLOADS_3(norm3d)
OVERLOADS_3(rnorm3d)
OVERLOADS_4(norm4d)
OVERLOADS_4(rnorm4d)

#define ROUNDED_1(Operation, Mode)                                                                           \
  DEVICE float Operation##_##Mode(float x) {                                                                 \
    return __f##Operation##_##Mode(x);                                                                       \
  }                                                                                                          \
  DEVICE double Operation##_##Mode(double x) {                                                               \
    return __d##Operation##_##Mode(x);                                                                       \
  }
#define ROUNDED_2(Operation, Mode)                                                                           \
  DEVICE float Operation##_##Mode(float x, float y) {                                                        \
    return __f##Operation##_##Mode(x, y);                                                                    \
  }                                                                                                          \
  DEVICE double Operation##_##Mode(double x, double y) {                                                     \
    return __d##Operation##_##Mode(x, y);                                                                    \
  }
ROUNDED_2(add, rz)
ROUNDED_2(add, ru)
ROUNDED_2(mul, rz)
ROUNDED_2(mul, ru)
ROUNDED_2(div, rz)
ROUNDED_2(div, ru)
ROUNDED_1(rcp, rz)
ROUNDED_1(rcp, ru)
ROUNDED_1(sqrt, rz)
ROUNDED_1(sqrt, ru)
DEVICE float fma_rz(float x, float y, float z) {
  return __fmaf_rz(x, y, z);
}
DEVICE double fma_rz(double x, double y, double z) {
  return __fma_rz(x, y, z);
}
DEVICE float saturate(float x) {
  return __saturatef(x);
}
DEVICE double saturate(double x) {
  return ::fmin(::fmax(x, 0.0), 1.0);
}
} // namespace extra

namespace fast { // for float
DEVICE float sin(float x) {
  return __sinf(x);
}
DEVICE float cos(float x) {
  return __cosf(x);
}
DEVICE float tan(float x) {
  return __tanf(x);
}
DEVICE float tanh(float x) {
  return __tanhf(x);
}
DEVICE float exp(float x) {
  return __expf(x);
}
DEVICE float exp10(float x) {
  return __exp10f(x);
}
DEVICE float log(float x) {
  return __logf(x);
}
DEVICE float log2(float x) {
  return __log2f(x);
}
DEVICE float log10(float x) {
  return __log10f(x);
}
DEVICE float pow(float x, float y) {
  return __powf(x, y);
}
DEVICE float divide(float x, float y) {
  return __fdividef(x, y);
}
} // namespace fast
#endif

// Functions with several results, of which all are used.
template <class T> DEVICE T frexp_sum(T x) {
  int exponent;
  const T fraction = std::frexp(x, &exponent);
  return fraction + static_cast<T>(exponent);
}
template <class T> DEVICE T modf_difference(T x) {
  T whole;
  const T fraction = std::modf(x, &whole);
  return fraction - whole;
}
template <class T> DEVICE T remquo_sum(T x, T y) {
  int quotient;
  const T remainder = std::remquo(x, y, &quotient);
  return remainder + static_cast<T>(quotient & 7);
}

#endif
