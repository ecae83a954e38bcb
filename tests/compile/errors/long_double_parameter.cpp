// FAIL: %kcc %s -o %t.ptx
#include <kcc/device.h>

struct Limits {
  long double low[2];
};

[[kcc::kernel]] void scale(std::span<float> values, long double) { values[0] = 0; }
[[kcc::kernel]] void clip(std::span<float> values, Limits limits) { values[0] = 0; }

// ERROR: bash: line 1: %root/build/compiler/kcc: No such file or directory
