// The functions of <kcc/math/rounding.h> on the host, using the processor's rounding mode.
#ifndef KCC_HOST_ROUNDING_H
#define KCC_HOST_ROUNDING_H

#include <cfenv>
#include <cmath>

namespace kcc::detail::host_math {

/// The result of `compute` with this rounding mode. It reads volatile operands; otherwise compilers move the
/// operation out of the region with this mode.
template <int mode, class T, class Compute> T rounded(const Compute &compute) noexcept {
  const int before = std::fegetround();
  std::fesetround(mode);
  volatile T result = compute();
  std::fesetround(before);
  return result;
}

} // namespace kcc::detail::host_math

extern "C" {

#define KCC_HOST_ROUNDED(operation, suffix, mode, T, type, parameters, operands, value)                      \
  inline T __kcc_math_##operation##_##suffix##_##type parameters noexcept {                                  \
    operands;                                                                                                \
    return kcc::detail::host_math::rounded<mode, T>([&] { return value; });                                  \
  }
#define KCC_HOST_ROUNDED_3(operation, T, type, parameters, operands, value)                                  \
  KCC_HOST_ROUNDED(operation, rz, FE_TOWARDZERO, T, type, parameters, operands, value)                       \
  KCC_HOST_ROUNDED(operation, rd, FE_DOWNWARD, T, type, parameters, operands, value)                         \
  KCC_HOST_ROUNDED(operation, ru, FE_UPWARD, T, type, parameters, operands, value)
#define KCC_HOST_ROUNDED_ALL(T, type)                                                                        \
  KCC_HOST_ROUNDED_3(add, T, type, (T x, T y), volatile T a = x; volatile T b = y, a + b)                    \
  KCC_HOST_ROUNDED_3(mul, T, type, (T x, T y), volatile T a = x; volatile T b = y, a * b)                    \
  KCC_HOST_ROUNDED_3(div, T, type, (T x, T y), volatile T a = x; volatile T b = y, a / b)                    \
  KCC_HOST_ROUNDED_3(sqrt, T, type, (T x), volatile T a = x, std::sqrt(static_cast<T>(a)))                   \
  KCC_HOST_ROUNDED_3(fma, T, type, (T x, T y, T z), volatile T a = x; volatile T b = y;                      \
                     volatile T c = z, std::fma(static_cast<T>(a), static_cast<T>(b), static_cast<T>(c)))
KCC_HOST_ROUNDED_ALL(float, f32)
KCC_HOST_ROUNDED_ALL(double, f64)
#undef KCC_HOST_ROUNDED_ALL
#undef KCC_HOST_ROUNDED_3
#undef KCC_HOST_ROUNDED

} // extern "C"

#endif
