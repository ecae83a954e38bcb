// clang-format off
// The checks of arithmetic: each has a name, and sums are fused as without. Code for GPUs stays as it is.
// RUN: %kcc --check=arith -O3 --target=cpu --emit=llvm-ir %s -o %t.ll && %check < %t.ll
// RUN: %kcc --check=arith -O0 --target=cpu --emit=llvm-ir %s -o %t.ll && %check --check-prefix=UNOPTIMIZED < %t.ll
// RUN: %kcc --check=overflow --target=cpu --emit=llvm-ir %s -o %t.ll && %check --check-prefix=OVERFLOW < %t.ll
// RUN: %kcc --check=nan --target=cpu --emit=llvm-ir %s -o %t.ll && %check --check-prefix=NAN < %t.ll
// RUN: %kcc --check=overflow,shift -fwrapv --target=cpu --emit=llvm-ir %s -o %t.ll && %check --check-prefix=WRAPS < %t.ll
// RUN: %kcc --check=arith --emit=obj,ptx %s -o %T/with/ && %kcc %s -o %T/without.ptx
// RUN: cmp %T/with/check_arith.ptx %T/without.ptx
// RUN: %kcc --check=nan,memory -fsanitize=undefined --target=cpu --emit=llvm-ir %s -o %t.ll && %check --check-prefix=SANITIZED < %t.ll
// FAIL: %kcc --check=shift -fsanitize=address,undefined --target=cpu --emit=obj %s -o %t.o
#include <kcc/device.h>
#include <span>

// CHECK-NOT: __ubsan
// CHECK-DAG: c"'int'\00"
// CHECK-DAG: call float @llvm.fma.f32
// CHECK-DAG: call void @kcc_check_integers(i1 {{.*}}true, i128
// CHECK-DAG: call void @kcc_check_conversion(i1 {{.*}}true, double
// CHECK-DAG: call void @kcc_check_nan(i1 {{.*}}true, double
// UNOPTIMIZED-DAG: call void @kcc_check_integers(
// UNOPTIMIZED-DAG: call void @kcc_check_conversion(
// UNOPTIMIZED-DAG: call void @kcc_check_nan(
// OVERFLOW-NOT: call void @kcc_check_conversion
// OVERFLOW-NOT: call void @kcc_check_nan
// OVERFLOW: call void @kcc_check_integers
// NAN-NOT: call void @kcc_check_integers
// NAN: call void @kcc_check_nan
// WRAPS-NOT: call void @kcc_check_integers
// WRAPS: define
// SANITIZED-DAG: call void @__ubsan_handle_add_overflow
// SANITIZED-DAG: call void @kcc_check_nan
[[kcc::kernel]] void fused(std::span<int> results, std::span<const float> a) {
  const std::size_t i = kcc::global_index();
  results[i] = static_cast<int>(a[i] * a[i + 1] + a[i + 2]) + results[i + 1];
}

// ERROR: kcc: error: --check=arith and -fsanitize=undefined contradict each other, because both report the same; leave one of them out
// ERROR: Run 'kcc --help' for all options.
