// FAIL: %kcc %s -o %t.ptx
#include <kcc/device.h>
#include <stdexcept>

[[kcc::kernel]] void half(std::span<int> values) {
  if (values[0] % 2 != 0)
    throw std::invalid_argument("odd");
    // ERROR@-1:5: error: kernel 'half' reaches 'throw', and there are no exceptions on a GPU; return a status, or write it to a buffer that the host checks
  values[0] /= 2;
}
