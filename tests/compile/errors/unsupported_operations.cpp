// FAIL: %kcc %s -o %t.ptx
// FAIL: %kcc --arch=sm_120 -g --emit=obj %s -o %t.o
#include <kcc/device.h>

void jump(int *values) {
// ERROR@-1:1: error: kernel 'all' reaches a computed goto, for which kcc has no GPU code; use 'switch'
  static const void *const labels[] = {&&one, &&two};
  goto *labels[values[0]];
one:
  values[1] = 1;
  return;
two:
  values[1] = 2;
}

using Wide = _BitInt(128) __attribute__((ext_vector_type(2)));
using Reals = double __attribute__((ext_vector_type(2)));

[[kcc::kernel]] void all(int *values, Wide *wide, Reals *real) {
  jump(values);
  // ERROR@-1:3: note: called by 'all' here
  real[0] = __builtin_convertvector(wide[0], Reals);
  // ERROR@-1:13: error: kernel 'all' reaches a conversion between integers of more than 128 bits, or vectors of 128-bit integers, and floating point, for which kcc has no GPU code; convert the elements one by one, from integers of at most 128 bits
  int *copy = static_cast<int *>(__builtin_alloca(values[0] * sizeof(int)));
  // ERROR@-1:34: error: kernel 'all' reaches a local array whose size is not constant, for which kcc has no GPU code; give the array a constant size, or use kcc::dynamic_shared<T>()
  copy[0] = values[2];
  values[3] = copy[0];
}
