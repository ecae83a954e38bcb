// Code for AMD's GPUs has no heap. The message is at the place in the source, with the calls that lead there.
// FAIL: %kcc --target=amdgpu %s -o %t.hsaco
#include <kcc/device.h>

static int *makeList(int first) {
  return new int(first);
  // ERROR@-1:10: error: the AMDGPU back end cannot compile this: in 'makeList': AMDGPU code cannot have a heap; use a local array or a buffer instead of 'new' and 'malloc', or name the targets that have one: [[kcc::targets("ptx", "cpu")]]
}

[[kcc::kernel]] void list(int **out) {
  *out = makeList(3);
  // ERROR@-1:10: note: called by 'list' here
}
