// Powers that are not on the usual path of pow_f64.cpp.
#ifndef KCC_DEVICELIB_MATH_POW_H
#define KCC_DEVICELIB_MATH_POW_H

namespace kcc::math {

/// pow(x, y) for all x and y.
[[gnu::noinline]] double pow_of_special(double x, double y);

} // namespace kcc::math

#endif
