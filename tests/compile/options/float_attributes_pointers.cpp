// Functions called through pointers have the mode of the kernel that takes the address, also through tables and vtables, which are copied.
// RUN: %kcc %s -o - | %check
// RUN: %kcc %s -O0 -o %T/O0.ptx && %kcc %s --math=reproducible -o %T/same.ptx
// RUN: %kcc %s --target=cpu --emit=obj -o %T/cpu.o
#include <cmath>
#include <kcc/device.h>

struct Shape {
  virtual float area(float x) const = 0;
};
struct Square : Shape {
  float area(float x) const override { return x / 3; }
};
struct Circle : Shape {
  float area(float x) const override { return std::exp(x); }
};
static float half(float x) { return x / 2; }
static float (*const table[])(float) = {half, sinf, expf};

static void both(float *f, int i) {
  Square square;
  Circle circle;
  const Shape &shape = i % 2 ? static_cast<const Shape &>(square) : circle;
  f[0] = shape.area(f[0]) + table[i](f[1]);
}
[[kcc::kernel("exact")]] void exact(float *f, int i) { both(f, i); }
[[kcc::kernel("same"), kcc::math("reproducible")]] void same(float *f, int i) { both(f, i); }
[[kcc::kernel("fast"), kcc::use_fast_math]] void fast(float *f, int i) { both(f, i); }
// Two versions of each function.
// CHECK-DAG: div.rn.f32
// CHECK-DAG: div.approx.ftz.f32
// CHECK-DAG: sin.approx.ftz.f32
// CHECK-DAG: ex2.approx.ftz.f32
// CHECK-DAG: .entry exact
// CHECK-DAG: .entry same
// CHECK-DAG: .entry fast
