// The functions of <kcc/math/fast.h> on the host: the accurate ones of the C library.
#ifndef KCC_HOST_FAST_H
#define KCC_HOST_FAST_H

#include <cmath>

extern "C" {

#define KCC_HOST_FLOAT(name)                                                                                 \
  inline float __kcc_math_##name##_f32(float x) noexcept {                                                   \
    return std::name(x);                                                                                     \
  }
KCC_HOST_FLOAT(sin)
KCC_HOST_FLOAT(cos)
KCC_HOST_FLOAT(tan)
KCC_HOST_FLOAT(tanh)
KCC_HOST_FLOAT(exp)
KCC_HOST_FLOAT(exp2)
KCC_HOST_FLOAT(log)
KCC_HOST_FLOAT(log2)
KCC_HOST_FLOAT(log10)
#undef KCC_HOST_FLOAT
inline float __kcc_math_pow_f32(float x, float y) noexcept {
  return std::pow(x, y);
}

} // extern "C"

#endif
