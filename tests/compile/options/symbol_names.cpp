// Kernels, functions and variables may have names that mean something in PTX, or that LLVM or kcc use there.
// RUN: %kcc %s -o %t.ptx && %check < %t.ptx
// RUN: %kcc -O0 %s -o %t.0.ptx && %kcc --emit=obj %s -o %t.o
#include <kcc/device.h>

int WARP_SZ = 1;
extern "C" int $ = 2;
extern "C" int _ = 3;
int param0 = 4;
int kcc_output = 5;
extern "C" int add_param_0 = 6;
extern "C" int $L__BB0_1 = 7;
extern "C" [[gnu::noinline]] int func_retval0(int größe) { return größe + param0; }
extern "C" [[gnu::noinline]] int kcc_cpu_trap(int x) { return x * 3; }

extern "C" [[kcc::kernel]] void add(int *out, int n) {
  for (int i = 0; i < n; ++i)
    out[i] = WARP_SZ + $ + _ + param0 + kcc_output + add_param_0 + $L__BB0_1 + func_retval0(i) + kcc_cpu_trap(i);
}
namespace other {
[[kcc::kernel("prototype_1")]] void k(int *out) { *out = 1; }
[[kcc::kernel("retval0")]] void l(int *out) { *out = 1; }
}

// CHECK-DAG: .u32 $x57ARP_SZ
// CHECK-DAG: .u32 $x24
// CHECK-DAG: .u32 $x5f
