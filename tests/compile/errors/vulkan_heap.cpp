// Vulkan code has no heap.
// FAIL: %kcc --target=vulkan %s -o %t.spv
#include <kcc/device.h>

[[kcc::kernel]] void list(int **out) { *out = new int(3); }
// ERROR@-1:47: error: the Vulkan back end cannot compile this: in '__kcc_libc__Znwm': Vulkan code cannot have a heap; use a local array or a buffer instead of 'new' and 'malloc'
