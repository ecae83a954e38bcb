// FAIL: %kcc %s -o %t.ptx
#include <kcc/device.h>

[[kcc::kernel]] void fill(int *values, ...) { values[0] = 0; }
// ERROR@-1:22: error: kernel 'fill' takes variable arguments; give every parameter a type, or pass a 'std::span'
