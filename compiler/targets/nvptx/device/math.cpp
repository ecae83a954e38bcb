// Arithmetic rounded in a chosen direction, and approximations.
#include <kcc/math/fast.h>
#include <kcc/math/rounding.h>

// LLVM and PTX call the directions down and up "minus" and "plus".
#define KCC_ROUNDED_FOR(name, intrinsic, count, type, suffix, letter)                                        \
  type __kcc_##name##_##suffix(KCC_PARAMETERS_##count(type)) noexcept {                                      \
    return __nvvm_##intrinsic##_##letter(KCC_ARGUMENTS_##count);                                             \
  }
#define KCC_ROUNDED_TO(name, intrinsic, count)                                                               \
  KCC_ROUNDED_FOR(name, intrinsic, count, float, f32, f)                                                     \
  KCC_ROUNDED_FOR(name, intrinsic, count, double, f64, d)
#define KCC_ROUNDED(operation, count)                                                                        \
  KCC_ROUNDED_TO(operation##_rn, operation##_rn, count)                                                      \
  KCC_ROUNDED_TO(operation##_rz, operation##_rz, count)                                                      \
  KCC_ROUNDED_TO(operation##_rd, operation##_rm, count)                                                      \
  KCC_ROUNDED_TO(operation##_ru, operation##_rp, count)
#define KCC_PARAMETERS_1(type) type x
#define KCC_PARAMETERS_2(type) type x, type y
#define KCC_PARAMETERS_3(type) type x, type y, type z
#define KCC_ARGUMENTS_1 x
#define KCC_ARGUMENTS_2 x, y
#define KCC_ARGUMENTS_3 x, y, z
KCC_ROUNDED(add, 2)
KCC_ROUNDED(mul, 2)
KCC_ROUNDED(div, 2)
KCC_ROUNDED(rcp, 1)
KCC_ROUNDED(sqrt, 1)
KCC_ROUNDED(fma, 3)

// As assembly, because LLVM takes its own intrinsics for operations that it may replace.
#define KCC_APPROXIMATE(builtin, instruction)                                                                \
  float __kcc_##builtin##_approx(float x) noexcept {                                                         \
    float result;                                                                                            \
    asm(instruction ".approx.f32 %0, %1;" : "=f"(result) : "f"(x));                                          \
    return result;                                                                                           \
  }
KCC_APPROXIMATE(sin, "sin")
KCC_APPROXIMATE(cos, "cos")
KCC_APPROXIMATE(tanh, "tanh")
KCC_APPROXIMATE(exp2, "ex2")
KCC_APPROXIMATE(log2, "lg2")
KCC_APPROXIMATE(rcp, "rcp")
KCC_APPROXIMATE(rsqrt, "rsqrt")
KCC_APPROXIMATE(sqrt, "sqrt")

float __kcc_div_approx(float x, float y) noexcept {
  float result;
  asm("div.approx.f32 %0, %1, %2;" : "=f"(result) : "f"(x), "f"(y));
  return result;
}
