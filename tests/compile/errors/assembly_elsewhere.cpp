// Assembly in kernels is PTX, which no other GPU has.
// FAIL(amdgpu): %kcc --target=amdgpu %s -o %t.hsaco
// FAIL(vulkan): %kcc --target=vulkan %s -o %t.spv
#include <kcc/device.h>

extern "C" [[kcc::kernel]] void assembly(unsigned *n) { asm volatile("mov.u32 %0, %%laneid;" : "=r"(*n)); }
// ERROR(amdgpu)@-1:57: error: kernel 'assembly' reaches PTX assembly, which code for AMDGPU cannot have; write it in C++, or compile for NVIDIA's GPUs (--target=ptx)
// ERROR(vulkan)@-2:57: error: kernel 'assembly' reaches PTX assembly, which code for Vulkan cannot have; write it in C++, or compile for NVIDIA's GPUs (--target=ptx)
