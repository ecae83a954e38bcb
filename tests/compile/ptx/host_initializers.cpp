// A variable that a host initializer only reads, or passes on, keeps its own constant value.
// RUN: %kcc %s -o %t.ptx && %check < %t.ptx
#include <kcc/device.h>
int host(const int *values);
int t[4] = {1, 2, 3, 4};
int zeros[4];
int n = host(t);
int m = host(zeros) + t[1];
[[kcc::kernel]] void k(std::span<int> out) { out[0] = t[out[1] & 3] + zeros[out[2] & 3]; }
// CHECK-DAG: t[16] = {1, 0, 0, 0, 2,
// CHECK-DAG: zeros[16]
