// A kernel's attribute says for which targets it has code; for the others, it need not follow the rules.
// RUN: %kcc --emit=obj,manifest --target=ptx,vulkan,cpu --arch=sm_90 %s -o %T/all/
// RUN: %kcc --emit=vulkan --target=vulkan %s -o %t.spv && spirv-val --target-env vulkan1.2 %t.spv
// RUN: grep -ao 'kcc-manifest:.*' %t.spv | %check --check-prefix=VULKAN
// RUN: %kcc --emit=manifest --target=ptx --arch=sm_90 %s -o - | %check --check-prefix=PTX
// RUN: %kcc --emit=llvm-ir --target=vulkan %s -o - | %check --check-prefix=IR
// REQUIRES: spirv-val
#include <kcc/device.h>

[[kcc::kernel]] void everywhere(int *value) { *value = 1; }

[[kcc::kernel, kcc::targets("ptx", "cpu")]] void in_clusters(unsigned *value) {
  [[kcc::shared]] unsigned rank;
  rank = kcc::block_rank_in_cluster();
  kcc::sync_cluster();
  *value = rank;
}

int deep(int depth) { return depth < 2 ? 1 : deep(depth - 1) + deep(depth - 2); }
template <typename T> [[kcc::kernel, kcc::targets("ptx", "cpu")]] void recursive(T *value, int depth) {
  *value = deep(depth);
}
template void recursive<int>(int *, int);
template <> [[kcc::kernel, kcc::targets("ptx", "cpu", "vulkan")]] void recursive<long>(long *value, int) { *value = 1; }

// VULKAN: "name":"everywhere"
// VULKAN-NOT: left_out
// VULKAN: "name":"in_clusters"
// VULKAN-SAME: "static_shared_bytes":0
// VULKAN-SAME: "left_out":true
// VULKAN: "name":"recursive<int>"
// VULKAN-SAME: "left_out":true
// VULKAN: "name":"recursive<long>"
// VULKAN-NOT: left_out
// PTX-NOT: left_out
// IR: define {{.*}}void @{{.*}}in_clusters
// IR-NEXT: ret void
