// Memory is read where the kernel reads it, not where the value is used.
// REQUIRES: spirv-cross
// RUN: %kcc --emit=msl %s -o - | %check
#include <kcc/device.h>

extern "C" [[kcc::kernel]] void swap(int *a, int *b) {
  const int first = *a, second = *b;
  *a = second;
  *b = first;
}

// CHECK: kernel void swap(
// CHECK: uint [[FIRST:_[0-9]+]] = *
// CHECK: uint [[SECOND:_[0-9]+]] = *
// CHECK: *{{_[0-9]+}} = [[SECOND]];
// CHECK: *{{_[0-9]+}} = [[FIRST]];
