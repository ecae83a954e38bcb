// FAIL: %kcc %s -o %t.ptx
#include <kcc/device.h>

[[kcc::kernel]] void scratch(std::span<int> values) {
  int *copy = new int[values.size()];
  copy[0] = values[0];
  values[1] = copy[0];
}

// ERROR: %s:5:15: error: kernel 'scratch' reaches 'operator new[]', which is a function of the host; let the host allocate a buffer and pass it as 'std::span', or use a local or shared array
