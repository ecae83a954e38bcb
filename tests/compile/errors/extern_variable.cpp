// FAIL: %kcc %s -o %t.ptx
#include <kcc/device.h>

extern int threshold;

[[kcc::kernel]] void clip(std::span<int> values) {
  if (values[0] > threshold)
  // ERROR@-1:19: error: kernel 'clip' reaches variable 'threshold', which is defined elsewhere and lives on the host; pass what the kernel needs of it as a parameter
    values[0] = threshold;
}
