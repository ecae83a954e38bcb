// The check of function types needs a handler that GCC's libubsan lacks.
// RUN: %kcc -fsanitize=undefined --target=cpu --emit=llvm-ir %s -o - | %check
#include <kcc/device.h>

static int twice(int x) { return 2 * x; }
static int square(int x) { return x * x; }

// CHECK-NOT: function_type_mismatch
// CHECK: __ubsan_handle_mul_overflow
// CHECK-NOT: function_type_mismatch
[[kcc::kernel]] void call(std::span<int> values) {
  int (*const functions[])(int) = {twice, square};
  values[0] = functions[values[1] & 1](values[2]);
}
