// FAIL: %kcc %s -o %t.ptx
#include <kcc/device.h>

[[kcc::kernel]] void fill(std::span<int> values) {
  asm volatile("mov.u32 %0, 1;" : "=a"(values[0]));
  asm volatile("mov.u32 %0, %%laneid;" : "=r"(values[1]) : "Z"(1));
}

// ERROR: %s:5:35: error: invalid output constraint '=a' in asm
// ERROR: %s:6:60: error: invalid input constraint 'Z' in asm
