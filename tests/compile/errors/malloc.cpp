// FAIL: %kcc %s -o %t.ptx
#include <kcc/device.h>
#include <cstdlib>

[[kcc::kernel]] void scratch(std::span<int> values) {
  int *copy = static_cast<int *>(std::malloc(values.size_bytes()));
  copy = static_cast<int *>(std::realloc(copy, 2 * values.size_bytes()));
  // ERROR@-1:29: error: kernel 'scratch' reaches 'realloc', which is a function of the host; use 'malloc', copy, and 'free': a GPU's heap does not tell a block's size
  copy[0] = values[0];
  values[1] = copy[0] + *static_cast<int *>(std::aligned_alloc(64, 64));
  // ERROR@-1:45: error: kernel 'scratch' reaches 'aligned_alloc', which is a function of the host; use 'new' with 'std::align_val_t', or a type with 'alignas'
  std::free(copy);
}
