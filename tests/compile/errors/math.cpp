// FAIL: %kcc %s -o %t.ptx
#include <cmath>
#include <kcc/device.h>

double wave(double x) { return static_cast<double>(std::sin(static_cast<long double>(x))); }

[[kcc::kernel]] void fill(std::span<double> values) {
  values[0] = wave(values[1]);
  values[2] = std::nexttoward(values[3], 1.0L);
  // ERROR@-1:15: error: kernel 'fill' computes with 'long double', which GPUs do not have; use 'double' or 'float'
}
