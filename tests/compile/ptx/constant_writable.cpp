// Variables that code may write through a pointer stay in global memory, at every level. Those that it reads through
// pointers, references and spans stay in constant memory.
// RUN: %kcc %s -o %t.ptx && %check < %t.ptx
// RUN: %kcc -O0 %s -o %t.0.ptx && %check < %t.0.ptx
// RUN: %kcc -O3 --target=cpu --emit=llvm-ir %s -o %t.ll && %check --check-prefix=CPU < %t.ll
#include <algorithm>
#include <array>
#include <kcc/device.h>
#include <kcc/device/cache_hints.h>

[[kcc::constant]] float read_by_index[4], read_by_loop[4], read_by_span[4], read_by_algorithm[4], read_elsewhere[4],
    read_with_hint[4];
[[kcc::constant]] std::array<float, 4> read_by_operator;
[[kcc::constant]] float written_by_either[4], address_given_away[4], written_elsewhere[4];

float sum(std::span<const float> values) {
  float total = 0;
  for (float value : values)
    total += value;
  return total;
}
[[gnu::noinline]] float second(const float *values) { return values[1]; }
[[gnu::noinline]] void set(float *place, float *other, bool first) { *(first ? place : other) = 1; }

[[kcc::kernel]] void read(float *out, int i) {
  std::array<float, 4> local{};
  local[i] = 3; // through the operator that reads the constant one below
  float total = read_by_index[i] + read_by_operator[i] + local[1] + sum(read_by_span) + second(read_elsewhere);
  for (float value : read_by_loop)
    total += value;
  *out = total + *std::max_element(read_by_algorithm, read_by_algorithm + 4) + kcc::load_read_only(&read_with_hint[i]);
}

[[kcc::kernel]] void write(float *out, float **place, bool first) {
  float *either = first ? written_by_either : out;
  *either = 3;
  *place = address_given_away;
  set(written_elsewhere, out, first);
  out[1] = written_by_either[0] + written_elsewhere[0];
}

// CHECK-DAG: .const .align {{[0-9]+}} .b8 read_by_index
// CHECK-DAG: .const .align {{[0-9]+}} .b8 read_by_loop
// CHECK-DAG: .const .align {{[0-9]+}} .b8 read_by_span
// CHECK-DAG: .const .align {{[0-9]+}} .b8 read_by_algorithm
// CHECK-DAG: .const .align {{[0-9]+}} .b8 read_elsewhere
// CHECK-DAG: .const .align {{[0-9]+}} .b8 read_with_hint
// CHECK-DAG: .const .align {{[0-9]+}} .b8 read_by_operator
// CHECK-DAG: .global .align {{[0-9]+}} .b8 written_by_either
// CHECK-DAG: .global .align {{[0-9]+}} .b8 address_given_away
// CHECK-DAG: .global .align {{[0-9]+}} .b8 written_elsewhere
// CPU-DAG: @read_by_span = {{.*}}section "kcc_constant"
// CPU-DAG: @written_by_either = {{.*}}zeroinitializer, align
