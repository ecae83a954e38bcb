// FAIL: %kcc %s -o %t.ptx
#include <kcc/device.h>
#include <cstdio>

[[kcc::kernel]] void show(std::span<const int> values) {
  std::printf("%d\n", values[0]);
}

// ERROR: %s:6:3: error: kernel 'show' reaches 'printf', which is a function of the host; write what is to be printed to a buffer and print it on the host
