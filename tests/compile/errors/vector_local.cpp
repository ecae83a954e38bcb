// FAIL: %kcc %s -o %t.ptx
#include <kcc/device.h>
#include <vector>

[[kcc::kernel]] void scratch(std::span<int> values) {
  std::vector<int> copy(values.begin(), values.end());
  values[0] = copy[1];
}

// ERROR: %s:6:20: error: kernel 'scratch' reaches 'operator new', which is a function of the host; let the host allocate a buffer and pass it as 'std::span', or use a local or shared array
