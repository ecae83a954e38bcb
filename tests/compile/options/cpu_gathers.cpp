// clang-format off
// On the CPU device, lanes gather bytes and pairs of bytes with the aligned words that have them, where the processor gathers words.
// RUN: %kcc --target=cpu --emit=llvm-ir %s -o %t.ll && %check --input-file=%t.ll
#include <kcc/device.h>

// CHECK-LABEL: define {{.*}}@kcc.block.x86-64-v4.{{.*}}look_up{{.*}}(
// CHECK-NOT: llvm.masked.gather.v{{[0-9]+}}i{{8|16}}
// CHECK: [[WORDS:%[0-9]+]] = call <32 x ptr> @llvm.ptrmask.{{.*}}splat (i64 -4))
// CHECK: call <32 x i32> @llvm.masked.gather.v32i32.v32p0(<32 x ptr> align 4 [[WORDS]]
// CHECK-NOT: llvm.masked.gather.v{{[0-9]+}}i{{8|16}}
// CHECK: {{^[}]}}
[[kcc::kernel]] void look_up(std::span<unsigned short> out, std::span<const unsigned char> bytes, std::span<const unsigned short> pairs) {
  const std::size_t i = kcc::global_index();
  if (i < out.size())
    out[i] = pairs[bytes[out[i]]];
}
