// The manifest lists kernels with unknown stack depth.
// RUN: %kcc --emit=manifest %s -o - | sed 's/{"name":"[a-z_]*","entry/\n&/g' | %check
#include <kcc/device.h>

static int factorial(int n) { return n < 2 ? 1 : n * factorial(n - 1); }
static int odd(int n);
static int even(int n) { return n == 0 ? 1 : odd(n - 1); }
static int odd(int n) { return n == 0 ? 0 : even(n - 1); }
static int twice(int n) { return 2 * n; }
static int thrice(int n) { return 3 * n; }
static int (*const functions[])(int) = {twice, thrice};
struct Shape {
  virtual int area() const { return 1; }
};

// CHECK: "name":"recursive"{{.*}}"dynamic_stack":true}
[[kcc::kernel]] void recursive(std::span<int> out) { out[0] = factorial(out[1]); }
[[kcc::kernel]] void in_turn(std::span<int> out) { out[0] = even(out[1]); }
[[kcc::kernel]] void by_pointer(std::span<int> out) { out[0] = functions[out[2] & 1](out[1]); }
[[kcc::kernel]] void by_table(std::span<int> out, const Shape *shape) { out[0] = shape->area(); }
[[kcc::kernel]] void plain(std::span<int> out) { out[0] = twice(twice(out[1])); }
// CHECK-NEXT: "name":"in_turn"{{.*}}"dynamic_stack":true}
// CHECK-NEXT: "name":"by_pointer"{{.*}}"dynamic_stack":true}
// CHECK-NEXT: "name":"by_table"{{.*}}"dynamic_stack":true}
// CHECK-NEXT: "name":"plain"{{.*}}"uses_grid_sync":false}
