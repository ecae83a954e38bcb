// Operations of warps: each on the first architecture that has its instruction, and by others before.
// RUN: %kcc %s --arch=sm_90 -o %t.ptx && %check < %t.ptx
// RUN: %kcc %s --arch=sm_75 -o %T/sm_75.ptx && %check --check-prefix=SM75 < %T/sm_75.ptx
// RUN: %kcc %s --arch=sm_80 -O0 -o %T/plain.ptx
// RUN: %kcc %s --arch=sm_60 -o %T/old.ptx && %check --check-prefix=OLD < %T/old.ptx
// RUN: %kcc %s --arch=sm_50 -O0 -o %T/oldest.ptx
// RUN: %kcc %s --target=cpu --emit=obj -o %t.o
#include <kcc/device.h>
#include <kcc/warp.h>

// CHECK-LABEL: .entry shuffles(
// CHECK: shfl.sync.idx.b32 {{.*}}, 7, 31, -1;
// CHECK: shfl.sync.up.b32 {{.*}}, 1, 6144, -1;
// CHECK: shfl.sync.down.b32 {{.*}}, 2, 31, 65535;
// CHECK: shfl.sync.down.b32 {{.*}}, 2, 31, 65535;
// CHECK: shfl.sync.bfly.b32 {{.*}}, 4, 31, -1;
// CHECK: ret;
extern "C" [[kcc::kernel]] void shuffles(std::span<float> floats, std::span<double> doubles) {
  const std::size_t i = kcc::global_index();
  floats[i] = kcc::warp::shuffle(floats[i], 7);
  floats[i] = kcc::warp::shuffle_up(floats[i], 1, 8);
  doubles[i] = kcc::warp::shuffle_down(doubles[i], 2, 32, 0xffff);
  floats[i] = kcc::warp::shuffle_xor(floats[i], 4);
}

// CHECK-LABEL: .entry votes(
// CHECK: vote.sync.any.pred
// CHECK: vote.sync.all.pred
// CHECK: vote.sync.uni.pred
// CHECK: vote.sync.ballot.b32
// CHECK: match.any.sync.b64
// CHECK: match.all.sync.b32
// CHECK: bar.warp.sync -1;
// CHECK: activemask.b32
// SM75-LABEL: .entry votes(
// SM75: match.any.sync.b64
// SM75: match.all.sync.b32
// OLD-LABEL: .entry votes(
// OLD-NOT: match
// OLD: vote.sync.ballot.b32
// OLD: activemask.b32
// OLD: ret;
extern "C" [[kcc::kernel]] void votes(std::span<std::uint32_t> out, std::span<const double> values, bool holds) {
  const std::size_t i = kcc::global_index();
  const bool mine = holds && i > 5;
  out[i] = kcc::warp::any(mine) + 2 * kcc::warp::all(mine) + 4 * kcc::warp::uniform(mine);
  out[i] += kcc::warp::ballot(mine);
  out[i] += kcc::warp::match_any(values[i]);
  out[i] += kcc::warp::match_all(out[i]);
  kcc::sync_warp();
  out[i] += kcc::warp::active_mask();
}

// CHECK-LABEL: .entry reductions(
// CHECK: redux.sync.add.s32
// CHECK: redux.sync.max.s32
// CHECK: redux.sync.min.u32
// CHECK: redux.sync.xor.b32
// CHECK: ret;
// SM75-LABEL: .entry reductions(
// SM75-NOT: redux
// SM75: shfl.sync.bfly.b32 {{.*}}, 16, 31, -1;
extern "C" [[kcc::kernel]] void reductions(std::span<int> ints, std::span<unsigned> unsigneds) {
  const std::size_t i = kcc::global_index();
  ints[i] = kcc::warp::reduce(ints[i]);
  ints[i] = kcc::warp::reduce(ints[i], kcc::maximum{});
  unsigneds[i] = kcc::warp::reduce(unsigneds[i], kcc::minimum{});
  unsigneds[i] = kcc::warp::reduce(unsigneds[i], std::bit_xor<>{});
}

// A call that lanes make together stays in its branch: one each, under the mask that belongs to it. So does one of a
// function that is not inlined.
// CHECK-LABEL: .entry branches(
// CHECK: setp
// CHECK: bra
// CHECK: vote.sync.ballot.b32 {{.*}}, 65535;
// CHECK: vote.sync.ballot.b32 {{.*}}, -65536;
// CHECK: call.uni
// CHECK: call.uni
// CHECK: ret;
[[gnu::noinline]] static unsigned vote(bool mine) {
  return kcc::warp::ballot(mine, kcc::warp::active_mask());
}
extern "C" [[kcc::kernel]] void branches(std::span<unsigned> out) {
  const std::size_t i = kcc::global_index();
  const bool mine = out[i] > 3;
  if (kcc::lane_id() < 16)
    out[i] = kcc::warp::ballot(mine, 0x0000ffff) + 1;
  else
    out[i] = kcc::warp::ballot(mine, 0xffff0000) + 1;
  if (out[i] > 100)
    out[i] += vote(mine);
  else
    out[i] -= vote(mine);
}
