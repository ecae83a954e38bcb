// FAIL: %kcc %s -o %t.ptx
#include <kcc/device.h>

[[kcc::kernel]] void fill(std::span<int> values) {
  asm volatile("{ .reg .u32 x; mov.u32 x, %0; }" : : "n"(values[0]));
  // ERROR@-1:16: error: assembly in kernel 'fill' passes a value that is not constant by the constraint 'n', which takes constant integers
  // ERROR@-2:16: note: constraints in kernels: 'h', 'r', 'l' and 'q' for integers of 16, 32, 64 and 128 bits ('l' for pointers too), 'f' for float, 'd' for double, 'n' for constant integers; modifiers: none
}
