// Parts of the language that few kernels use, and that must not trip the back end.
// RUN: %kcc %s -o %t.ptx && %check < %t.ptx
// RUN: %kcc -O0 -g %s -o %T/O0/
// RUN: %kcc --emit=obj %s -o %t.o
#include <cstdarg>
#include <kcc/device.h>

[[kcc::kernel]] void wide_integers(__int128 *v, unsigned __int128 *u, unsigned _BitInt(37) *b) {
  v[0] /= v[1];
  u[0] %= u[1];
  v[2] <<= static_cast<int>(v[3]);
  b[0] *= b[1];
}

[[kcc::kernel]] void narrow_floats(_Float16 *h, __bf16 *b, int *i) {
  h[0] = h[1] * h[2] + h[3];
  b[0] = b[1] * b[2] + b[3];
  i[0] = h[0] < h[1];
}

typedef float Wide __attribute__((vector_size(256)));
[[kcc::kernel]] void vectors(Wide *v) { v[0] = v[1] * v[2]; }

int sum(int count, ...) {
  va_list list;
  va_start(list, count);
  int result = 0;
  while (count--)
    result += va_arg(list, int);
  va_end(list);
  return result;
}
struct Big {
  int values[40];
};
Big make(int x) {
  Big big{};
  big.values[3] = x;
  return big;
}
[[noreturn]] void die() {
  for (;;) {
  }
}
extern "C" void real(int *v) { *v = 1; }
extern "C" void other(int *v) __attribute__((alias("real")));
__attribute__((weak)) int replaceable(int x) { return x; }

[[kcc::kernel]] [[gnu::weak]] void calls(int *v, Big in, Big *out) {
  v[0] = sum(3, 1, 2, v[1]);
  Big (*pointer)(int) = make;
  *out = pointer(in.values[4]);
  if (v[2])
    die();
  other(v);
  v[3] = replaceable(v[4]);
  try {
    v[5] = 1;
  } catch (...) {
    v[5] = 2;
  }
}

[[kcc::kernel]] inline void inline_kernel(int *v) noexcept { *v = 1; }
[[kcc::kernel]] constexpr auto constexpr_kernel(int *v) { *v = 2; }

// CHECK-NOT: .extern
// CHECK-DAG: .visible .entry _Z13wide_integers
// CHECK-DAG: .visible .entry _Z13narrow_floats
// CHECK-DAG: .visible .entry _Z7vectors
// CHECK-DAG: .visible .entry _Z5calls
// CHECK-DAG: .visible .entry _Z13inline_kernel
// CHECK-DAG: .visible .entry _Z16constexpr_kernel
