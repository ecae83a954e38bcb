// FAIL: %kcc %s -o %t.ptx
#include <kcc/device.h>

[[kcc::kernel]] void first(std::span<int> values) {
  static int start = values[0];
  // ERROR@-1:3: error: kernel 'first' reaches a static local variable whose initializer runs on first use; make it 'constexpr', or remove 'static'
  values[1] = start;
}
