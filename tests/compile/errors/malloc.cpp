// FAIL: %kcc %s -o %t.ptx
#include <kcc/device.h>
#include <cstdlib>

[[kcc::kernel]] void scratch(std::span<int> values) {
  int *copy = static_cast<int *>(std::malloc(values.size_bytes()));
  copy[0] = values[0];
  values[1] = copy[0];
  std::free(copy);
}

// ERROR: %s:6:34: error: kernel 'scratch' reaches 'malloc', which is a function of the host; let the host allocate a buffer and pass it as 'std::span', or use a local or shared array
// ERROR: %s:9:3: error: kernel 'scratch' reaches 'free', which is a function of the host; memory belongs to the host; remove the call
