// clang-format off
// --explain-cpu says how kernels and their loops run on the CPU device. The code stays the same.
// RUN: %kcc --explain-cpu --target=cpu --emit=llvm-ir %s -o %t.ll 2>&1 | sed 's|^.*/||' | %check
// RUN: cd %S/../errors && %kcc --explain-cpu --target=cpu --emit=llvm-ir %s -o %t.ll 2>&1 | sed 's|^.*/||' | %check
// RUN: %kcc --explain-cpu --target=cpu %s -o %t.o 2>&1 | grep -c 'remark: kernel .halve' | grep -qx 1
// RUN: %kcc --explain-cpu --emit=obj %s -o %t.o 2>&1 | grep -c 'remark: kernel .halve' | grep -qx 1
// RUN: %kcc --explain-cpu --target=cpu -O0 --emit=llvm-ir %s -o %t.ll 2>&1 | %check --check-prefix=O0
// RUN: %kcc --explain-cpu --target=cpu -fsanitize=address --emit=llvm-ir %s -o %t.ll 2>&1 | %check --check-prefix=ASAN
// RUN: %kcc --explain-cpu --target=cpu --check=arith --emit=llvm-ir %s -o %t.ll 2>&1 | %check --check-prefix=CHECKED
// RUN: %kcc --explain-cpu --target=cpu --check=memory,race,init --emit=llvm-ir %s -o %t.ll 2>&1 | %check --check-prefix=LANES
// RUN: test -z "$(%kcc --target=cpu --emit=llvm-ir %s -o %t.ll 2>&1)"
// FAIL: %kcc --explain-cpu %s -o %t.ptx
// FAIL: %kcc --explain-cpu --target=ptx --emit=obj %s -o %t.o
#include <complex>
#include <cstdio>
#include <kcc/atomic.h>
#include <kcc/device.h>
#include <kcc/warp.h>
#include <vector>

// LANES: remark: kernel 'halve': the threads of a block run side by side, 16 at a time{{$}}
// LANES: remark: kernel 'sum': the threads of a block run side by side, 16 at a time; the kernel is split at 2 barriers
// CHECK: [[#@LINE+4]]:{{[0-9]+}}: remark: kernel 'halve': the threads of a block run side by side, 16 at a time{{$}}
// O0: remark: kernel 'halve': the threads of a block run one after another: it is compiled with -O0
// ASAN: remark: kernel 'halve': the threads of a block run one after another: it is compiled with a sanitizer
// CHECKED: remark: kernel 'halve': the threads of a block run one after another: it is compiled with other checks than memory, race and init
[[kcc::kernel]] void halve(std::span<int> values) {
  const std::size_t i = kcc::global_index();
  if (i < values.size())
    values[i] /= 2;
}

// CHECK: [[#@LINE+3]]:{{[0-9]+}}: remark: kernel 'sum': the threads of a block run side by side, 16 at a time; the kernel is split at 2 barriers, where each thread keeps nothing
// ASAN: remark: kernel 'sum': each thread of a block runs on a stack of its own: it is compiled with a sanitizer
// O0: remark: kernel 'sum': each thread of a block runs on a stack of its own: it is compiled with -O0
[[kcc::kernel]] void sum(std::span<const int> values, std::span<int> result) {
  [[kcc::shared]] static int part[256];
  const unsigned t = kcc::thread_idx().x;
  part[t] = values[kcc::global_index()];
  kcc::sync_threads();
  // CHECK: [[#@LINE+1]]:3: remark: kernel 'sum': the threads run this loop together, from barrier to barrier
  for (unsigned half = kcc::block_dim().x / 2; half != 0; half /= 2) {
    if (t < half)
      part[t] += part[t + half];
    kcc::sync_threads();
  }
  if (t == 0)
    result[kcc::block_idx().x] = part[0];
}

[[kcc::kernel]] void visit(std::span<const int> next, std::span<int> steps) {
  const std::size_t i = kcc::global_index();
  int at = static_cast<int>(i), count = 0;
  // CHECK: [[#@LINE+1]]:3: remark: kernel 'visit': the threads leave this loop one by one, and the last one's time counts
  while (at != 0) {
    // CHECK: [[#@LINE+1]]:{{[0-9]+}}: remark: kernel 'visit': neighbouring threads read from addresses that the index does not show to be neighbours: they are compared, and each is read for itself unless they are
    at = next[static_cast<std::size_t>(at)];
    ++count;
  }
  steps[i] = count;
}

[[kcc::kernel]] void look_up(std::span<const unsigned char> from, std::span<const unsigned> next, std::span<unsigned char> to) {
  // CHECK: [[#@LINE+1]]:3: remark: kernel 'look_up': the threads run this loop in the order of memory: all of the block run one iteration before the next
  for (const std::size_t i : kcc::grid_stride(to.size()))
    // CHECK: [[#@LINE+1]]:{{[0-9]+}}: remark: kernel 'look_up': neighbouring threads read from addresses that the index does not show to be neighbours: they are compared, and each is read for itself unless they are
    to[i] = from[next[i]];
}

struct Cell {
  unsigned char number;
  unsigned char others[23];
};
[[kcc::kernel]] void number(std::span<Cell> cells, std::span<const unsigned> numbers) {
  const std::size_t i = kcc::global_index();
  // CHECK: [[#@LINE+2]]:{{[0-9]+}}: remark: kernel 'number': neighbouring threads write objects that lie apart, so that each is written for itself
  // CHECK-NOT: [[#@LINE+1]]:{{[0-9]+}}: remark: kernel 'number': neighbouring threads read
  cells[i].number = static_cast<unsigned char>(numbers[2 * i]);
  // CHECK: [[#@LINE+1]]:{{[0-9]+}}: remark: kernel 'number': neighbouring threads read objects that lie apart, so that each is read for itself
  cells[i].others[0] = cells[i].others[1];
}

struct Body {
  float x, y, z, mass;
};
// LANES: remark: kernel 'set': the threads of a block run side by side, 16 at a time{{$}}
[[kcc::kernel]] void set(std::span<Body> bodies, float mass) {
  const std::size_t i = kcc::global_index();
  if (i < bodies.size())
    bodies[i] = {0, static_cast<float>(i), mass / 2, mass};
}

// LANES: remark: kernel 'copy': the threads of a block run side by side, 16 at a time{{$}}
[[kcc::kernel]] void copy(std::span<Body> to, std::span<const Body> from) {
  const std::size_t i = kcc::global_index();
  Body body = from[i];
  body.x += 1;
  to[i] = i % 2 == 0 ? body : from[i + 1];
}

struct Record {
  char text[60];
  int number, others[2];
};
// LANES: remark: kernel 'copy_records': the threads of a block run one after another: it is compiled with --check=race, and a write is of more than 64 bytes, or its values are not known before it
[[kcc::kernel]] void copy_records(std::span<Record> to, std::span<const Record> from) {
  to[kcc::global_index()] = from[kcc::global_index()];
}

// CHECK: remark: kernel 'lock': the threads of a block run one after another: a loop waits for what another thread writes
[[kcc::kernel]] void lock(std::span<int> state) {
  while (kcc::atomic_ref<int, kcc::scope::device>(state[0]).exchange(1, std::memory_order_acquire) != 0)
    ;
  ++state[1];
  kcc::atomic_ref<int, kcc::scope::device>(state[0]).store(0, std::memory_order_release);
}

// CHECK: remark: kernel 'warp_sums': the threads of a block run side by side, 32 at a time{{$}}
[[kcc::kernel]] void warp_sums(std::span<const float> values, std::span<float> sums) {
  const std::size_t i = kcc::global_index();
  if (i >= values.size())
    return;
  const float before = kcc::warp::exclusive_scan(values[i]);
  if (kcc::thread_rank() / 32 != 0 && kcc::warp::any(before > 1))
    sums[i] = kcc::warp::reduce(before);
}

// CHECK: remark: kernel 'scan': the threads of a block run side by side, 32 at a time; the kernel is split at 2 barriers
[[kcc::kernel]] void scan(std::span<unsigned> values) {
  [[kcc::shared]] static unsigned totals[32];
  const unsigned value = kcc::warp::inclusive_scan(values[kcc::global_index()]), warp = kcc::warp_id();
  if (kcc::lane_id() == 31)
    totals[warp] = value;
  kcc::sync_threads();
  if (warp == 0)
    totals[kcc::lane_id()] = kcc::warp::inclusive_scan(totals[kcc::lane_id()]);
  kcc::sync_threads();
  values[kcc::global_index()] = value + (warp != 0 ? totals[warp - 1] : 0);
}

// CHECK: remark: kernel 'parts_of_warps': each thread of a block runs on a stack of its own: lanes that take different ways may come to different operations of their warp
[[kcc::kernel]] void parts_of_warps(std::span<unsigned> values) {
  if (kcc::thread_rank() < 48)
    values[kcc::global_index()] = kcc::warp::reduce(values[kcc::global_index()]);
  kcc::sync_threads();
  values[0] = 1;
}

// CHECK: remark: kernel 'some_lanes': each thread of a block runs on a stack of its own: lanes that take different ways may come to different operations of their warp
[[kcc::kernel]] void some_lanes(std::span<unsigned> votes) {
  if (kcc::lane_id() < 16)
    votes[0] = kcc::warp::ballot(votes[1] != 0);
  kcc::sync_threads();
  votes[2] = 1;
}

// CHECK: remark: kernel 'masked': each thread of a block runs on a stack of its own: it waits at `kcc_cpu_warp_ballot`
[[kcc::kernel]] void masked(std::span<unsigned> votes, unsigned mask) {
  votes[0] = kcc::warp::ballot(votes[1] != 0, mask);
}

// ERROR: kcc: error: --explain-cpu explains code for the CPU device alone; add --emit=obj or --target=cpu
// ERROR: Run 'kcc --help' for all options.
// ERROR: kcc: error: --explain-cpu explains code for the CPU device alone; add --emit=obj or --target=cpu
// ERROR: Run 'kcc --help' for all options.

// CHECK: remark: kernel 'escape': the threads of a block run side by side, 16 at a time{{$}}
[[kcc::kernel]] void escape(std::span<double> out) {
  const std::size_t i = kcc::global_index();
  const std::complex<double> c(out[i], 1);
  std::complex<double> z = c;
  int n = 0;
  for (; n < 50 && std::norm(z) < 4; ++n)
    z = z * z + c;
  out[i] = n;
}

// CHECK: remark: kernel 'grows': the threads of a block run one after another: it may fail with a message, as a container that grows may
[[kcc::kernel]] void grows(std::span<int> out) {
  std::vector<int> numbers;
  for (std::size_t k = 0; k < kcc::global_index() % 20; ++k)
    numbers.push_back(static_cast<int>(k));
  out[kcc::global_index()] = static_cast<int>(numbers.size());
}

// CHECK: remark: kernel 'prints': the threads of a block run one after another: it prints
[[kcc::kernel]] void prints(std::span<int> out) {
  std::printf("%d\n", out[kcc::global_index()]);
}

// CHECK: remark: kernel 'enlarge': the threads of a block run side by side, 16 at a time{{$}}
// CHECK: [[#@LINE+4]]:{{[0-9]+}}: remark: kernel 'enlarge': neighbouring threads that get one quotient of a division of the index read from addresses
[[kcc::kernel]] void enlarge(std::span<int> to, std::span<const int> from, int width) {
  const int i = static_cast<int>(kcc::global_index()), x = i % width, y = i / width;
  if (i < static_cast<int>(to.size()))
    to[i] = from[y * (width + 2) + x + 1];
}

// CHECK: remark: kernel 'scale_rows': the threads of a block run one after another, each with vectors of its own, because each writes a row of memory{{$}}
[[kcc::kernel]] void scale_rows(std::span<float> values, unsigned width, float factor) {
  const std::size_t y = kcc::global_index();
  if (y < values.size() / width)
    for (unsigned x = 0; x < width; ++x)
      values[y * width + x] *= factor;
}

// CHECK: remark: kernel 'fill_rows_at_random': the threads of a block run side by side, 16 at a time{{$}}
[[kcc::kernel]] void fill_rows_at_random(std::span<unsigned> values, unsigned width) {
  const std::size_t y = kcc::global_index();
  unsigned state = static_cast<unsigned>(y) + 1;
  if (y < values.size() / width)
    for (unsigned x = 0; x < width; ++x) {
      state = state * 1664525u + 1013904223u;
      state ^= state >> 13;
      values[y * width + x] = state >> 8;
    }
}
