// Sines and tangents of large arguments, for trigonometric_f64.cpp.
#ifndef KCC_DEVICELIB_MATH_TRIGONOMETRIC_H
#define KCC_DEVICELIB_MATH_TRIGONOMETRIC_H

namespace kcc::math {

/// sin(x + turn pi / 2), tan(x): for every x, with pairs of numbers. Calls, because they are rare.
[[gnu::noinline]] double sine_of_large(double x, int turn);
[[gnu::noinline]] double tangent_of_large(double x);

} // namespace kcc::math

#endif
