// Memory allocated by kernels comes from the driver's malloc; the related library functions are kcc's own.
// RUN: %kcc %s -o %t.ptx && %check < %t.ptx
// RUN: %kcc -O0 %s -o %T/O0/
// RUN: %kcc --arch=sm_90 %s -o %T/sm_90/
// RUN: %kcc --emit=obj %s -o %t.o && nm %t.o | %check --check-prefix=CPU
#include <cstdlib>
#include <cstring>
#include <kcc/device.h>
#include <memory>
#include <string_view>
#include <vector>

[[kcc::kernel("allocate")]] void allocate(std::span<void *> places) {
  places[0] = std::malloc(24);
  std::free(places[1]);
}
[[kcc::kernel("vector")]] void vector(std::span<int> values) {
  std::vector<int> copy(values.begin(), values.end());
  values[0] = copy[1];
}
[[kcc::kernel("text")]] void text(const char *a, const char *b, int *results) {
  results[0] = std::string_view(a) == std::string_view(b);
  results[1] = std::strcmp(a, b);
}

// CHECK-DAG: .extern .func  (.param .b64 func_retval0) malloc
// CHECK-DAG: .extern .func free
// CHECK-NOT: .extern .func {{.*}}str
// CHECK-LABEL: .entry allocate(
// CHECK: call.uni (retval0), malloc
// CHECK: call.uni free
// CHECK-LABEL: .entry vector(
// CHECK: call.uni {{.*}}__kcc_libc__Znwm
// CHECK-LABEL: .entry text(

// CPU-NOT: U free
// CPU-DAG: U kcc_cpu_free
// CPU-DAG: U kcc_cpu_malloc
// CPU-DAG: U strcmp
// CPU-NOT: U {{_Zn|_Zd|malloc}}
