// Loops that threads of a warp may leave in different iterations, because of what an atomic operation returned, use no uniform values:
// what they get from outside is shifted by a zero that ptxas does not know to be one.
// RUN: %kcc %s --arch=sm_80 -o %t.ptx && %check < %t.ptx
// RUN: %kcc %s --arch=sm_80 -O0 -o %t.ptx && %check --check-prefix=ZERO < %t.ptx
#include <kcc/device.h>
#include <atomic>

std::uint32_t counter;
[[kcc::shared]] std::uint32_t locked;

[[kcc::kernel("operands")]] void operands(std::uint32_t factor) {
  std::atomic_ref shared(counter);
  std::uint32_t seen = shared.load(std::memory_order_relaxed);
  while (!shared.compare_exchange_weak(seen, seen * factor, std::memory_order_relaxed)) {
  }
}
// CHECK-LABEL: .entry operands(
// CHECK: mov.u32 [[BELOW:%r[0-9]+]], %lanemask_lt;
// CHECK: shr.u32 [[NULL:%r[0-9]+]], [[BELOW]], 31;
// CHECK: mov.b64 [[UNIFORM:%rd[0-9]+]], counter;
// CHECK: shl.b64 [[ADDRESS:%rd[0-9]+]], [[UNIFORM]], [[NULL]];
// CHECK: shl.b32 [[FACTOR:%r[0-9]+]], {{%r[0-9]+}}, [[NULL]];
// CHECK: {{^}}$L
// CHECK: mul.lo.s32 {{%r[0-9]+}}, {{%r[0-9]+}}, [[FACTOR]];
// CHECK: atom.relaxed.sys.global.cas.b32 {{%r[0-9]+}}, {{\[}}[[ADDRESS]]{{\]}}

// Also what follows, up to where the warp gathers.
[[kcc::kernel("until_gathered")]] void until_gathered(std::span<std::uint32_t> out, std::uint32_t first, std::uint32_t last) {
  while (std::atomic_ref(locked).exchange(1, std::memory_order_acquire) != 0) {
  }
  out[kcc::thread_idx().x] += first;
  std::atomic_ref(locked).store(0, std::memory_order_release);
  kcc::sync_threads();
  out[kcc::thread_idx().x ^ 1] += last;
}
// CHECK-LABEL: .entry until_gathered(
// CHECK-DAG: ld.param.b32 [[FIRST:%r[0-9]+]], [until_gathered_param_1];
// CHECK-DAG: ld.param.b32 [[LAST:%r[0-9]+]], [until_gathered_param_2];
// CHECK: shl.b32 [[DIVERGENT:%r[0-9]+]], [[FIRST]],
// CHECK: {{^}}$L
// CHECK-NOT: locked
// CHECK: atom.acquire.sys.shared.exch.b32
// CHECK-NOT: locked
// CHECK: add.s32 {{%r[0-9]+}}, {{%r[0-9]+}}, [[DIVERGENT]];
// CHECK: bar.sync
// CHECK: add.s32 {{%r[0-9]+}}, {{%r[0-9]+}}, [[LAST]];
// ZERO-LABEL: .entry until_gathered(
// ZERO: shr.u32 {{%r[0-9]+}}, {{%r[0-9]+}}, 31;
// ZERO: mov.b64 [[UNIFORM:%rd[0-9]+]], locked;
// ZERO: shl.b64 {{%rd[0-9]+}}, [[UNIFORM]],

// Also at a barrier that the threads of a warp may reach one by one.
[[kcc::kernel("until_gathered_one_by_one")]] void until_gathered_one_by_one(std::span<std::uint32_t> out, std::uint32_t last) {
  do {
    out[kcc::thread_idx().x] ^= 1;
    do {
    } while (std::atomic_ref(locked).exchange(1, std::memory_order_acquire) != 0);
    std::atomic_ref(locked).store(0, std::memory_order_release);
    kcc::sync_threads();
    out[kcc::thread_idx().x] += last;
  } while (out[kcc::thread_idx().x ^ 1] > last);
}
// CHECK-LABEL: .entry until_gathered_one_by_one(
// CHECK: ld.param.b32 [[LAST:%r[0-9]+]], [until_gathered_one_by_one_param_1];
// CHECK: call.uni
// CHECK: add.s32 {{%r[0-9]+}}, {{%r[0-9]+}}, [[LAST]];

// LLVM makes a loop of this only when it generates the code.
[[kcc::kernel("byte")]] void byte(std::span<std::uint8_t> bytes, std::uint8_t value) {
  std::uint8_t expected = 0;
  std::atomic_ref(bytes[1]).compare_exchange_strong(expected, value, std::memory_order_relaxed);
}
// CHECK-LABEL: .entry byte(
// CHECK: shr.u32 [[NULL:%r[0-9]+]], {{%r[0-9]+}}, 31;
// CHECK: shl.b64 [[ADDRESS:%rd[0-9]+]], {{%rd[0-9]+}}, [[NULL]];
// CHECK: {{^}}$L
// CHECK: cas.b32 {{%r[0-9]+}}, {{\[}}[[ADDRESS]]{{\]}}

// The first value of the counter, too; the parameter's address stays, what is loaded from it does not.
struct Table {
  std::uint32_t values[8];
};
[[kcc::kernel("first_free")]] void first_free(std::span<std::uint32_t> slots, Table table, std::span<std::uint32_t> out) {
  std::uint32_t i = 0;
  while (std::atomic_ref(slots[i]).fetch_or(table.values[i & 7], std::memory_order_relaxed) != 0)
    ++i;
  out[kcc::thread_idx().x] = i;
}
// CHECK-LABEL: .entry first_free(
// CHECK: shr.u32 [[NULL:%r[0-9]+]], {{%r[0-9]+}}, 31;
// CHECK: mov.b32 [[FIRST:%r[0-9]+]], 0;
// CHECK: shl.b32 {{%r[0-9]+}}, [[FIRST]], [[NULL]];
// CHECK: {{^}}$L
// CHECK: ld.param.b32 [[VALUE:%r[0-9]+]], [{{%rd[0-9]+}}];
// CHECK: shl.b32 [[DIVERGENT:%r[0-9]+]], [[VALUE]], [[NULL]];
// CHECK: atom.relaxed.sys.global.or.b32 {{%r[0-9]+}}, {{\[%rd[0-9]+\]}}, [[DIVERGENT]];

// All threads leave these loops together, or nothing makes them take turns.
[[kcc::kernel("together")]] void together(std::span<std::uint32_t> bins, std::span<std::uint32_t> out, std::uint32_t count) {
  std::uint32_t sum = 0;
  for (std::uint32_t i = 0; i < count; ++i)
    sum += std::atomic_ref(bins[i]).fetch_add(count, std::memory_order_relaxed);
  out[kcc::thread_idx().x] = sum;
  for (std::uint32_t i = kcc::thread_idx().x; i < count; i += kcc::block_dim().x)
    std::atomic_ref(bins[i & 255]).fetch_add(count, std::memory_order_relaxed);
}
// CHECK-LABEL: .entry together(
// CHECK-NOT: %lanemask_lt
// CHECK: ret;
