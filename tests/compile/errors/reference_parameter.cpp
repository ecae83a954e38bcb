// FAIL: %kcc %s -o %t.ptx
#include <kcc/device.h>

[[kcc::kernel]] void count(std::span<const int> values, int &result, const float &) { result = values[0]; }
// ERROR@-1:62: error: parameter 'result' of kernel 'count' is a reference, and what it refers to stays in the host's memory; pass it by value, or pass a 'std::span' or a pointer to device memory
// ERROR@-2:83: error: parameter 3 of kernel 'count' is a reference, and what it refers to stays in the host's memory; pass it by value, or pass a 'std::span' or a pointer to device memory
