// clang-format off
// --coverage counts in code for the CPU device, at any level, and describes the counts beside the object.
// RUN: %kcc --coverage --target=cpu --emit=llvm-ir %s -o %t.ll && %check < %t.ll
// RUN: rm -f %T/coverage.gcno && %kcc --coverage --emit=obj %s -o %t.o && test -s %t.gcno
// RUN: llvm-cov-22 gcov -n %t.gcno | grep -q "File '.*coverage.cpp'"
// RUN: rm -rf %T/new && %kcc --coverage --emit=obj %s -o %T/new/ && test -s %T/new/coverage.gcno
// FAIL: %kcc --coverage --emit=obj %s -o /proc/nothing/coverage.o
// FAIL: %kcc --coverage %s -o %t.ptx
// FAIL: %kcc --coverage --target=ptx --emit=obj %s -o %t.o
// FAIL: %kcc --coverage --emit=so %s -o %t.so
// FAIL: %kcc -fprofile-arcs -ftest-coverage %s -o %t.ptx
#include <kcc/device.h>

// CHECK-DAG: define {{.*}}halve
// CHECK-DAG: atomicrmw add ptr {{.*}}llvm_gcov_ctr
// CHECK-DAG: call void @llvm_gcda_emit_arcs
[[kcc::kernel]] void halve(std::span<int> values) {
  const std::size_t i = kcc::global_index();
  if (i < values.size())
    values[i] /= 2;
}

// ERROR: kcc: error: cannot make the folder '/proc/nothing': No such file or directory
// ERROR: kcc: error: --coverage counts in code for the CPU device alone; add --emit=obj or --target=cpu
// ERROR: Run 'kcc --help' for all options.
// ERROR: kcc: error: --coverage counts in code for the CPU device alone; add --emit=obj or --target=cpu
// ERROR: Run 'kcc --help' for all options.
// ERROR: kcc: error: --coverage and --emit=so contradict each other: the program has the functions that write the counts, and a shared object of kernels cannot call them; use --emit=obj
// ERROR: Run 'kcc --help' for all options.
// ERROR: kcc: error: -fprofile-arcs is not one of clang's options that work for kernels; use --coverage, for the CPU device
// ERROR: Run 'kcc --help' for all options.
