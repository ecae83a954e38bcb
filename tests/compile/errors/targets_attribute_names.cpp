// FAIL: %kcc %s -o %t.ptx
#include <kcc/device.h>

[[kcc::kernel, kcc::targets("ptx", "cuda")]] void unknown(float *f) { f[0] = 1; }
// ERROR@-1:16: error: [[kcc::targets]] names an unknown target 'cuda' for kernel 'unknown'; the targets are ptx, cpu, vulkan, spirv, amdgpu
[[kcc::kernel, kcc::targets("ptx")]] void twice(float *f);
// ERROR@-1:16: note: [[kcc::targets("ptx")]] is here
[[kcc::kernel, kcc::targets("ptx", "cpu")]] void twice(float *f) { f[0] = 1; }
// ERROR@-1:16: error: [[kcc::targets("ptx", "cpu")]] and [[kcc::targets("ptx")]] contradict each other; remove one of them from kernel 'twice'
[[kcc::targets("ptx")]] void no_kernel(float *f) { f[0] = 1; }
// ERROR@-1:30: error: 'kcc::targets' on 'no_kernel' has no effect without [[kcc::kernel]]
