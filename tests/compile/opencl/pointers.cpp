// Memory in SPIR-V for OpenCL, and what every function passes on.
// REQUIRES: spirv-val
// RUN: %kcc --target=spirv -O0 %s -o %t.0.spv && spirv-val --target-env spv1.3 %t.0.spv
// RUN: %kcc --target=spirv %s -o %t.spv && spirv-val --target-env spv1.3 %t.spv
// RUN: spirv-dis %t.spv -o %t.txt && %check < %t.txt
#include <cstdint>
#include <kcc/atomic.h>
#include <kcc/device.h>
#include <span>

// CHECK: Version: 1.2
// CHECK-DAG: OpCapability Kernel
// CHECK-DAG: OpCapability Addresses
// CHECK: OpMemoryModel Physical64 OpenCL
// CHECK-DAG: OpEntryPoint Kernel %[[ADD:[0-9]+]] "add"
// CHECK-DAG: OpEntryPoint Kernel %[[TILE:[0-9]+]] "tile"
// CHECK-DAG: OpEntryPoint Kernel %[[LOCAL:[0-9]+]] "local"
// CHECK-DAG: OpEntryPoint Kernel %[[LARGE:[0-9]+]] "large"
// CHECK-DAG: OpExecutionMode %[[ADD]] ContractionOff
// CHECK-DAG: OpModuleProcessed "kcc-manifest: {{.*}}add
// CHECK-DAG: OpModuleProcessed "kcc-symbol: 0 4 counter"
// CHECK-DAG: OpModuleProcessed "kcc-pushed: add"
int counter = 7;

// The parameters are the last eleven.
// CHECK: %[[ADD]] = OpFunction %void None
// CHECK-COUNT-16: OpFunctionParameter
// CHECK-NOT: OpFunctionParameter
// CHECK: OpConvertUToPtr %_ptr_CrossWorkgroup_uint
// CHECK: OpLoad %uint {{.*}} Aligned 4
// CHECK: OpFunctionEnd
extern "C" [[kcc::kernel]] void add(const float *a, float *b) {
  b[kcc::thread_idx().x] += a[kcc::thread_idx().x];
  counter += 1;
}

// Shared memory is the fifth parameter, in bytes, and has objects of all types; an atomic operation on 8 bytes
// is one instruction there.
// CHECK: %[[TILE]] = OpFunction
// CHECK-COUNT-4: OpFunctionParameter
// CHECK: %[[SHARED:[0-9]+]] = OpFunctionParameter %_ptr_Workgroup_uchar
// CHECK: OpInBoundsPtrAccessChain %_ptr_Workgroup_uchar %[[SHARED]]
// CHECK: OpControlBarrier
// CHECK: OpAtomicIAdd %ulong
// CHECK: OpFunctionEnd
extern "C" [[kcc::kernel]] void tile(unsigned char *data, std::uint64_t *sum) {
  [[kcc::shared]] static unsigned char bytes[64];
  [[kcc::shared]] static std::uint64_t total;
  const unsigned i = kcc::thread_idx().x;
  bytes[i] = data[i];
  if (i == 0)
    total = 0;
  kcc::sync_threads();
  kcc::atomic_ref(total).fetch_add(bytes[63 - i], std::memory_order_relaxed);
  kcc::sync_threads();
  *sum = total;
}

[[gnu::noinline]] static int sum_of(const int *numbers, int count) {
  int sum = 0;
  for (int i = 0; i != count; ++i)
    sum += numbers[i];
  return sum;
}

// Local memory is an array of the kernel, which functions are given.
// CHECK: %[[LOCAL]] = OpFunction
// CHECK: %[[ARRAY:[0-9]+]] = OpVariable %_ptr_Function__arr_uchar_uint_{{[0-9]+}} Function
// CHECK: %[[BYTES:[0-9]+]] = OpInBoundsAccessChain %_ptr_Function_uchar %[[ARRAY]]
// CHECK: OpFunctionCall %uint {{.*}} %[[BYTES]]
// CHECK: OpFunctionEnd
extern "C" [[kcc::kernel]] void local(const int *global, int *out) {
  int numbers[8];
  for (int i = 0; i != 8; ++i)
    numbers[i] = global[i * out[i]];
  out[0] = sum_of(global, 8) + sum_of(numbers, out[1]);
}

struct Large {
  float values[64];
};

// Parameters of more than 88 bytes are in memory, at the address that is the first parameter.
// CHECK: %[[LARGE]] = OpFunction
// CHECK: %[[BLOCK:[0-9]+]] = OpFunctionParameter %ulong
// CHECK-COUNT-4: OpFunctionParameter
// CHECK-NOT: OpFunctionParameter
// CHECK: OpIAdd %ulong %[[BLOCK]]
// CHECK: OpFunctionEnd
extern "C" [[kcc::kernel]] void large(Large numbers, float *out) {
  out[kcc::thread_idx().x] = numbers.values[kcc::thread_idx().x];
}
