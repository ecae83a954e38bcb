// A warp is a SIMD group, if that has 32 lanes and they are the threads in order; else the kernel fails.
// REQUIRES: spirv-cross
// RUN: %kcc --emit=msl %s -o - | %check
#include <kcc/device.h>
#include <kcc/warp.h>

extern "C" [[kcc::kernel]] void vote(unsigned *data) {
  const unsigned i = kcc::thread_idx().x;
  const unsigned odd = kcc::warp::ballot((data[i] & 1) != 0);
  kcc::sync_warp();
  data[i] = odd + kcc::warp::shuffle_xor(data[i], 4);
}

// CHECK: // Warps are SIMD groups of 32 threads in order; on a device with others, the kernel fails.
// CHECK: simd_ballot(
// CHECK: simd_shuffle(
// CHECK: kernel void vote(
// CHECK-SAME: uint gl_SubgroupSize {{\[\[}}thread{{s_per_simdgroup|_execution_width}}{{\]\]}}
// CHECK-SAME: uint gl_SubgroupInvocationID {{\[\[}}thread_index_in_simdgroup{{\]\]}}
// CHECK: [[LANE:_[0-9]+]] = {{_[0-9]+}} % 32u;
// CHECK: gl_SubgroupInvocationID != [[LANE]];
// CHECK: gl_SubgroupSize != 32u;
// CHECK: spvSubgroupBallot(
// CHECK: simdgroup_barrier(mem_flags::mem_device | mem_flags::mem_threadgroup);
// CHECK: spvSubgroupShuffle(
// CHECK: arguments.status;
// CHECK: kcc_atomic_or(*{{_[0-9]+}}, 1u);
