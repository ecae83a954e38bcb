// fmod, remainder, remquo for double.
#include "math/remainder.h"

extern "C" double __kcc_math_fmod_f64(double x, double y) {
  return truncated(x, y);
}
extern "C" double __kcc_math_remquo_f64(double x, double y, int *quotient) {
  return nearest(x, y, quotient);
}
extern "C" double __kcc_math_remainder_f64(double x, double y) {
  int quotient;
  return nearest(x, y, &quotient);
}
