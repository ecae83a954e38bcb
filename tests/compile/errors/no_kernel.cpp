// FAIL: %kcc %s -o %t.ptx
// ERROR@-1:1: error: no kernel in this file; mark a function with [[kcc::kernel]], and instantiate kernel templates explicitly ('template void k<float>(std::span<float>);')
#include <kcc/device.h>

void fill(std::span<int> values) { values[0] = 0; }

template <class T> [[kcc::kernel]] void fill(std::span<T> values, T value) { values[0] = value; }
