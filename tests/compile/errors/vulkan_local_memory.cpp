// More local memory than a thread has, by a function whose frames are many.
// FAIL(vulkan): %kcc --target=vulkan %s -o %t
// FAIL(opencl): %kcc --target=spirv %s -o %t
#include <kcc/device.h>

namespace {

int deep(int n, int *out) {
  int own[8388608]; // 128 of them would be 4 GiB, 0 in 32 bits
  own[n] = n;
  return n <= 0 ? own[out[2]] : deep(n - 1, out) + own[out[n]];
}

} // namespace

[[kcc::kernel]] void too_much(int *out) {
  out[0] = deep(out[1], out);
  // ERROR(vulkan)@-1:12: error: kernel 'too_much' reaches 4294969368 bytes of local variables, which code for Vulkan cannot have; a thread has up to 524288, and a function that calls itself has 128 frames or more, so put what is large into a buffer
  // ERROR(opencl)@-2:12: error: kernel 'too_much' reaches 4294969368 bytes of local variables, which code for OpenCL cannot have; a thread has up to 524288, and a function that calls itself has 128 frames or more, so put what is large into a buffer
}
