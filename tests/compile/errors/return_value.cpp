// FAIL: %kcc %s -o %t.ptx
#include <kcc/device.h>

[[kcc::kernel]] float sum(std::span<const float> values) {
  float result = 0;
  for (float value : values)
    result += value;
  return result;
}

// ERROR: %s:4:23: error: kernel 'sum' returns 'float', but nobody waits for a kernel's value; return 'void' and write results through a parameter such as 'std::span<T>'
