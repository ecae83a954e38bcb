// A warp is 32 threads: half of a wave of gfx90a, where votes and shuffles look at their own half.
// REQUIRES: ld.lld-22
// RUN: %kcc --target=amdgpu --arch=gfx1100,gfx90a %s -o %T/out/ && ls %T/out/warps.gfx1100.hsaco %T/out/warps.gfx90a.hsaco
// RUN: %kcc --target=amdgpu --arch=gfx1100 --emit=llvm-ir %s -o - | %FileCheck --check-prefixes=IR,WAVE32 %s
// RUN: %kcc --target=amdgpu --arch=gfx90a --emit=llvm-ir %s -o - | %FileCheck --check-prefixes=IR,WAVE64 %s
#include <kcc/device.h>
#include <kcc/warp.h>

// IR-LABEL: amdgpu_kernel void @vote(
// WAVE32: call {{.*}}i32 @llvm.amdgcn.ballot.i32(
// WAVE64: call {{.*}}i64 @llvm.amdgcn.ballot.i64(
// WAVE64: %[[#LANE:]] = {{.*}}call {{.*}}@llvm.amdgcn.mbcnt.hi
// WAVE64: and i32 %[[#LANE]], 32
// WAVE64: lshr i64
// WAVE64: trunc i64
extern "C" [[kcc::kernel]] void vote(unsigned *out) {
  const unsigned i = kcc::thread_idx().x;
  out[i] = kcc::warp::ballot(out[i] > 3);
}

// IR-LABEL: amdgpu_kernel void @wait(
// IR: fence syncscope("wavefront") release
// IR-NEXT: call void @llvm.amdgcn.wave.barrier()
// IR-NEXT: fence syncscope("wavefront") acquire
extern "C" [[kcc::kernel]] void wait(unsigned *out) {
  out[kcc::thread_idx().x] = 1;
  kcc::sync_warp();
  out[kcc::thread_idx().x ^ 1] += 1;
}

// The lane's own number tells about the warp, whatever the shape of the block.
// IR-LABEL: amdgpu_kernel void @masks(
// IR: call {{.*}}@llvm.amdgcn.mbcnt
// IR-NOT: @llvm.amdgcn.implicitarg.ptr
// IR: ret void
extern "C" [[kcc::kernel]] void masks(unsigned *out) { *out = kcc::lane_id() + kcc::warp::lane_mask_lt(); }

extern "C" [[kcc::kernel]] void others(unsigned *out, unsigned long long wide) {
  unsigned x = out[kcc::thread_idx().x];
  x = kcc::warp::reduce(x, [](unsigned a, unsigned b) { return a * 3 + b; });
  x += kcc::warp::match_any(wide + x) + kcc::warp::all(x > 1) + kcc::warp::any(x > 2);
  x += kcc::warp::shuffle(x, 5) + kcc::warp::shuffle_up(x, 1, 8) + kcc::warp::shuffle_xor(x, 2);
  out[kcc::thread_idx().x] = x;
}
