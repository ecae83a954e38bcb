// Block algorithms: the compiler's output has the intended form, in the instructions that cost time.
// RUN: %kcc --arch=sm_90 %s -o %t.ptx && %check < %t.ptx
// RUN: %kcc --arch=sm_60 %s -o %T/old/ && %kcc -O0 %s -o %T/O0/
#include <kcc/block.h>
#include <kcc/device.h>

// Within a warp, no lane checks whether its source is in range; the results of the warps are two loads.
// CHECK-LABEL: .entry reduce(
// CHECK-COUNT-5: shfl.sync.down.b32
// CHECK: bar.sync
// CHECK-COUNT-2: ld.shared.v4
// CHECK-NOT: ld.shared
// CHECK-NOT: .local
[[kcc::kernel("reduce")]] void reduce(float *values) {
  using Reduce = kcc::BlockReduce<float, 256>;
  [[kcc::shared]] Reduce::Shared shared;
  const float sum = Reduce(shared).sum_to_first(values[kcc::thread_idx().x]);
  if (kcc::thread_idx().x == 0)
    values[0] = sum;
}

// One warp scans: its lanes have 8 values each, 16 bytes at a time. The value before a lane is a difference.
// CHECK-LABEL: .entry scan(
// CHECK: st.shared.b32
// CHECK: bar.sync
// CHECK-COUNT-2: ld.shared.v4
// CHECK-COUNT-5: shfl.sync.up.b32
// CHECK-NOT: shfl
// CHECK: sub.s32
// CHECK-COUNT-2: st.shared.v4
// CHECK: bar.sync
// CHECK: ld.shared.b32
// CHECK-NOT: .local
[[kcc::kernel("scan")]] void scan(unsigned *values) {
  using Scan = kcc::BlockScan<unsigned, 256>;
  [[kcc::shared]] Scan::Shared shared;
  const unsigned i = kcc::thread_idx().x;
  values[i] = Scan(shared).exclusive_sum(values[i]);
}

// 16 values per lane would need as many registers: they are loaded a second time, in halves.
// CHECK-LABEL: .entry long_scan(
// CHECK: bar.sync
// CHECK-COUNT-4: ld.shared.v4
// CHECK-COUNT-6: shfl.sync.up.b32
// CHECK-COUNT-2: ld.shared.v4
// CHECK-COUNT-2: st.shared.v4
// CHECK-COUNT-2: ld.shared.v4
// CHECK-COUNT-2: st.shared.v4
// CHECK: bar.sync
// CHECK-NOT: .local
[[kcc::kernel("long_scan")]] void long_scan(float *values) {
  using Scan = kcc::BlockScan<float, 512>;
  [[kcc::shared]] Scan::Shared shared;
  const unsigned i = kcc::thread_idx().x;
  values[i] = Scan(shared).exclusive_sum(values[i]);
}

// 16 warps compute ranks: two instructions add up their results.
// CHECK-LABEL: .entry rank(
// CHECK-COUNT-5: shfl.sync.up.b32
// CHECK: bar.sync
// CHECK-COUNT-2: redux.sync.add.s32
// CHECK: bar.sync
[[kcc::kernel("rank")]] void rank(unsigned *values) {
  using Rank = kcc::BlockRadixRank<512, 1>;
  [[kcc::shared]] Rank::Shared shared;
  unsigned &value = values[kcc::thread_idx().x];
  const unsigned digits[1] = {value};
  unsigned ranks[1];
  Rank(shared).rank(digits, ranks);
  value = ranks[0];
}

// Four barriers in the loop over the passes, and each thread's keys return in one load.
// CHECK-LABEL: .entry sort(
// CHECK-NOT: .local
// CHECK-COUNT-4: bar.sync
// CHECK-NOT: bar.sync
// CHECK-NOT: .local
[[kcc::kernel("sort")]] void sort(unsigned *values) {
  using Sort = kcc::BlockRadixSort<unsigned, 256, 4>;
  [[kcc::shared]] Sort::Shared shared;
  unsigned keys[4];
  for (unsigned k = 0; k != 4; ++k)
    keys[k] = values[kcc::thread_idx().x * 4 + k];
  Sort(shared).sort(keys);
  for (unsigned k = 0; k != 4; ++k)
    values[kcc::thread_idx().x * 4 + k] = keys[k];
}

// 16 bytes at a time if the address allows it, byte by byte if not.
// CHECK-LABEL: .entry load(
// CHECK: ld.global.v2.b64
// CHECK-COUNT-16: red.relaxed.cta.shared.add.u32
// CHECK-COUNT-16: ld.global.b8
[[kcc::kernel("load")]] void load(std::span<const unsigned char> values, unsigned *counts) {
  using Load = kcc::BlockLoad<unsigned char, 64, 16, kcc::BlockAccess::vectorized>;
  using Histogram = kcc::BlockHistogram<256, 64>;
  [[kcc::shared]] Load::Shared memory;
  [[kcc::shared]] Histogram::Shared shared;
  unsigned char own[16];
  Load(memory).load(values, own);
  Histogram histogram(shared);
  histogram.clear();
  histogram.add(own);
  kcc::sync_threads();
  counts[kcc::thread_idx().x] = histogram.count(kcc::thread_idx().x);
}

// Floats are stored 16 bytes at a time, too.
// CHECK-LABEL: .entry copy(
// CHECK: ld.global.v2.b64
// CHECK: st.global.v2.b64
// CHECK-COUNT-4: st.global.b32
// CHECK-NOT: st.global
[[kcc::kernel("copy")]] void copy(std::span<float> to, std::span<const float> from) {
  using Load = kcc::BlockLoad<float, 64, 4, kcc::BlockAccess::vectorized>;
  using Store = kcc::BlockStore<float, 64, 4, kcc::BlockAccess::vectorized>;
  [[kcc::shared]] Load::Shared load;
  [[kcc::shared]] Store::Shared store;
  float own[4];
  Load(load).load(from, own);
  kcc::sync_threads();
  Store(store).store({to.data(), 256}, own);
}
