// Operations on numbers whose result is NaN.
#include "planted.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>

static float number(int x) {
  return static_cast<float>(x);
}
constexpr float infinity = std::numeric_limits<float>::infinity();

//! 1x32 nan
PLANTED(zero_by_zero) {
  unsigned t = kcc::thread_idx().x;
  float sum = number(in[t]), count = number(in[t] / 4);
  float mean = fixed && count == 0 ? 0 : sum / count; // here
  out[t] = mean > 4;
}
TWINS(zero_by_zero)

//! 1x32 nan
PLANTED(root_of_a_difference) {
  unsigned t = kcc::thread_idx().x;
  float variance = number(in[t]) - 3;
  out[t] = std::sqrt(fixed ? std::max(variance, 0.f) : variance) > 2; // here
}
TWINS(root_of_a_difference)

//! 1x32 nan
PLANTED(logarithm) {
  unsigned t = kcc::thread_idx().x;
  float x = number(in[t]) - (fixed ? 0 : 1);
  out[t] = std::log(x) > 1; // here
}
TWINS(logarithm)

//! 1x32 nan
PLANTED(difference_of_infinities) {
  unsigned t = kcc::thread_idx().x;
  float most = in[t] < 8 ? -infinity : number(in[t]), shift = most;
  if (fixed && most == -infinity)
    shift = 0;
  out[t] = std::exp(most - shift) > 2; // here
}
TWINS(difference_of_infinities)

//! 1x32 nan
PLANTED(masked_with_zero) {
  unsigned t = kcc::thread_idx().x;
  float x = in[t] == 7 ? infinity : number(in[t]), keep = in[t] < 4 ? 1 : 0;
  float kept;
  if constexpr (fixed)
    kept = keep != 0 ? x : 0;
  else
    kept = keep * x; // here
  out[t] = kept > 2;
}
TWINS(masked_with_zero)

//! 1x32 nan
PLANTED(angle_of_a_vector) {
  unsigned t = kcc::thread_idx().x;
  float cosine = number(in[t]) / 30;
  out[t] = std::acos(fixed ? std::min(cosine, 1.f) : cosine) > 1; // here
}
TWINS(angle_of_a_vector)

//! 1x32 nan
PLANTED(power_of_a_negative_number) {
  unsigned t = kcc::thread_idx().x;
  double x = in[t] - 16;
  out[t] = std::pow(fixed ? std::abs(x) : x, 1.0 / 3) > 1; // here
}
TWINS(power_of_a_negative_number)

//! 1x32 nan
PLANTED(remainder_by_zero) {
  unsigned t = kcc::thread_idx().x;
  float period = number(in[t] / 8 + (fixed ? 1 : 0));
  out[t] = std::fmod(number(in[t]), period) > 1; // here
}
TWINS(remainder_by_zero)

//! 1x32 nan
PLANTED(fused_sum) {
  unsigned t = kcc::thread_idx().x;
  float x = in[t] == 5 ? infinity : number(in[t]);
  out[t] = std::fma(x, 2.f, fixed ? infinity : -infinity) > 0; // here
}
TWINS(fused_sum)

//! 1x32 nan
PLANTED(sum_of_products) {
  unsigned t = kcc::thread_idx().x;
  float x = number(in[t]) * 1e38f, rest = in[t] > 20 ? (fixed ? infinity : -infinity) : 0;
  float product = x * x;
  out[t] = product + rest > 0; // here
}
TWINS(sum_of_products)

//! 1x32 nan
PLANTED(half_precision) {
  unsigned t = kcc::thread_idx().x;
  auto x = static_cast<_Float16>(in[t]), length = static_cast<_Float16>(fixed ? in[t] + 1 : in[t] & 15);
  out[t] = x * (static_cast<_Float16>(0) / length) > static_cast<_Float16>(1); // here
}
TWINS(half_precision)

//! 1x32 nan
template <class T> static T normalized(T x, T length) {
  return x / length; // here
}
PLANTED(in_a_function) {
  unsigned t = kcc::thread_idx().x;
  double x = in[t];
  out[t] = normalized(x, fixed ? x + 1 : x) > 1; // here
}
TWINS(in_a_function)

// The parts of a product of complex numbers may be NaN on the way.
//! 1x32 nan
PLANTED(complex_numbers) {
  unsigned t = kcc::thread_idx().x;
  std::complex<float> a(0, in[t] == 3 ? infinity : 1), b(0, number(in[t]) + 1);
  a *= b;
  float x = a.real();
  out[t] = (fixed ? x : x - x) > 0; // here
}
TWINS(complex_numbers)

// What was NaN before is none's fault.
//! 1x32 nan
PLANTED(passed_on) {
  unsigned t = kcc::thread_idx().x;
  float x = in[t] == 3 ? std::numeric_limits<float>::quiet_NaN() : number(in[t]);
  float y = x * 2 + 1;
  out[t] = std::sqrt(y) - (fixed ? 1 : infinity) > 0;
  out[t] += std::sqrt(number(in[t]) - (fixed ? 0 : 1)) > 0; // here
}
TWINS(passed_on)
