// FAIL: %kcc %s -o %t.ptx
#include <kcc/device.h>

[[kcc::kernel]] void fill(std::span<int> values) {
  asm volatile("{ .reg .u32 x; mov.u32 x, %0; }" : : "n"(values[0]));
}

// ERROR: %s:5:16: error: the NVPTX back end cannot compile this: constraint 'n' expects an integer constant expression
