// What ptxas expands to long code is not executed unconditionally: roots and divisions.
// RUN: %kcc %s -o %t.ptx && %check < %t.ptx
#include <cmath>
#include <kcc/device.h>
#include <kcc/math.h>

// CHECK-LABEL: .entry root(
// CHECK: setp.{{.*}} [[P:%p[0-9]+]], {{.*}}, 0f00000000;
// CHECK: @[[P]] bra
// CHECK: sqrt.rn.f32
[[kcc::kernel("root")]] void root(std::span<float> values) {
  const float x = values[0];
  float least = values[1];
  if (x > 0) {
    const float y = values[2] - std::sqrt(x);
    if (y > 0 && y < least)
      least = y;
  }
  values[3] = least;
}

// CHECK-LABEL: .entry quotient(
// CHECK: @%p{{[0-9]+}} bra
// CHECK: div.rn.f64
[[kcc::kernel("quotient")]] void quotient(std::span<double> values) {
  const double x = values[0], y = values[1];
  double z = 0;
  if (x > y)
    z = y / x;
  values[2] = z;
}

// An addition is not worth a branch.
// CHECK-LABEL: .entry sum(
// CHECK-NOT: bra
// CHECK: selp
[[kcc::kernel("sum")]] void sum(std::span<float> values) {
  const float x = values[0], y = values[1];
  float z = 7;
  if (x > y)
    z = x + y;
  values[2] = z;
}

// Each of two operations gets its branch.
// CHECK-LABEL: .entry both(
// CHECK: @%p{{[0-9]+}} bra
// CHECK: div.rn.f32
// CHECK: @%p{{[0-9]+}} bra
// CHECK: sqrt.rn.f32
// CHECK: ret;
[[kcc::kernel("both")]] void both(std::span<float> values) {
  const float x = values[0], y = values[1];
  values[2] = (x > y ? y / x : 0) + (y > 0 ? 1 : std::sqrt(x));
}

// Assembly between the components of a vector does not split its load.
// CHECK-LABEL: .entry vector(
// CHECK: ld.global.v4.b32
// CHECK-NOT: ld.global
// CHECK: ret;
struct alignas(16) Vector {
  float x, y, z, w;
};
[[kcc::kernel("vector")]] void vector(const Vector *from, float *to) {
  const Vector &v = from[0];
  const float scale = kcc::rsqrt(v.x * v.x + v.y * v.y + v.z * v.z);
  to[0] = v.w * scale;
}

// A loop with few iterations is unrolled even if its body is long, so that what depends on the index is constant.
// CHECK-LABEL: .entry stages(
// CHECK-NOT: div.
// CHECK-NOT: bra
// CHECK: ret;
[[kcc::kernel("stages")]] void stages(std::span<float> values) {
  float x = values[0], y = values[1];
  for (int half = 1; half < 256; half *= 2) {
    const float angle = x / static_cast<float>(half);
    for (int k = 1; k < 40; ++k) {
      const float z = y + static_cast<float>(k) * angle;
      y = std::fma(z, x, y);
    }
    x = y * angle;
  }
  values[2] = x;
}

// An inner loop may have so few iterations that all of them remain behind the unrolled ones.
// CHECK-LABEL: .entry taps(
// CHECK-NOT: nounroll
// CHECK: ret;
[[kcc::kernel("taps")]] void taps(const float *from, float *to, int rows, int width, int taps) {
  float sum = 0;
  for (int y = 0; y < rows; ++y)
    for (int x = 0; x < taps; ++x)
      sum += from[y * width + x];
  to[0] = sum;
}
// CHECK-LABEL: .entry one_loop(
// CHECK: nounroll
// CHECK: ret;
[[kcc::kernel("one_loop")]] void one_loop(const float *from, float *to, int n) {
  float sum = 0;
  for (int x = 0; x < n; ++x)
    sum += from[x];
  to[0] = sum;
}
