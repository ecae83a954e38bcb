// FAIL: %kcc %s -o %t.ptx
#include <kcc/device.h>

namespace {
[[kcc::kernel]] void zero(std::span<int> values) { values[0] = 0; }
// ERROR@-1:22: error: kernel 'zero' cannot be found by name from outside this file; remove 'static' or the unnamed namespace around it and around the types of its parameters
}

namespace {
struct Pixel {
  float value;
};
}

[[kcc::kernel]] void clear(std::span<Pixel> values) { values[0].value = 0; }
// ERROR@-1:22: error: kernel 'clear' cannot be found by name from outside this file; remove 'static' or the unnamed namespace around it and around the types of its parameters
