// Arithmetic with directed rounding, for error bounds and interval arithmetic: CUDA's __fadd_rz() and so on.
// `rn` rounds to nearest, `rz` towards zero, `rd` down, `ru` up.
//
// On a GPU each function is one instruction, or a short sequence for division and square roots. The CPU
// device computes the same results from operations rounded to nearest, which takes longer.
#ifndef KCC_MATH_ROUNDING_H
#define KCC_MATH_ROUNDING_H

#include <kcc/device/arch.h>

#define KCC_PARAMETERS_1(Type) Type x
#define KCC_PARAMETERS_2(Type) Type x, Type y
#define KCC_PARAMETERS_3(Type) Type x, Type y, Type z
#define KCC_ARGUMENTS_1 x
#define KCC_ARGUMENTS_2 x, y
#define KCC_ARGUMENTS_3 x, y, z

// The GPU builtins of an operation; those with directed rounding are functions of the math library on the CPU
// device.
#define KCC_DECLARE(Function, Count)                                                                         \
  [[gnu::const]] float Function##_f32(KCC_PARAMETERS_##Count(float)) noexcept;                               \
  [[gnu::const]] double Function##_f64(KCC_PARAMETERS_##Count(double)) noexcept;
#define KCC_DECLARE_DIRECTED(Name, Count)                                                                    \
  KCC_DECLARE(__kcc_##Name, Count)                                                                           \
  KCC_DECLARE(__kcc_math_##Name, Count)
#define KCC_DECLARE_ROUNDED(Operation, Count)                                                                \
  KCC_DECLARE(__kcc_##Operation##_rn, Count)                                                                 \
  KCC_DECLARE_DIRECTED(Operation##_rz, Count)                                                                \
  KCC_DECLARE_DIRECTED(Operation##_rd, Count)                                                                \
  KCC_DECLARE_DIRECTED(Operation##_ru, Count)
extern "C" {
KCC_DECLARE_ROUNDED(add, 2)
KCC_DECLARE_ROUNDED(mul, 2)
KCC_DECLARE_ROUNDED(div, 2)
KCC_DECLARE_ROUNDED(sqrt, 1)
KCC_DECLARE_ROUNDED(fma, 3)
KCC_DECLARE(__kcc_rcp_rn, 1)
KCC_DECLARE(__kcc_rcp_rz, 1)
KCC_DECLARE(__kcc_rcp_rd, 1)
KCC_DECLARE(__kcc_rcp_ru, 1)
}
#undef KCC_DECLARE_ROUNDED
#undef KCC_DECLARE_DIRECTED
#undef KCC_DECLARE

// No operation here is fused with another, such as a product with the sum that it becomes a part of.
#ifdef __clang__
#define KCC_NOT_CONTRACTED _Pragma("clang fp contract(off)")
#else
#define KCC_NOT_CONTRACTED
#endif

// One function each for float and double: the builtin on a GPU, elsewhere an expression for each type.
#define KCC_ROUNDED_FOR(Type, Suffix, Name, Count, OnCpu)                                                    \
  [[nodiscard]] inline Type Name(KCC_PARAMETERS_##Count(Type)) noexcept {                                    \
    KCC_NOT_CONTRACTED                                                                                       \
    if constexpr (arch != 0)                                                                                 \
      return __kcc_##Name##_##Suffix(KCC_ARGUMENTS_##Count);                                                 \
    else                                                                                                     \
      return OnCpu;                                                                                          \
  }
#define KCC_NEAREST(Name, Count, Single, Double)                                                             \
  KCC_ROUNDED_FOR(float, f32, Name, Count, Single)                                                           \
  KCC_ROUNDED_FOR(double, f64, Name, Count, Double)
#define KCC_DIRECTED(Name, Count)                                                                            \
  KCC_NEAREST(Name, Count, __kcc_math_##Name##_f32(KCC_ARGUMENTS_##Count),                                   \
              __kcc_math_##Name##_f64(KCC_ARGUMENTS_##Count))
// Defined by another function of this header.
#define KCC_DERIVED(Name, Count, Expression)                                                                 \
  [[nodiscard]] inline float Name(KCC_PARAMETERS_##Count(float)) noexcept {                                  \
    return Expression;                                                                                       \
  }                                                                                                          \
  [[nodiscard]] inline double Name(KCC_PARAMETERS_##Count(double)) noexcept {                                \
    return Expression;                                                                                       \
  }

#ifndef __KCC__
#include <kcc/host/rounding.h>
#endif

namespace kcc {

/// x + y, rounded to the nearest number.
KCC_NEAREST(add_rn, 2, x + y, x + y)
/// x + y, rounded towards zero.
KCC_DIRECTED(add_rz, 2)
/// x + y, rounded down.
KCC_DIRECTED(add_rd, 2)
/// x + y, rounded up.
KCC_DIRECTED(add_ru, 2)

/// x - y, rounded to the nearest number.
KCC_DERIVED(sub_rn, 2, add_rn(x, -y))
/// x - y, rounded towards zero.
KCC_DERIVED(sub_rz, 2, add_rz(x, -y))
/// x - y, rounded down.
KCC_DERIVED(sub_rd, 2, add_rd(x, -y))
/// x - y, rounded up.
KCC_DERIVED(sub_ru, 2, add_ru(x, -y))

/// x * y, rounded to the nearest number.
KCC_NEAREST(mul_rn, 2, (x * y), (x * y))
/// x * y, rounded towards zero.
KCC_DIRECTED(mul_rz, 2)
/// x * y, rounded down.
KCC_DIRECTED(mul_rd, 2)
/// x * y, rounded up.
KCC_DIRECTED(mul_ru, 2)

/// x / y, rounded to the nearest number.
KCC_NEAREST(div_rn, 2, x / y, x / y)
/// x / y, rounded towards zero.
KCC_DIRECTED(div_rz, 2)
/// x / y, rounded down.
KCC_DIRECTED(div_rd, 2)
/// x / y, rounded up.
KCC_DIRECTED(div_ru, 2)

/// 1 / x, rounded to the nearest number.
KCC_NEAREST(rcp_rn, 1, 1 / x, 1 / x)
/// 1 / x, rounded towards zero.
KCC_NEAREST(rcp_rz, 1, __kcc_math_div_rz_f32(1, x), __kcc_math_div_rz_f64(1, x))
/// 1 / x, rounded down.
KCC_NEAREST(rcp_rd, 1, __kcc_math_div_rd_f32(1, x), __kcc_math_div_rd_f64(1, x))
/// 1 / x, rounded up.
KCC_NEAREST(rcp_ru, 1, __kcc_math_div_ru_f32(1, x), __kcc_math_div_ru_f64(1, x))

/// The square root of x, rounded to the nearest number.
KCC_NEAREST(sqrt_rn, 1, __builtin_sqrtf(x), __builtin_sqrt(x))
/// The square root of x, rounded towards zero.
KCC_DIRECTED(sqrt_rz, 1)
/// The square root of x, rounded down.
KCC_DIRECTED(sqrt_rd, 1)
/// The square root of x, rounded up.
KCC_DIRECTED(sqrt_ru, 1)

/// x * y + z, rounded to the nearest number.
KCC_NEAREST(fma_rn, 3, __builtin_fmaf(x, y, z), __builtin_fma(x, y, z))
/// x * y + z, rounded towards zero.
KCC_DIRECTED(fma_rz, 3)
/// x * y + z, rounded down.
KCC_DIRECTED(fma_rd, 3)
/// x * y + z, rounded up.
KCC_DIRECTED(fma_ru, 3)

} // namespace kcc

#undef KCC_DERIVED
#undef KCC_DIRECTED
#undef KCC_NEAREST
#undef KCC_ROUNDED_FOR
#undef KCC_NOT_CONTRACTED
#undef KCC_ARGUMENTS_3
#undef KCC_ARGUMENTS_2
#undef KCC_ARGUMENTS_1
#undef KCC_PARAMETERS_3
#undef KCC_PARAMETERS_2
#undef KCC_PARAMETERS_1

#endif
