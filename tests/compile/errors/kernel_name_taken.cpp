// FAIL: %kcc %s -o %t.ptx
#include <kcc/device.h>

[[kcc::kernel("fill")]] void fill_int(std::span<int> values, int value) { values[0] = value; }
// ERROR@-1:30: note: previous definition is here
[[kcc::kernel("fill")]] void fill_float(std::span<float> values, float value) { values[0] = value; }
// ERROR@-1:30: error: definition with same mangled name 'fill' as another definition
