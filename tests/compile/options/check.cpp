// clang-format off
// --check inserts calls into code for the CPU device, at any level, and leaves GPU code as it is.
// RUN: %kcc --check=memory,race,init,barrier -O3 --target=cpu --emit=llvm-ir %s -o %t.ll && %check < %t.ll
// RUN: %kcc --check=memory -O0 --target=cpu --emit=llvm-ir %s -o %t.ll && %check --check-prefix=MEMORY < %t.ll
// RUN: %kcc --check=host -O1 --target=cpu --emit=llvm-ir %s -o %t.ll && %check --check-prefix=HOST < %t.ll
// RUN: %kcc --check=barrier -O0 --target=cpu --emit=llvm-ir %s -o %t.ll && %check --check-prefix=BLOCK < %t.ll
// RUN: %kcc --check=memory,race,init,barrier --emit=obj,ptx %s -o %T/with/ && %kcc %s -o %T/without.ptx
// RUN: cmp %T/with/check.ptx %T/without.ptx
// RUN: %kcc --check=memory --emit=manifest %s -o %t.json
// RUN: %kcc --check=race --emit=obj %s -o %t.o
// FAIL: %kcc --check=races --emit=obj %s -o %t.o
// FAIL: %kcc --check= --emit=obj %s -o %t.o
#include <kcc/atomic.h>
#include <kcc/block/radix_sort.h>
#include <kcc/device.h>

// CHECK-DAG: c"{{.*}}check.cpp\00"
// CHECK-DAG: c"tile\00"
// CHECK-DAG: call {{.*}}@kcc_check_enter
// CHECK-DAG: call void @kcc_check_shared
// CHECK-DAG: call void @kcc_check_access
// CHECK-DAG: call void @kcc_check_atomic_done
// CHECK-DAG: call void @kcc_check_barrier
// MEMORY-NOT: kcc_check_atomic_done
// MEMORY-NOT: kcc_check_barrier
// MEMORY: call void @kcc_check_access
[[kcc::kernel]] void halve(std::span<int> values) {
  [[kcc::shared]] int tile[32];
  const std::size_t i = kcc::global_index();
  tile[i % 32] = values[i];
  kcc::sync_threads();
  kcc::atomic_ref<int, kcc::scope::device>(values[i]).fetch_add(tile[i % 32]);
}

struct Shape {
  virtual int area() const { return 1; }
};
// HOST: call void @kcc_check_table
// HOST: call void @kcc_check_callee
// HOST-NOT: kcc_check_access
[[kcc::kernel]] void area(const Shape *shape, int *result) {
  *result = shape->area();
}

// Only the kernel's own call is checked, not those of the algorithm's parts.
// BLOCK: c"kcc::BlockRadixSort\00"
// BLOCK: call void @kcc_check_block(i32 16, i32 8, i32 1,
// BLOCK-NOT: call void @kcc_check_block
[[kcc::kernel]] void sort(std::span<int> values) {
  constexpr kcc::BlockShape shape{16, 8};
  using Sort = kcc::BlockRadixSort<int, shape, 1>;
  [[kcc::shared]] Sort::Shared shared;
  int keys[1] = {values[shape.rank()]};
  Sort(shared).sort(keys);
  values[shape.rank()] = keys[0];
}

// ERROR: kcc: error: --check: there is no 'races'; there are memory, race, init, barrier, arith, host, overflow, division, shift, conversion, nan, access
// ERROR: Run 'kcc --help' for all options.
// ERROR: kcc: error: option --check needs a value
// ERROR: Run 'kcc --help' for all options.
