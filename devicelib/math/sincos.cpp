// sincos: the very values of sin and cos; what both have in common, the optimiser computes once.
extern "C" float __kcc_math_sin_f32(float x);
extern "C" float __kcc_math_cos_f32(float x);
extern "C" double __kcc_math_sin_f64(double x);
extern "C" double __kcc_math_cos_f64(double x);

extern "C" void __kcc_math_sincos_f32(float x, float *sine, float *cosine) {
  *sine = __kcc_math_sin_f32(x);
  *cosine = __kcc_math_cos_f32(x);
}
extern "C" void __kcc_math_sincos_f64(double x, double *sine, double *cosine) {
  *sine = __kcc_math_sin_f64(x);
  *cosine = __kcc_math_cos_f64(x);
}
