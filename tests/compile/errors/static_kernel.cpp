// FAIL: %kcc %s -o %t.ptx
#include <kcc/device.h>

[[kcc::kernel]] static void zero(std::span<int> values) { values[0] = 0; }
// ERROR@-1:29: error: kernel 'zero' cannot be found by name from outside this file; remove 'static' or the unnamed namespace around it and around the types of its parameters
