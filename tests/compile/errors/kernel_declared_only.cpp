// FAIL: %kcc %s -o %t.ptx
#include <kcc/device.h>

[[kcc::kernel]] void fill(std::span<int> values);

// ERROR: %s:1:1: error: no kernel in this file; mark a function with [[kcc::kernel]], and instantiate kernel templates explicitly ('template void k<float>(std::span<float>);')
