// libclc's double functions that lose the sign of a zero.
#define KCC_KEEPS_ZERO(name, libclc)                                                                         \
  extern "C" double libclc(double);                                                                          \
  extern "C" double __kcc_math_##name##_f64(double x) { return x == 0 ? x : libclc(x); }

KCC_KEEPS_ZERO(sin, _Z3sind)
KCC_KEEPS_ZERO(tan, _Z3tand)
KCC_KEEPS_ZERO(asin, _Z4asind)
KCC_KEEPS_ZERO(atan, _Z4atand)
KCC_KEEPS_ZERO(expm1, _Z5expm1d)
KCC_KEEPS_ZERO(erf, _Z3erfd)
