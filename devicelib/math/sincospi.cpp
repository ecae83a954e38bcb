// sincospi: the values of sinpi and cospi; the optimizer computes their common parts once.
#define KCC_BOTH(Name, Sine, Cosine, T, Suffix)                                                              \
  extern "C" T __kcc_math_##Sine##_##Suffix(T);                                                              \
  extern "C" T __kcc_math_##Cosine##_##Suffix(T);                                                            \
  extern "C" void __kcc_math_##Name##_##Suffix(T x, T *sine, T *cosine) {                                    \
    *sine = __kcc_math_##Sine##_##Suffix(x);                                                                 \
    *cosine = __kcc_math_##Cosine##_##Suffix(x);                                                             \
  }
KCC_BOTH(sincospi, sinpi, cospi, float, f32)
KCC_BOTH(sincospi, sinpi, cospi, double, f64)
