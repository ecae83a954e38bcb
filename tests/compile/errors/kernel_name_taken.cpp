// FAIL: %kcc %s -o %t.ptx
#include <kcc/device.h>

[[kcc::kernel("fill")]] void fill_int(std::span<int> values, int value) { values[0] = value; }
[[kcc::kernel("fill")]] void fill_float(std::span<float> values, float value) { values[0] = value; }

// ERROR: %s:5:30: error: definition with same mangled name 'fill' as another definition
// ERROR: %s:4:30: note: previous definition is here
