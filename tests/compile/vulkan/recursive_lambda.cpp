// A message names a lambda that calls itself, whose symbol LLVM cannot demangle, by the function that has it.
// RUN: %kcc --target=vulkan -O0 --emit=llvm-ir %s -o %t.ll && %check --input-file=%t.ll
#include <kcc/device.h>

// CHECK-DAG: 'deep(int*, unsigned int)::(lambda)' has called itself
[[kcc::kernel]] void deep(int *out, unsigned n) {
  auto count = [](auto &self, unsigned k) -> unsigned { return k == 0 ? 0 : 1 + self(self, k - 1); };
  *out = static_cast<int>(count(count, n));
}
