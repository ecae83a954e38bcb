// Positions in clusters: on sm_90, and on other GPUs by choosing other code.
// RUN: %kcc %s --arch=sm_90 -o %t.ptx && %check < %t.ptx
// RUN: %kcc %s --arch=sm_75 -o %T/old.ptx && %check --check-prefix=OLD < %T/old.ptx
// RUN: %kcc %s --target=cpu --emit=obj -o %t.o
#include <kcc/device.h>

// CHECK-LABEL: .entry where(
// CHECK-DAG: %clusterid.x
// CHECK-DAG: %clusterid.z
// CHECK-DAG: %nclusterid.y
// CHECK-DAG: %cluster_nctaid.x
// CHECK-DAG: %cluster_ctaid.y
// CHECK-DAG: %cluster_nctarank
// CHECK-DAG: %cluster_ctarank
// CHECK: ret;
// OLD-NOT: {{%n?cluster}}
extern "C" [[kcc::kernel]] void where(std::span<std::uint64_t> out) {
  if constexpr (kcc::arch == 0 || kcc::arch >= 90) {
    out[0] = kcc::cluster_rank();
    out[1] = kcc::cluster_dim().x;
    out[2] = kcc::block_idx_in_cluster().y;
    out[3] = kcc::cluster_size();
    out[4] = kcc::block_rank_in_cluster();
  }
}

// Known value ranges: no thread of a block has an index above 1023, and no lane one above 31.
// CHECK-LABEL: .entry ranges(
// CHECK-NOT: setp
// CHECK: ret;
extern "C" [[kcc::kernel]] void ranges(std::span<std::uint32_t, 1> out) {
  out[0] = kcc::thread_rank() < 1024 && kcc::lane_id() < 32 && kcc::warp_id() < 32 && kcc::block_size() <= 1024;
}
