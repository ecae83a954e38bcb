// FAIL: %kcc %s -o %t.ptx
#include <kcc/device.h>
#include <iostream>

[[kcc::kernel]] void show(std::span<const int> values) {
  std::cerr << "first: " << values[0] << std::endl;
  // ERROR@-1:13: error: kernel 'show' reaches 'std::cerr', which is an object of the host; print with kcc::print of <kcc/print.h>, or with printf
  // ERROR@-2:26: error: kernel 'show' reaches 'std::basic_ostream<char>::_M_insert', which is a function of the host; use kcc::print of <kcc/print.h>
  // ERROR@-3:39: error: kernel 'show' reaches 'std::ctype<char>::_M_widen_init', which is a function of the host; use kcc::print of <kcc/print.h>
}
