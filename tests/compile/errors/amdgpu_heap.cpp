// Code for AMD's GPUs has no heap. The message is at the place in the source, with the calls that lead there.
// FAIL: %kcc --target=amdgpu %s -o %t.hsaco
#include <kcc/device.h>

static int *makeList(int first) {
  return new int(first);
  // ERROR@-1:10: error: kernel 'list' reaches an allocation on the heap, which code for AMDGPU cannot have; use a local array or a buffer instead of 'new' and 'malloc', or name the targets that have a heap: [[kcc::targets("ptx", "cpu")]]
}

[[kcc::kernel]] void list(int **out) {
  *out = makeList(3);
  // ERROR@-1:10: note: called by 'list' here
}
