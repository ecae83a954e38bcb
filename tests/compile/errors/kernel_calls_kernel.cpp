// FAIL: %kcc %s -o %t.ptx
#include <kcc/device.h>

[[kcc::kernel]] void zero(std::span<int> values) { values[0] = 0; }

[[kcc::kernel]] void restart(std::span<int> values) {
  zero(values);
  // ERROR@-1:3: error: kernel 'restart' calls kernel 'zero', which only the host can launch; move the common code into a function without [[kcc::kernel]]
  values[1] = 1;
}
