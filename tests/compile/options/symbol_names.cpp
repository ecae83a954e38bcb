// Kernels, functions and variables may have names that have a meaning in PTX, or that LLVM or kcc use there.
// RUN: %kcc %s -o %t.ptx && %check < %t.ptx
// RUN: %kcc -O0 %s -o %t.0.ptx && %kcc --emit=obj %s -o %t.o
#include <kcc/device.h>

int WARP_SZ = 1;
extern "C" int $ = 2;
extern "C" int _ = 3;
int param0 = 4;
int kcc_print_control = 5;
extern "C" int add_param_0 = 6;
extern "C" int $L__BB0_1 = 7;
extern "C" [[gnu::noinline]] int func_retval0(int größe) { return größe + param0; }
extern "C" [[gnu::noinline]] int kcc_cpu_trap(int x) { return x * 3; }

extern "C" [[kcc::kernel]] void add(int *out, int n) {
  for (int i = 0; i < n; ++i)
    out[i] = WARP_SZ + $ + _ + param0 + kcc_print_control + add_param_0 + $L__BB0_1 + func_retval0(i) + kcc_cpu_trap(i);
}
namespace other {
[[kcc::kernel("prototype_1")]] void k(int *out) { *out = 1; }
[[kcc::kernel("retval0")]] void l(int *out) { *out = 1; }
}

// A kernel's entry can have an explicit name that others have too, before and after it, used by kernels or not.
int shade = 4;
[[kcc::kernel("shade")]] void m(int *out) { *out = ++shade; }
[[kcc::kernel("later")]] void n(int *out) { *out = 1; }
int later;
int other_later() { return later; }
[[kcc::shared]] int tile[32];
[[kcc::kernel("tile")]] void o(int *out, int i) { tile[i] = i, kcc::sync_threads(), *out = tile[0]; }
extern "C" [[gnu::noinline]] int twice(int x) { return 2 * x; }
[[kcc::kernel("twice")]] void p(int *out) { *out = twice(*out); }
[[kcc::kernel("sin")]] void q(double *out) { *out = __builtin_sin(*out); }
[[kcc::kernel("malloc")]] void r(int **out) { *out = new int; }
[[kcc::kernel("__kcc_block_dim_x")]] void s(int *out) { *out = kcc::block_dim().x; }
[[kcc::kernel]] void declared_first(int *out);
[[kcc::kernel("renamed")]] void declared_first(int *out) { *out = 1; }

// CHECK-DAG: .entry shade(
// CHECK-DAG: .u32 shade${{ }}= 4
// CHECK-DAG: .entry later(
// CHECK-DAG: .entry tile(
// CHECK-DAG: .entry twice(
// CHECK-DAG: .entry sin(
// CHECK-DAG: .entry $x6dalloc(
// CHECK-DAG: .entry __kcc_block_dim_x(
// CHECK-DAG: .entry renamed(
// CHECK-DAG: .u32 $x57ARP_SZ
// CHECK-DAG: .u32 $x24
// CHECK-DAG: .u32 $x5f
