// FAIL: %kcc %s -o %t.ptx
#include <kcc/device.h>

[[kcc::kernel]] void sum(std::span<const double> values, std::span<double> result) {
  long double total = 0;
  // ERROR@-1:15: error: kernel 'sum' computes with 'long double', which GPUs do not have; use 'double' or 'float'
  for (double value : values)
    total += value;
  result[0] = static_cast<double>(total);
}
