// cbrt for float: z near a^(-1/3) from a third of the exponent's bits, a step of third order, and a step of
// Newton's method for a z^2. No division and no branch. Error below 1 ULP.
#include "math/arithmetic.h"

extern "C" float __kcc_math_cbrt_f32(float x) {
  using namespace kcc::math;
  const float magnitude = abs(x);
  const bool subnormal = magnitude < Limits<float>::min();
  const float a = subnormal ? magnitude * 0x1p24f : magnitude;
  // Off by at most 5 %.
  const float start = from_bits<float>(0x54a2fa8c - bits_of(a) / 3);
  const float error = fma(-(a * start), start * start, 1.0f);
  // (1 - h)^(-1/3) = 1 + h / 3 + 2 h^2 / 9 + 14 h^3 / 81
  const float factor = fma(error, fma(error, 0x1.61f9aep-3f, 0x1.c71c72p-3f), 0x1.555556p-2f);
  const float z = fma(start * error, factor, start);
  const float square = z * z;
  const float y = a * square;
  const float rest = fma(-y * y, y, a);
  const float root = fma(rest * 0x1.555556p-2f, square, y);
  const float result = copysign(subnormal ? root * 0x1p-8f : root, x);
  return magnitude > 0 && magnitude < infinity<float> ? result : x;
}
