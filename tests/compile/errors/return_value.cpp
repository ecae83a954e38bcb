// FAIL: %kcc %s -o %t.ptx
#include <kcc/device.h>

[[kcc::kernel]] float sum(std::span<const float> values) {
// ERROR@-1:23: error: kernel 'sum' returns 'float', but a launch has no result; return 'void' and write results through a parameter such as 'std::span<T>'
  float result = 0;
  for (float value : values)
    result += value;
  return result;
}
