// FAIL: %kcc %s -o %t.ptx
#include <kcc/device.h>

[[kcc::kernel]] void sum(std::span<const double> values, std::span<double> result) {
  long double total = 0;
  for (double value : values)
    total += value;
  result[0] = static_cast<double>(total);
}

// ERROR: bash: line 1: %root/build/compiler/kcc: No such file or directory
