// FAIL: %kcc %s -o %t.ptx
#include <kcc/device.h>
#include <iostream>

[[kcc::kernel]] void show(std::span<const int> values) {
  std::cout << values[0];
}

// ERROR: %s:6:13: error: kernel 'show' reaches variable 'std::cout', which is defined elsewhere and lives on the host; pass what the kernel needs of it as a parameter
// ERROR: %s:6:13: error: kernel 'show' reaches 'std::basic_ostream<char>::operator<<', which is a function of the host; compute it on the host and pass the result as a parameter, or write it in this file
