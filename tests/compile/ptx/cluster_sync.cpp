// Features of GPUs with clusters only.
// RUN: %kcc %s --arch=sm_90 -o %t.ptx && %check < %t.ptx
// RUN: %kcc %s --arch=sm_90 -O0 -o %T/plain.ptx
// RUN: %kcc %s --arch=sm_100 -o %T/100.ptx
// RUN: %kcc %s --target=cpu --emit=llvm-ir -o - | %check --check-prefix=CPU
#include <kcc/device.h>

// CHECK-LABEL: .entry exchange(
// CHECK: barrier.cluster.arrive.aligned;
// CHECK: barrier.cluster.wait.aligned;
// CHECK: mapa.u64
// CHECK: ld.b32
// CPU: call void @kcc_cpu_sync_cluster()
// CPU: ptr @kcc_cpu_cluster_shared(ptr {{.*}}, i32
[[kcc::kernel("exchange")]] void exchange(std::span<int> out, std::uint32_t rank) {
  [[kcc::shared]] static int value;
  if (kcc::thread_idx().x == 0)
    value = static_cast<int>(kcc::block_idx().x);
  kcc::sync_cluster();
  out[kcc::global_index()] = *kcc::cluster_shared(&value, rank);
  kcc::sync_cluster();
}
