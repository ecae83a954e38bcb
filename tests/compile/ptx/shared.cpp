// Shared variables are in shared memory wherever they are declared; the size for a kernel is that of those it reaches.
// RUN: %kcc %s -o %t.ptx && %check < %t.ptx && %check --check-prefix=CODE < %t.ptx
// RUN: %kcc -O0 %s -o %T/O0/
// RUN: %kcc --emit=manifest %s -o - | %check --check-prefix=BYTES
#include <kcc/device.h>

struct Particle {
  float position[3];
  float mass;
};

[[kcc::shared]] float tile[32][33];
namespace hidden {
[[kcc::shared]] static Particle particles[8];
}
template <class T> struct Tile {
  [[kcc::shared]] static inline T values[64];
};

template <class T> T rotated(T value) {
  [[kcc::shared]] T buffer[128];
  buffer[kcc::thread_idx().x] = value;
  kcc::sync_threads();
  return buffer[(kcc::thread_idx().x + 1) % 128];
}

[[kcc::kernel("transpose")]] void transpose(float *values) {
  const unsigned x = kcc::thread_idx().x, y = kcc::thread_idx().y;
  tile[y][x] = values[y * 32 + x];
  kcc::sync_threads();
  values[y * 32 + x] = tile[x][y];
}
[[kcc::kernel("move")]] void move(float *values) {
  hidden::particles[kcc::thread_idx().x].mass = values[0];
  kcc::sync_threads();
  values[1] = hidden::particles[7].mass;
}
[[kcc::kernel("rotate")]] void rotate(double *values, int *indices) {
  values[0] = rotated(values[0]);
  indices[0] = rotated(indices[0]);
}
[[kcc::kernel("member")]] void member(int *values) {
  Tile<int>::values[kcc::thread_idx().x] = values[0];
  kcc::sync_threads();
  values[1] = Tile<int>::values[0];
}
[[kcc::kernel("dynamic")]] void dynamic(int *values) {
  std::span<int> all = kcc::dynamic_shared<int>();
  all[kcc::thread_idx().x] = values[0];
  kcc::sync_threads();
  values[1] = all[all.size() - 1];
}
[[kcc::kernel("none")]] void none(int *values) { values[0] = 1; }

// CHECK-DAG: .extern .shared .align 128 .b8 kcc_dynamic_shared[]
// CHECK-DAG: .shared .align {{4|8|16}} .b8 tile[4224]
// CHECK-DAG: .shared .align {{.*}}particles{{.*}}[128]
// CHECK-DAG: .shared .align {{.*}}rotated{{.*}}[1024]
// CHECK-DAG: .shared .align {{.*}}rotated{{.*}}[512]
// CHECK-DAG: .shared .align {{.*}}Tile{{.*}}[256]
// CODE: .visible .entry transpose(
// CODE: st.shared.b32
// CODE: bar.sync 0
// CODE: ld.shared.b32

// BYTES: "entry":"transpose"{{.*}}"static_shared_bytes":4224,"uses_barrier":true
// BYTES-SAME: "entry":"move"{{.*}}"static_shared_bytes":128,"uses_barrier":true
// BYTES-SAME: "entry":"rotate"{{.*}}"static_shared_bytes":1536,"uses_barrier":true
// BYTES-SAME: "entry":"none"{{.*}}"static_shared_bytes":0,"uses_barrier":false
