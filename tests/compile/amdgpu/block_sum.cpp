// Shared memory, a barrier, atomic operations and shuffles, for GPUs with waves of 32 and of 64 threads.
// REQUIRES: ld.lld-22 llvm-objdump-22
// RUN: %kcc --target=amdgpu --arch=gfx1030,gfx1100,gfx90a,gfx942 -O0 %s -o %T/plain/
// RUN: %kcc --target=amdgpu --arch=gfx1030,gfx1100,gfx90a,gfx942 %s -o %T/out/
// RUN: for arch in gfx1030 gfx1100 gfx90a gfx942; do for level in plain out; do \
// RUN:   llvm-readobj-22 --notes -S %T/$level/block_sum.$arch.hsaco > %t.txt && \
// RUN:   %FileCheck --check-prefixes=NOTES,$arch %s < %t.txt || exit 1; done; done
// RUN: llvm-objdump-22 -d --no-show-raw-insn %T/out/block_sum.gfx1100.hsaco | %FileCheck --check-prefixes=CODE,WAVE32 %s
// RUN: llvm-objdump-22 -d --no-show-raw-insn %T/out/block_sum.gfx90a.hsaco | %FileCheck --check-prefixes=CODE,WAVE64 %s
#include <kcc/atomic.h>
#include <kcc/device.h>
#include <kcc/warp.h>

// The host's layout of the parameters, and then what the launch adds. What no kernel reads is not asked for.
// NOTES: .kcc-manifest
// NOTES: amdhsa.kernels:
// NOTES: .offset: 0
// NOTES-NEXT: .size: 40
// NOTES-NEXT: .value_kind: by_value
// NOTES: .group_segment_fixed_size: 128
// NOTES: .max_flat_workgroup_size: 256
// NOTES: .symbol: sum.kd
// NOTES: .uses_dynamic_stack: false
// gfx1030: .wavefront_size: 32
// gfx1100: .wavefront_size: 32
// gfx90a: .wavefront_size: 64
// gfx942: .wavefront_size: 64
// NOTES: amdhsa.target: amdgcn-amd-amdhsa--gfx
// NOTES: amdhsa.version:

// CODE: <sum>:
// CODE: global_load
// WAVE32-NOT: v_mbcnt_hi
// WAVE32: v_mbcnt_lo
// WAVE64: v_mbcnt_hi
// WAVE64: v_and_b32_e32 v{{[0-9]+}}, 32,
// CODE-COUNT-5: ds_bpermute_b32
// CODE: ds_{{store|write}}_b32
// CODE: s_waitcnt lgkmcnt(0)
// CODE-NEXT: s_barrier
// WAVE32-NEXT: buffer_gl0_inv
// CODE: ds_{{load|read}}
// CODE: global_store
// CODE: global_atomic_add
// CODE: s_endpgm
extern "C" [[kcc::kernel, kcc::launch_bounds(256)]] void sum(std::span<const float> in, std::span<float> out,
                                                             unsigned *count) {
  [[kcc::shared]] static float parts[32];
  const unsigned i = kcc::block_idx().x * kcc::block_dim().x + kcc::thread_idx().x;
  float mine = i < in.size() ? in[i] : 0.0f;
  for (unsigned distance = 16; distance != 0; distance /= 2)
    mine += kcc::warp::shuffle_down(mine, distance);
  if (kcc::thread_idx().x % 32 == 0)
    parts[kcc::thread_idx().x / 32] = mine;
  kcc::sync_threads();
  if (kcc::thread_idx().x == 0) {
    float all = 0;
    for (unsigned w = 0; w != kcc::block_dim().x / 32; ++w)
      all += parts[w];
    out[kcc::block_idx().x] = all;
    kcc::atomic_ref<unsigned, kcc::scope::device>(*count).fetch_add(1, std::memory_order_relaxed);
  }
}
