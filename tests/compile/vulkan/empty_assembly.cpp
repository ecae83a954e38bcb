// Empty assembly, with which code hides values and memory from the optimizer, does nothing on devices without assembly.
// RUN: for level in 0 3; do for target in vulkan spirv; do \
// RUN:   %kcc -O$level --target=$target %s -o %t.$target && spirv-val $(test $target = vulkan || echo --target-env spv1.3) %t.$target \
// RUN:     || exit 1; done; done
// RUN: for level in 0 3; do %kcc -O$level --target=amdgpu --arch=gfx90a %s -o %t.hsaco || exit 1; done
// FAIL: %kcc --target=vulkan -DNO_MOVE %s -o %t
// REQUIRES: spirv-val
// REQUIRES: ld.lld-22
#include <kcc/device.h>

struct Pair {
  unsigned low;
  unsigned long long high;
};

extern "C" [[kcc::kernel]] void hidden(Pair *pairs) {
  unsigned low = pairs->low;
  unsigned long long high = pairs->high;
  asm volatile("" ::: "memory");
  asm("" : "+r"(low));
  asm("" : "+r"(low), "+l"(high));
  asm volatile("" ::"r"(low));
  pairs->low = low + 1;
  pairs->high = high;
#ifdef NO_MOVE
  asm("mov.b32 %0, %%laneid;" : "=r"(pairs->low) : "r"(low));
  // ERROR@-1:3: error: kernel 'hidden' reaches PTX assembly, which code for Vulkan cannot have; write it in C++, or compile for NVIDIA's GPUs (--target=ptx)
#endif
}
