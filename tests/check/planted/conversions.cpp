// Floating-point numbers that no integer of the type is near.
#include "planted.h"

#include <cmath>
#include <limits>

//! 1x32 conversion
PLANTED(to_int) {
  unsigned t = kcc::thread_idx().x;
  float x = static_cast<float>(in[t]) * 1e8f;
  out[t] = static_cast<int>(fixed ? std::fmin(x, 2e9f) : x); // here
}
TWINS(to_int)

//! 1x32 conversion
PLANTED(negative_to_unsigned) {
  unsigned t = kcc::thread_idx().x;
  float x = static_cast<float>(in[t]) - 8;
  out[t] = static_cast<int>(static_cast<unsigned>(fixed ? std::fabs(x) : x)); // here
}
TWINS(negative_to_unsigned)

//! 1x256 conversion
PLANTED(pixel) {
  unsigned t = kcc::thread_idx().x;
  float x = static_cast<float>(in[t]) * 1.1f;
  out[t] = static_cast<unsigned char>(fixed && x > 255 ? 255 : x); // here
}
TWINS(pixel)

//! 1x4 conversion
PLANTED(nan) {
  unsigned t = kcc::thread_idx().x;
  float x = in[t] == 2 ? std::numeric_limits<float>::quiet_NaN() : 1;
  out[t] = fixed && std::isnan(x) ? 0 : static_cast<int>(x); // here
}
TWINS(nan)

//! 1x4 conversion
PLANTED(infinity) {
  unsigned t = kcc::thread_idx().x;
  float distance = fixed ? 1e6f : std::numeric_limits<float>::infinity();
  if (in[t] > 2)
    distance = 3;
  out[t] = static_cast<int>(distance); // here
}
TWINS(infinity)

//! 1x4 conversion
PLANTED(wide_to_int) {
  unsigned t = kcc::thread_idx().x;
  double x = 2147483647.0 + (fixed ? 0.75 : 1) * (in[t] == 3);
  out[t] = static_cast<int>(x); // here
}
TWINS(wide_to_int)

//! 1x4 conversion
PLANTED(to_long) {
  unsigned t = kcc::thread_idx().x;
  double x = (fixed ? 9e18 : 1e19) * in[t] / 3;
  out[t] = static_cast<int>(static_cast<long long>(x) >> 40); // here
}
TWINS(to_long)

//! 1x64 conversion
PLANTED(half_to_byte) {
  unsigned t = kcc::thread_idx().x;
  auto x = static_cast<_Float16>(in[t] * (fixed ? 2 : 3));
  out[t] = static_cast<signed char>(x); // here
}
TWINS(half_to_byte)

//! 1x8 conversion
PLANTED(bin_of_a_histogram) {
  unsigned t = kcc::thread_idx().x;
  float width = in[t] < 2 ? 1e-10f : 0.5f;
  float at = static_cast<float>(in[t] + 3) / width;
  unsigned bin = fixed && !(at < 256) ? 255u : static_cast<unsigned>(at); // here
  kcc::atomic_ref<int>(out[bin % 256]).fetch_add(1);
}
TWINS(bin_of_a_histogram)

//! 1x8 conversion
template <class To, class From> static To converted(From x) {
  return static_cast<To>(x); // here
}
PLANTED(in_a_function) {
  unsigned t = kcc::thread_idx().x;
  using To = std::conditional_t<fixed, int, short>;
  out[t] = converted<To>(10000.f * static_cast<float>(in[t])); // here
}
TWINS(in_a_function)
