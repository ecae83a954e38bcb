// FAIL: %kcc %s -o %t.ptx
#include <kcc/device.h>

int checked(int value) {
  if (value < 0)
    throw value;
    // ERROR@-1:5: error: kernel 'twice_all' reaches 'throw', and there are no exceptions on a GPU; return a status, or write it to a buffer that the host checks
  return value;
}

int twice(int value) {
  return 2 * checked(value);
  // ERROR@-1:14: note: called by 'twice' here
}

[[kcc::kernel]] void twice_all(std::span<int> values) {
  for (std::size_t i : kcc::grid_stride(values.size()))
    values[i] = twice(values[i]);
    // ERROR@-1:17: note: called by 'twice_all' here
}
