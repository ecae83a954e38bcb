// Code for Vulkan and OpenCL has no heap. The message is at the place in the source, with the calls that lead there,
// from a library too, and whether functions have been inlined or not.
// FAIL(1): %kcc --target=vulkan %s -o %t.spv
// FAIL(2): %kcc --target=vulkan -O0 %s -o %t.spv
// FAIL(3): %kcc --target=spirv %s -o %t.spv
// FAIL(4): %kcc --target=vulkan -DVECTOR %s -o %t.spv
#include <kcc/device.h>
#include <vector>

#ifdef VECTOR
[[kcc::kernel]] void list(std::span<int> out) {
  std::vector<int> all(out[0]);
  all.push_back(1);
  // ERROR(4)@-1:7: error: kernel 'list' reaches an allocation on the heap, which code for Vulkan cannot have; use a local array or a buffer instead of 'new' and 'malloc', or name the targets that have a heap: [[kcc::targets("ptx", "cpu")]]
  out[0] = all.back();
}
#else
static int *makeList(int first) {
  return new int(first);
  // ERROR(1)@-1:10: error: kernel 'lists' reaches an allocation on the heap, which code for Vulkan cannot have; use a local array or a buffer instead of 'new' and 'malloc', or name the targets that have a heap: [[kcc::targets("ptx", "cpu")]]
  // ERROR(2)@-2:10: error: kernel 'lists' reaches an allocation on the heap, which code for Vulkan cannot have; use a local array or a buffer instead of 'new' and 'malloc', or name the targets that have a heap: [[kcc::targets("ptx", "cpu")]]
  // ERROR(3)@-3:10: error: kernel 'lists' reaches an allocation on the heap, which code for OpenCL cannot have; use a local array or a buffer instead of 'new' and 'malloc', or name the targets that have a heap: [[kcc::targets("ptx", "cpu")]]
}

[[gnu::noinline]] int *list(int first) {
  return makeList(first);
  // ERROR(1)@-1:10: note: called by 'list' here
  // ERROR(2)@-2:10: note: called by 'list' here
  // ERROR(3)@-3:10: note: called by 'list' here
}

[[kcc::kernel]] void lists(std::span<int *> out) {
  out[0] = list(3);
  // ERROR(1)@-1:12: note: called by 'lists' here
  // ERROR(2)@-2:12: note: called by 'lists' here
  // ERROR(3)@-3:12: note: called by 'lists' here
}
#endif
