// FAIL: %kcc %s -o %t.ptx
#include <kcc/device.h>

int checked(int value) {
  if (value < 0)
    throw value;
  return value;
}

int twice(int value) {
  return 2 * checked(value);
}

[[kcc::kernel]] void twice_all(std::span<int> values) {
  for (std::size_t i : kcc::grid_stride(values.size()))
    values[i] = twice(values[i]);
}

// ERROR: %s:6:5: error: kernel 'twice_all' reaches 'throw', and there are no exceptions on a GPU; return a status, or write it to a buffer that the host checks
// ERROR: %s:11:14: note: called by 'twice' here
// ERROR: %s:16:17: note: called by 'twice_all' here
