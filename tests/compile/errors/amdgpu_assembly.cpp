// Assembly in kernels is PTX, which no other GPU has.
// FAIL: %kcc --target=amdgpu %s -o %t.hsaco
#include <kcc/device.h>

extern "C" [[kcc::kernel]] void assembly(unsigned *n) { asm volatile("mov.u32 %0, %%laneid;" : "=r"(*n)); }

// ERROR: kcc: error: the AMDGPU back end cannot compile this: in 'assembly': code for AMD's GPUs cannot have PTX assembly; write it in C++, or compile for NVIDIA's GPUs (--target=ptx)
