// What creating the exception's object reaches is not reported in addition to the throw.
// FAIL: %kcc %s -o %t.ptx
#include <kcc/device.h>
#include <stdexcept>
#include <string>

[[kcc::kernel]] void half(std::span<int> values, bool strict) {
  if (values[0] % 2 != 0)
    throw std::runtime_error("odd: " + std::to_string(values[0]) + (strict ? std::string(" (strict)") : ""));
    // ERROR@-1:5: error: kernel 'half' reaches 'throw', and there are no exceptions on a GPU; return a status, or write it to a buffer that the host checks
  values[0] /= 2;
}
