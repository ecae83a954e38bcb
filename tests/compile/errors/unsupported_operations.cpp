// FAIL: %kcc %s -o %t.ptx
// FAIL: %kcc --arch=sm_120 -g --emit=obj %s -o %t.o
#include <kcc/device.h>

void jump(int *values) {
  static const void *const labels[] = {&&one, &&two};
  goto *labels[values[0]];
one:
  values[1] = 1;
  return;
two:
  values[1] = 2;
}

[[kcc::kernel]] void all(int *values, __int128 *wide, double *real) {
  jump(values);
  real[0] = static_cast<double>(wide[0]);
  wide[1] = static_cast<unsigned __int128>(real[1]);
  int *copy = static_cast<int *>(__builtin_alloca(values[0] * sizeof(int)));
  copy[0] = values[2];
  values[3] = copy[0];
}

// ERROR: %s:17:33: error: kernel 'all' reaches a conversion between 128-bit integers and floating point, for which kcc has no GPU code; convert the upper and the lower 64 bits one by one
// ERROR: %s:19:34: error: kernel 'all' reaches a local array whose size is not constant, for which kcc has no GPU code; give the array a constant size, or use kcc::dynamic_shared<T>()
// ERROR: %s:5:1: error: kernel 'all' reaches a computed goto, for which kcc has no GPU code; use 'switch'
// ERROR: %s:16:3: note: called by 'all' here
// ERROR: %s:17:33: error: kernel 'all' reaches a conversion between 128-bit integers and floating point, for which kcc has no GPU code; convert the upper and the lower 64 bits one by one
// ERROR: %s:19:34: error: kernel 'all' reaches a local array whose size is not constant, for which kcc has no GPU code; give the array a constant size, or use kcc::dynamic_shared<T>()
// ERROR: %s:5:1: error: kernel 'all' reaches a computed goto, for which kcc has no GPU code; use 'switch'
// ERROR: %s:16:3: note: called by 'all' here
