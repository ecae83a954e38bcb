// Code for AMD's GPUs has no heap.
// FAIL: %kcc --target=amdgpu %s -o %t.hsaco
#include <kcc/device.h>

[[kcc::kernel]] void list(int **out) { *out = new int(3); }

// ERROR: kcc: error: the AMDGPU back end cannot compile this: in '__kcc_libc__Znwm': code for AMD's GPUs cannot have a heap; use a local array or a buffer instead of 'new' and 'malloc'
