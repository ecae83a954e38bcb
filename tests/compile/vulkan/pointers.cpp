// Pointers into global, shared and local memory, known and not, and what becomes of them in SPIR-V.
// REQUIRES: spirv-val
// RUN: %kcc --target=vulkan -O0 %s -o %t.0.spv && spirv-val --target-env vulkan1.2 %t.0.spv
// RUN: %kcc --target=spirv -O0 %s -o %t.cl.spv && spirv-val --target-env spv1.3 %t.cl.spv
// RUN: %kcc --target=vulkan %s -o %t.spv && spirv-val --target-env vulkan1.2 %t.spv
// RUN: spirv-dis %t.spv -o %t.txt && %check < %t.txt
#include <kcc/device.h>
#include <kcc/device/cache_hints.h>

// CHECK: OpMemoryModel PhysicalStorageBuffer64 Vulkan
// CHECK-DAG: OpEntryPoint GLCompute %[[ADD:[0-9]+]] "add"
// CHECK-DAG: OpEntryPoint GLCompute %[[TILE:[0-9]+]] "tile"
// CHECK-DAG: OpEntryPoint GLCompute %[[WALK:[0-9]+]] "walk"
// CHECK-DAG: OpEntryPoint GLCompute %[[HINTED:[0-9]+]] "hinted"
// CHECK-DAG: OpModuleProcessed "kcc-manifest: {{.*}}add
// CHECK-DAG: OpModuleProcessed "kcc-variables: 4 4"
// CHECK-DAG: OpModuleProcessed "kcc-data: 0 07"
// CHECK-DAG: OpModuleProcessed "kcc-symbol: 0 4 counter"
int counter = 7;

// A pointer that a kernel is given leads to global memory: no access branches on where it leads.
// CHECK: %[[ADD]] = OpFunction
// CHECK: OpConvertUToPtr %_ptr_PhysicalStorageBuffer_uint
// CHECK: OpLoad %uint {{.*}} Aligned|NonPrivatePointer{{.*}} 4
// CHECK: OpFAdd
// CHECK: OpFunctionEnd
extern "C" [[kcc::kernel]] void add(const float *a, float *b) {
  b[kcc::thread_idx().x] += a[kcc::thread_idx().x];
  counter += 1;
}

// CHECK: %[[TILE]] = OpFunction
// CHECK: OpAccessChain %_ptr_Workgroup_uint
// CHECK: OpControlBarrier
// CHECK: OpFunctionEnd
extern "C" [[kcc::kernel]] void tile(unsigned *data) {
  [[kcc::shared]] static unsigned words[64];
  const unsigned i = kcc::thread_idx().x;
  words[i] = data[i];
  kcc::sync_threads();
  data[i] = words[63 - i];
}

struct Node {
  Node *next;
  int value;
};
struct List {
  Node *head;
  int skipped;
};

// CHECK: %[[WALK]] = OpFunction
// CHECK: OpLoopMerge
// CHECK: OpFunctionEnd
extern "C" [[kcc::kernel]] void walk(List list, int *sum) {
  int total = 0;
  for (const Node *node = list.head; node; node = node->next) {
    if (node->value == list.skipped)
      continue;
    if (node->value < 0)
      break;
    total += node->value;
  }
  *sum = total;
}

struct alignas(16) Quad {
  unsigned words[4];
};

// An access with a cache hint is as wide as one without.
// CHECK: %[[HINTED]] = OpFunction
// CHECK: OpLoad %v4uint {{.*}} Aligned|NonPrivatePointer{{.*}} 16
// CHECK-NOT: OpLoad
// CHECK: OpStore {{.*}} Aligned|NonPrivatePointer{{.*}} 16
// CHECK: OpFunctionEnd
extern "C" [[kcc::kernel]] void hinted(Quad *to, const Quad *from) {
  kcc::store<kcc::cache::streaming>(to, kcc::load<kcc::cache::streaming>(from));
}

[[gnu::noinline]] static int sum_of(const int *numbers, int count) {
  int sum = 0;
  for (int i = 0; i != count; ++i)
    sum += numbers[i];
  return sum;
}

// The function is called with pointers to all three.
extern "C" [[kcc::kernel]] void mixed(const int *global, int *out) {
  [[kcc::shared]] static int shared[8];
  int local[8];
  for (int i = 0; i != 8; ++i) {
    local[i] = global[i] + out[i];
    shared[i] = local[i] * 3;
  }
  kcc::sync_threads();
  out[0] = sum_of(global, 8) + sum_of(shared, 8) + sum_of(local, out[1]);
}

// A pointer that a loop may leave null, beside one into known memory: no optimization joins them at -O0.
extern "C" [[kcc::kernel]] void null_in_a_loop(int *out, const int *in, int n) {
  int *last = nullptr;
  for (int i = 0; i < n; ++i) {
    int *next = nullptr;
    if (in[i] > 3)
      next = last;
    last = next;
  }
  int *chosen = in[0] > 2 ? &counter : last;
  out[0] = chosen == nullptr ? -1 : *chosen;
}
