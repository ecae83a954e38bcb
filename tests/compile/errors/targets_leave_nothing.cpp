// A file of code that would have no kernel, because [[kcc::targets]] leaves all of them out of it.
// FAIL(1): %kcc --target=vulkan %s -o %t.spv
// ERROR(1): kcc: error: targets_leave_nothing.cpp: [[kcc::targets]] leaves all kernels out of code for Vulkan, and a file of it would have none; name "vulkan" there, or make no such file of this source
// FAIL(2): %kcc --target=spirv %s -o %t.spv
// ERROR(2): kcc: error: targets_leave_nothing.cpp: [[kcc::targets]] leaves all kernels out of code for OpenCL, and a file of it would have none; name "spirv" there, or make no such file of this source
// FAIL(3): %kcc --target=vulkan,spirv,ptx %s -o %T/
// ERROR(3): kcc: error: targets_leave_nothing.cpp: [[kcc::targets]] leaves all kernels out of code for Vulkan, and a file of it would have none; name "vulkan" there, or make no such file of this source
// FAIL(4): %kcc --target=amdgpu %s -o %t.hsaco
// ERROR(4): kcc: error: targets_leave_nothing.cpp: [[kcc::targets]] leaves all kernels out of code for AMDGPU, and a file of it would have none; name "amdgpu" there, or make no such file of this source
// FAIL(5): %kcc --emit=so %s -o %t.so
// ERROR(5): kcc: error: targets_leave_nothing.cpp: [[kcc::targets]] leaves all kernels out of code for the CPU device, and a file of it would have none; name "cpu" there, or make no such file of this source
// FAIL(6): %kcc --emit=msl %s -o %T/
// ERROR(6): kcc: error: targets_leave_nothing.cpp: [[kcc::targets]] leaves all kernels out of code for Metal; a kernel without it has that code
// RUN: %kcc --target=vulkan,ptx,cpu --emit=obj %s -o %t.o
// RUN: %kcc --target=vulkan --emit=llvm-ir %s -o %t.ll
#include <kcc/device.h>

[[kcc::kernel, kcc::targets("ptx")]] void one(int *n) { *n = 1; }
[[kcc::kernel, kcc::targets("ptx")]] void two(int *n) { *n = 2; }
