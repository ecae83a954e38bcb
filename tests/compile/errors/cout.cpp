// FAIL: %kcc %s -o %t.ptx
#include <kcc/device.h>
#include <iostream>

[[kcc::kernel]] void show(std::span<const int> values) {
  std::cout << values[0];
  // ERROR@-1:13: error: kernel 'show' reaches 'std::cout', which is an object of the host; print with kcc::print of <kcc/print.h>, or with printf
}
