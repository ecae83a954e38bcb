// FAIL: %kcc --arch=sm_62 %s -o %t.ptx
// FAIL: %kcc --emit=obj --target=cpu %s -o %t.o
// FAIL: %kcc --arch=sm_75 --ptx-version=8.0 %s -o %t.ptx
#include <kcc/device.h>
#include <array>

[[kcc::kernel]] void apply(std::array<float, 1088> table, std::span<float> values) { values[0] = table[0]; }
[[kcc::kernel]] void large(std::array<float, 8192> table) {}

// ERROR: %s:7:22: error: the parameters of kernel 'apply' take 4368 bytes, and a launch can pass 4352; put the data into a buffer and pass a 'std::span'
// ERROR: %s:8:22: error: the parameters of kernel 'large' take 32768 bytes, and a launch can pass 4352; put the data into a buffer and pass a 'std::span'
// ERROR: %s:8:22: error: the parameters of kernel 'large' take 32768 bytes, and a launch can pass 32764; put the data into a buffer and pass a 'std::span'
// ERROR: %s:7:22: error: the parameters of kernel 'apply' take 4368 bytes, and a launch can pass 4352 before PTX 8.1 (--ptx-version); put the data into a buffer and pass a 'std::span'
// ERROR: %s:8:22: error: the parameters of kernel 'large' take 32768 bytes, and a launch can pass 4352 before PTX 8.1 (--ptx-version); put the data into a buffer and pass a 'std::span'
