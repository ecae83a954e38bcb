// The processor's assembly is not for kernels, and GPU assembly is not for the CPU device.
// FAIL: %kcc %s --emit=obj -o %t.o
#include <kcc/device.h>

inline int lane() {
  int lane;
  asm("mov.u32 %0, %%laneid;" : "=r"(lane));
  // ERROR@-1:7: error: kernel 'fill' reaches assembly, which is for GPUs, and this is code for the CPU device; write what the CPU device is to do instead: 'if constexpr (kcc::arch != 0) asm(…); else …'
  return lane;
}

[[kcc::kernel]] void fill(std::span<int> values) {
  asm volatile("" ::: "memory");
  values[0] = lane();
  // ERROR@-1:15: note: called by 'fill' here
}
