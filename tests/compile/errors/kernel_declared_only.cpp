// FAIL: %kcc %s -o %t.ptx
// ERROR@-1:1: error: no kernel in this file; mark a function with [[kcc::kernel]], and instantiate kernel templates explicitly ('template void k<float>(std::span<float>);')
#include <kcc/device.h>

[[kcc::kernel]] void fill(std::span<int> values);
