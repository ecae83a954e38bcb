// sincospi for float: the values of sinpi and cospi; the optimizer computes their common parts once.
extern "C" {
float __kcc_math_sinpi_f32(float);
float __kcc_math_cospi_f32(float);
void __kcc_math_sincospi_f32(float x, float *sine, float *cosine) {
  *sine = __kcc_math_sinpi_f32(x);
  *cosine = __kcc_math_cospi_f32(x);
}
}
