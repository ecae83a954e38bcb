// Which memory pointers lead to, and types whose members the back end would place elsewhere than the host.
// REQUIRES: ld.lld-22 llvm-readobj-22
// RUN: %kcc --target=amdgpu -O0 %s -o %t.0.hsaco && %kcc --target=amdgpu %s -o %t.hsaco
// RUN: llvm-readobj-22 --notes --dyn-symbols %t.hsaco | %FileCheck --check-prefix=FILE %s
// RUN: %kcc --target=amdgpu --emit=llvm-ir %s -o %t.ll && %check < %t.ll
#include <kcc/atomic.h>
#include <kcc/device.h>

// 128-bit integers are aligned to 16 bytes on the host, and to 8 by the back end.
struct Wide {
  int a;
  __int128 b;
  int c;
};
// CHECK: @table = protected {{.*}}addrspace(1) externally_initialized global <{ <{ i32, [12 x i8], i128, i32, [12 x i8] }>,
Wide table[2] = {{1, 2, 3}, {4, 5, 6}};
const int *const last = &table[1].c;

// The host finds the variables by their names.
// FILE-DAG: .size: 60
// FILE-DAG: Name: table
// FILE-DAG: Name: factors

// CHECK: @factors = protected {{.*}}addrspace(4) externally_initialized
[[kcc::constant]] float factors[4] = {1, 2, 3, 4};

// CHECK-LABEL: amdgpu_kernel void @layout(ptr addrspace(4) noundef byref([60 x i8]) align 16
// CHECK: getelementptr inbounds nuw i8, ptr addrspace(4) %0, i64 48
// CHECK: load i32, ptr addrspace(1) getelementptr inbounds nuw (i8, ptr addrspace(1) @table, i64 80)
extern "C" [[kcc::kernel]] void layout(Wide given, Wide *out, int n) {
  table[n].b += given.c;
  out[n] = table[n + 1];
  out[n].c = *last;
}

[[gnu::noinline]] static __int128 changed(Wide by_value, int n) {
  by_value.c += n;
  volatile int *const c = &by_value.c;
  *c += 1;
  return by_value.b + by_value.c;
}

// The caller keeps what it passes by value.
// CHECK-LABEL: amdgpu_kernel void @keeps(
// CHECK: alloca {{.*}}addrspace(5)
// CHECK: call void @llvm.memcpy.p5
// CHECK: call {{.*}}i128 @{{.*}}changed
extern "C" [[kcc::kernel]] void keeps(Wide *out, int n) {
  Wide mine = out[n];
  out[n].b = changed(mine, n);
  out[n].c = mine.c;
}

// CHECK-LABEL: amdgpu_kernel void @scale(
// CHECK: load float, ptr addrspace(4)
// CHECK: store float {{.*}}, ptr addrspace(1)
extern "C" [[kcc::kernel]] void scale(float *out, unsigned n) { *out *= factors[n & 3]; }

// CHECK-LABEL: amdgpu_kernel void @scopes(
// CHECK: atomicrmw add ptr addrspace(3) {{.*}} syncscope("workgroup") monotonic
// CHECK: fence syncscope("workgroup") release
// CHECK-NEXT: call void @llvm.amdgcn.s.barrier()
// CHECK-NEXT: fence syncscope("workgroup") acquire
// CHECK: atomicrmw add ptr addrspace(1) {{.*}} syncscope("agent") monotonic
// CHECK: atomicrmw fadd ptr addrspace(1) {{.*}} seq_cst
extern "C" [[kcc::kernel]] void scopes(int *n, double *sum) {
  [[kcc::shared]] static int count;
  kcc::atomic_ref<int, kcc::scope::block>(count).fetch_add(1, std::memory_order_relaxed);
  kcc::sync_threads();
  kcc::atomic_ref<int, kcc::scope::device>(*n).fetch_add(count, std::memory_order_relaxed);
  std::atomic_ref<double>(*sum) += 1.0;
}

// CHECK-LABEL: amdgpu_kernel void @dynamic(
// CHECK: store i32 %{{.*}}, ptr addrspace(3)
extern "C" [[kcc::kernel]] void dynamic(unsigned *out) {
  unsigned *const words = kcc::dynamic_shared<unsigned>().data();
  words[kcc::thread_idx().x] = out[kcc::thread_idx().x];
  kcc::sync_threads();
  out[kcc::thread_idx().x] = words[kcc::block_dim().x - 1 - kcc::thread_idx().x];
}
// FILE: .value_kind: hidden_dynamic_lds_size
