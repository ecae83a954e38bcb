// clang-format off
// On the CPU device, lanes that take several registers are stored in the order of memory: first those at the least address.
// RUN: %kcc --target=cpu --emit=llvm-ir %s -o %t.ll && %check --input-file=%t.ll
#include <kcc/device.h>

// CHECK-LABEL: define {{.*}}@kcc.block.x86-64-v3.{{.*}}copy{{.*}}(
// CHECK-NOT: store <16 x float>
// CHECK: store <8 x float> {{.*}}, ptr [[FIRST:%[0-9]+]], align 4
// CHECK-NEXT: [[SECOND:%[0-9]+]] = getelementptr i8, ptr [[FIRST]], i64 32
// CHECK: store <8 x float> {{.*}}, ptr [[SECOND]], align 4
// CHECK-NOT: store <16 x float>

// Also those that only some of the lanes store.
// CHECK-LABEL: define {{.*}}@kcc.block.x86-64-v4.{{.*}}copy{{.*}}(
// CHECK-NOT: store <32 x float>
// CHECK: store <16 x float> {{.*}}, ptr [[FIRST:%[0-9]+]], align 4
// CHECK-NEXT: [[SECOND:%[0-9]+]] = getelementptr i8, ptr [[FIRST]], i64 64
// CHECK: store <16 x float> {{.*}}, ptr [[SECOND]], align 4
// CHECK: call void @llvm.masked.store.v16f32
// CHECK: call void @llvm.masked.store.v16f32
// CHECK-NOT: v32f32.p0(<32 x float>
[[kcc::kernel]] void copy(std::span<float> out, std::span<const float> in) {
  const std::size_t i = kcc::global_index();
  if (i < out.size())
    out[i] = in[i];
}
