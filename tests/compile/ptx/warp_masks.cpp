// The mask of a warp operation that is not a constant contains the thread's own bit, so that ptxas does not keep it in a uniform
// register, which the threads of another branch overwrite.
// RUN: %kcc %s --arch=sm_80 -o %t.ptx && %check < %t.ptx
// RUN: %kcc %s --arch=sm_80 -O0 -o %t.ptx && %check --check-prefix=ZERO < %t.ptx
#include <kcc/device.h>
#include <kcc/warp.h>

[[kcc::kernel("masked")]] void masked(std::span<unsigned> out, unsigned mask) {
  const unsigned i = kcc::thread_idx().x;
  out[i] = __nvvm_vote_ballot_sync(mask, out[i] > 1);
  __nvvm_bar_warp_sync(mask);
  out[i] += __nvvm_shfl_sync_idx_i32(mask, out[i], 1, 31);
  out[i] += __nvvm_match_any_sync_i32(mask, out[i]);
  out[i] += __nvvm_redux_sync_add(out[i], mask);
}
// CHECK-LABEL: .entry masked(
// CHECK: mov.u32 [[OWN:%r[0-9]+]], %lanemask_eq;
// CHECK: or.b32 [[MASK:%r[0-9]+]], {{.*}}[[OWN]];
// CHECK: vote.sync.ballot.b32 {{.*}}, [[MASK]];
// CHECK: bar.warp.sync [[MASK]];
// CHECK: shfl.sync.idx.b32 {{.*}}, [[MASK]];
// CHECK: match.any.sync.b32 {{.*}}, [[MASK]];
// CHECK: redux.sync.add.s32 {{.*}}, [[MASK]];
// ZERO-LABEL: .entry masked(
// ZERO: vote.sync.ballot.b32
// ZERO: or.b32
// ZERO: bar.warp.sync

[[kcc::kernel("whole")]] void whole(std::span<unsigned> out) {
  const unsigned i = kcc::thread_idx().x;
  out[i] = kcc::warp::ballot(out[i] > 1);
}
// CHECK-LABEL: .entry whole(
// CHECK-NOT: %lanemask_eq
// CHECK: ret;
