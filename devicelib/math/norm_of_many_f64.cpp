// norm and rnorm of any number of values for double.
#include "math/double.h"
#include "math/norm_of_many.h"

extern "C" {
double __kcc_math_norm_f64(std::uint64_t count, const double *values) {
  using namespace kcc::math;
  return norm<Norm<double>>(count, values, [](double sum, double rest) { return sqrt(sum + rest); });
}
double __kcc_math_rnorm_f64(std::uint64_t count, const double *values) {
  using namespace kcc::math;
  return norm<Reciprocal<double>>(count, values, reciprocal_root);
}
}
