// What --check=access counts, for run_access. A line that ends in `// KIND ACCESSES UNITS NEEDED [REPEATED]`
// has accesses of whole warps: `read` and `write` of global memory move UNITS sectors where NEEDED would do;
// `shared_read` and the like take rounds. `//! BLOCKSxTHREADS` precedes each kernel.
#include "planted/planted.h"

#include <kcc/warp.h>

using Block = std::span<int>;

//! 1x64
[[kcc::kernel]] void coalesced(Out out, In in, Out) {
  const unsigned t = kcc::thread_idx().x;
  const int number = in[t]; // read 2 8 8
  out[t] = number;          // write 2 8 8
}

//! 1x32
[[kcc::kernel]] void strided_2(Out out, In in, Out) {
  const unsigned t = kcc::thread_idx().x;
  out[t] = in[2 * t]; // read 1 8 4, write 1 4 4
}

//! 1x32
[[kcc::kernel]] void strided_4(Out out, In in, Out) {
  const unsigned t = kcc::thread_idx().x;
  out[t] = in[4 * t]; // read 1 16 4, write 1 4 4
}

//! 1x32
[[kcc::kernel]] void strided_8(Out out, In in, Out) {
  const unsigned t = kcc::thread_idx().x;
  out[8 * t] = in[t]; // read 1 4 4, write 1 32 4
}

//! 1x31
[[kcc::kernel]] void off_by_one(Out out, In in, Out) {
  const unsigned t = kcc::thread_idx().x;
  out[t] = in[t + 2]; // read 1 5 4, write 1 4 4
}

//! 1x32
[[kcc::kernel]] void broadcast(Out out, In in, Out) {
  const unsigned t = kcc::thread_idx().x;
  out[t] = in[5]; // read 1 1 1, write 1 4 4
}

struct Point {
  int x, y, z, w;
};
//! 1x32
[[kcc::kernel]] void array_of_structures(Out out, In in, Out) {
  const unsigned t = kcc::thread_idx().x;
  const auto *points = reinterpret_cast<const Point *>(in.data());
  out[t] = points[t].y; // read 1 16 4, write 1 4 4
}

//! 1x32
[[kcc::kernel]] void structure_of_arrays(Out out, In in, Out) {
  const unsigned t = kcc::thread_idx().x;
  out[t] = in[64 + t]; // read 1 4 4, write 1 4 4
}

using Four = int __attribute__((vector_size(16)));
//! 1x32
[[kcc::kernel]] void vectors_of_four(Out out, In in, Out) {
  const unsigned t = kcc::thread_idx().x;
  auto *to = reinterpret_cast<Four *>(out.data());
  to[t] = reinterpret_cast<const Four *>(in.data())[t]; // read 1 16 16, write 1 16 16
}

//! 2x64
[[kcc::kernel]] void transposed(Out out, In in, Out) {
  const unsigned x = kcc::thread_idx().x % 8, y = kcc::thread_idx().x / 8;
  out[x * 8 + y] = in[y * 8 + x]; // read 4 16 16, write 4 32 16
}

//! 1x32
[[kcc::kernel]] void conflicts_2(Out out, In, Out) {
  [[kcc::shared]] int tile[64];
  const unsigned t = kcc::thread_idx().x;
  tile[2 * t] = 1;      // shared_write 1 2 1
  out[t] = tile[2 * t]; // shared_read 1 2 1, write 1 4 4
}

//! 1x32
[[kcc::kernel]] void conflicts_8(Out out, In, Out) {
  [[kcc::shared]] int tile[256];
  const unsigned t = kcc::thread_idx().x;
  tile[8 * t] = 1; // shared_write 1 8 1
  out[t] = 0;      // write 1 4 4
}

//! 1x32
[[kcc::kernel]] void conflicts_32(Out out, In, Out) {
  [[kcc::shared]] int tile[32][32];
  const unsigned t = kcc::thread_idx().x;
  tile[t][0] = 1; // shared_write 1 32 1
  kcc::sync_warp();
  out[t] = tile[t][0]; // shared_read 1 32 1, write 1 4 4
}

//! 1x32
[[kcc::kernel]] void padded(Out out, In, Out) {
  [[kcc::shared]] int tile[32][33];
  const unsigned t = kcc::thread_idx().x;
  tile[t][0] = 1; // shared_write 1 1 1
  out[t] = 0;     // write 1 4 4
}

//! 1x32
[[kcc::kernel]] void shared_broadcast(Out out, In, Out) {
  [[kcc::shared]] int tile[32];
  const unsigned t = kcc::thread_idx().x;
  tile[t] = 1; // shared_write 1 1 1
  kcc::sync_warp();
  out[t] = tile[t / 8]; // shared_read 1 1 1, write 1 4 4
}

//! 1x32
[[kcc::kernel]] void wide_shared(Out out, In, Out) {
  [[kcc::shared]] long long two[32];
  [[kcc::shared]] Four four[32];
  const unsigned t = kcc::thread_idx().x;
  two[t] = t;                 // shared_write 1 2 2
  four[t] = Four{1, 2, 3, 4}; // shared_write 1 4 4
  out[t] = 0;                 // write 1 4 4
}

//! 1x32
[[kcc::kernel]] void atomics(Out out, In, Out) {
  const unsigned t = kcc::thread_idx().x;
  Atomic<int>(out[0]).fetch_add(1, relaxed);     // atomic 1 1 1 31
  Atomic<int>(out[t]).fetch_add(1, relaxed);     // atomic 1 4 4
  Atomic<int>(out[t % 8]).fetch_add(1, relaxed); // atomic 1 1 1 3
}

// Half of the lanes, each of them twice, then the others.
//! 1x32
[[kcc::kernel]] void divergent(Out out, In in, Out) {
  const unsigned t = kcc::thread_idx().x;
  if (t % 2 == 0)
    for (unsigned i = 0; i < 2; ++i)
      out[t + 32 * i] = 1; // write 2 8 4
  else
    out[t] = in[1]; // read 1 1 1, write 1 4 2
}

// Lanes that come to a line in different rounds, between barriers, are different accesses.
//! 1x32
[[kcc::kernel]] void rounds(Out out, In, Out) {
  const unsigned t = kcc::thread_idx().x;
  for (unsigned round = 0; round < 4; ++round) {
    if (t / 8 == round)
      out[t] = 1; // write 4 4 4
    kcc::sync_warp();
  }
}

//! 1x64
[[kcc::kernel]] void sum(Out out, In in, Out) {
  [[kcc::shared]] int part[64];
  const unsigned t = kcc::thread_idx().x;
  part[t] = in[t]; // read 2 8 8, shared_write 2 2 2
  kcc::sync_threads();
  for (unsigned step = 32; step != 0; step /= 2) {
    int other = 0;
    if (t < step)
      other = part[t + step]; // shared_read 6 6 6
    kcc::sync_threads();
    if (t < step)
      part[t] = other; // shared_write 6 6 6
    kcc::sync_threads();
  }
  if (t == 0)
    out[0] = part[0]; // shared_read 1 1 1, write 1 1 1
}
