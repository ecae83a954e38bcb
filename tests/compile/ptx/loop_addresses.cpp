// Loops advance pointers and end with a branch back that is taken if the comparison is true, as ptxas needs for unrolling.
// RUN: %kcc %s -o %t.ptx && %check < %t.ptx
#include <kcc/device.h>
#include <kcc/math.h>

// A product of the index and the columns, in 32 bits: the pointer advances by a constant distance.
// CHECK-LABEL: .entry column_sums(
// CHECK: [[LOOP:\$L__BB[0-9_]+]]:
// CHECK-NEXT: ld.global.b32 %r{{[0-9]+}}, [[[POINTER:%rd[0-9]+]]];
// CHECK-NOT: mul
// CHECK: add.s64 [[POINTER]], [[POINTER]],
// CHECK-NEXT: setp.ne.b32 [[P:%p[0-9]+]],
// CHECK-NEXT: @[[P]] bra [[LOOP]];
// CHECK-NOT: bra.uni
// CHECK: ret;
[[kcc::kernel("column_sums")]] void column_sums(const float *matrix, float *sums, int rows, int columns) {
  const int x = static_cast<int>(kcc::global_index());
  float sum = 0;
  for (int y = 0; y < rows; ++y)
    sum += matrix[y * columns + x];
  sums[x] = sum;
}

// Unsigned numbers wrap around: the index has to be computed in 32 bits.
// CHECK-LABEL: .entry wrapping(
// CHECK: mul.wide.u32
// CHECK-NEXT: add.s64
// CHECK-NEXT: ld.global.b32
// CHECK: ret;
[[kcc::kernel("wrapping")]] void wrapping(const float *matrix, float *sums, unsigned rows, unsigned columns) {
  const unsigned x = static_cast<unsigned>(kcc::global_index());
  float sum = 0;
  for (unsigned y = 0; y < rows; ++y)
    sum += matrix[y * columns + x];
  sums[x] = sum;
}

// Several indices of one iteration.
// CHECK-LABEL: .entry row_sums(
// CHECK: [[LOOP:\$L__BB[0-9_]+]]:
// CHECK-NOT: mul
// CHECK: ld.global.b32 %r{{[0-9]+}}, [[[POINTER:%rd[0-9]+]]+{{-?[0-9]+}}];
// CHECK-NOT: mul.
// CHECK: add.s64 [[POINTER]], [[POINTER]],
// CHECK: bra [[LOOP]];
[[kcc::kernel("row_sums")]] void row_sums(const float *matrix, float *sums, int rows) {
  float sum[8] = {};
  for (int y = 0; y < rows; ++y)
    for (int x = 0; x < 8; ++x)
      sum[x] += matrix[y * 8 + x];
  for (int x = 0; x < 8; ++x)
    sums[x] = sum[x];
}

// The number of iterations takes a maximum and a shift: the loop is unrolled, and the copies share a pointer,
// although x has no sign in some of them.
// CHECK-LABEL: .entry strided(
// CHECK: ld.global.b32
// CHECK: ld.global.b32 %r{{[0-9]+}}, [[[POINTER:%rd[0-9]+]]+-256];
// CHECK: ld.global.b32 %r{{[0-9]+}}, [[[POINTER]]+-128];
// CHECK: ld.global.b32 %r{{[0-9]+}}, [[[POINTER]]];
// CHECK: ld.global.b32 %r{{[0-9]+}}, [[[POINTER]]+128];
// CHECK: ret;
[[kcc::kernel("strided")]] void strided(const float *values, float *sums, int n) {
  float sum = 0;
  for (int x = static_cast<int>(kcc::thread_idx().x % 32); x < n; x += 32)
    sum += values[x];
  sums[kcc::global_index()] = sum;
}

// Iterations of a loop that writes nothing overlap: a long body is unrolled by four.
// CHECK-LABEL: .entry interactions(
// CHECK-COUNT-5: rsqrt.approx
// CHECK-NOT: rsqrt.approx
// CHECK: ret;
struct alignas(16) Body {
  float x, y, z, mass;
};
[[kcc::kernel("interactions")]] void interactions(std::span<const Body> bodies, std::span<float> forces) {
  const Body own = bodies[kcc::global_index()];
  float force = 0;
  for (const Body &other : bodies) {
    const float x = other.x - own.x, y = other.y - own.y, z = other.z - own.z;
    const float inverse = kcc::rsqrt(x * x + y * y + z * z + 0.01f);
    force += other.mass * inverse * inverse * inverse * (x + 2 * y + 3 * z);
  }
  forces[kcc::global_index()] = force;
}

// Stores, which may be to the same memory, have to stay between the loads.
// CHECK-LABEL: .entry interactions_stored(
// CHECK-COUNT-3: rsqrt.approx
// CHECK-NOT: rsqrt.approx
// CHECK: ret;
[[kcc::kernel("interactions_stored")]] void interactions_stored(const Body *bodies, float *forces, int n) {
  const Body own = bodies[kcc::global_index()];
  for (int k = 0; k < n; ++k) {
    const Body other = bodies[k];
    const float x = other.x - own.x, y = other.y - own.y, z = other.z - own.z;
    const float inverse = kcc::rsqrt(x * x + y * y + z * z + 0.01f);
    forces[k] = other.mass * inverse * inverse * inverse * (x + 2 * y + 3 * z);
  }
}

// A pointer of the outer loop would occupy registers in the inner one.
// CHECK-LABEL: .entry tiles(
// CHECK: or.b32 [[INDEX:%r[0-9]+]],
// CHECK-NEXT: mul.wide.u32 {{%rd[0-9]+}}, [[INDEX]], 4;
// CHECK: bar.sync
// CHECK: ret;
[[kcc::kernel("tiles"), kcc::launch_bounds(256)]] void tiles(const float *values, float *sums, int n) {
  [[kcc::shared]] static float tile[256];
  float sum = 0;
  for (int first = 0; first < n; first += 256) {
    tile[kcc::thread_idx().x] = values[first + kcc::thread_idx().x];
    kcc::sync_threads();
    for (int k = 0; k < 256; ++k)
      sum = sum * 0.5f + tile[k];
    kcc::sync_threads();
  }
  sums[kcc::global_index()] = sum;
}

// The same where LLVM proves the distance between some of the copies only.
// CHECK-LABEL: .entry cell(
// CHECK: ld.global.b32 %r{{[0-9]+}}, [[[POINTER:%rd[0-9]+]]+-8];
// CHECK: ld.global.b32 %r{{[0-9]+}}, [[[POINTER]]+-4];
// CHECK: ld.global.b32 %r{{[0-9]+}}, [[[POINTER]]];
// CHECK: ld.global.b32 %r{{[0-9]+}}, [[[POINTER]]+4];
// CHECK: ret;
[[kcc::kernel("cell")]] void cell(const float *a, const float *b, float *c, int n) {
  const int x = static_cast<int>(kcc::block_idx().x * kcc::block_dim().x + kcc::thread_idx().x);
  const int y = static_cast<int>(kcc::block_idx().y * kcc::block_dim().y + kcc::thread_idx().y);
  float sum = 0;
  for (int k = 0; k < n; ++k)
    sum += a[y * n + k] * b[k * n + x];
  c[y * n + x] = sum;
}
