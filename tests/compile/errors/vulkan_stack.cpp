// Code for Vulkan, OpenCL and Metal has no stack and no pointers to functions. The message is at the call, with the
// calls that lead there.
// FAIL(1): %kcc --target=vulkan %s -o %t.spv
// FAIL(2): %kcc --target=spirv %s -o %t.spv
// FAIL(3): %kcc --emit=msl %s -o %T/
#include <kcc/device.h>

static int half(int n);
static int count(int n) {
  return n < 2 ? n : half(n - 1) * 3 + 1;
  // ERROR@-1:22: note: called by 'count' here
}
static int half(int n) {
  return count(n / 2) + 1;
  // ERROR(1)@-1:10: error: kernel 'recursive' reaches mutually recursive functions, here 'count' again, which code for Vulkan cannot have; use a loop, or name the targets that have them: [[kcc::targets("ptx", "cpu")]]
  // ERROR(2)@-2:10: error: kernel 'recursive' reaches mutually recursive functions, here 'count' again, which code for OpenCL cannot have; use a loop, or name the targets that have them: [[kcc::targets("ptx", "cpu")]]
  // ERROR(3)@-3:10: error: kernel 'recursive' reaches mutually recursive functions, here 'count' again, which code for Metal cannot have; use a loop, or name the targets that have them: [[kcc::targets("ptx", "cpu")]]
}

[[kcc::kernel]] void recursive(int *n) {
  *n = count(*n);
  // ERROR@-1:8: note: called by 'recursive' here
}

static int apply(int (*step)(int), int n) {
  return step(n);
  // ERROR(1)@-1:10: error: kernel 'indirect' reaches a call through a pointer, or of a virtual function, which code for Vulkan cannot have; use a 'switch' over the functions, or name the targets that have them: [[kcc::targets("ptx", "cpu")]]
  // ERROR(2)@-2:10: error: kernel 'indirect' reaches a call through a pointer, or of a virtual function, which code for OpenCL cannot have; use a 'switch' over the functions, or name the targets that have them: [[kcc::targets("ptx", "cpu")]]
  // ERROR(3)@-3:10: error: kernel 'indirect' reaches a call through a pointer, or of a virtual function, which code for Metal cannot have; use a 'switch' over the functions, or name the targets that have them: [[kcc::targets("ptx", "cpu")]]
}

[[kcc::kernel]] void indirect(int (*const *steps)(int), int *n) {
  *n = apply(*steps, *n);
  // ERROR@-1:8: note: called by 'indirect' here
}

struct Shape {
  virtual int sides() const = 0;
};
struct Square : Shape {
  int sides() const override { return 4; }
};
struct Triangle : Shape {
  int sides() const override { return 3; }
};

[[kcc::kernel]] void shapes(int *n) {
  const Square square;
  const Triangle triangle;
  const Shape &shape = *n == 0 ? static_cast<const Shape &>(square) : triangle;
  *n = shape.sides();
  // ERROR(1)@-1:14: error: kernel 'shapes' reaches a call through a pointer, or of a virtual function, which code for Vulkan cannot have; use a 'switch' over the functions, or name the targets that have them: [[kcc::targets("ptx", "cpu")]]
  // ERROR(2)@-2:14: error: kernel 'shapes' reaches a call through a pointer, or of a virtual function, which code for OpenCL cannot have; use a 'switch' over the functions, or name the targets that have them: [[kcc::targets("ptx", "cpu")]]
  // ERROR(3)@-3:14: error: kernel 'shapes' reaches a call through a pointer, or of a virtual function, which code for Metal cannot have; use a 'switch' over the functions, or name the targets that have them: [[kcc::targets("ptx", "cpu")]]
}

[[kcc::kernel]] void plain(int *n) {
  *n += 1;
}
