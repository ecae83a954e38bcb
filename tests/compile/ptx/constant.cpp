// RUN: %kcc %s -o %t.ptx && %check < %t.ptx
// RUN: %kcc -O0 %s -o %T/O0/
#include <array>
#include <kcc/device.h>

struct Weight {
  float value;
  int index;
};

[[kcc::constant]] constexpr float weights[] = {0.25f, 0.5f, 0.25f};
[[kcc::constant]] constexpr std::array<Weight, 2> table{{{1, 2}, {3, 4}}};
[[kcc::constant]] constexpr std::array<double, 8192> unreached_and_large{};
[[kcc::constant]] const int zero_initialized[4] = {};

constexpr auto squares = [] {
  std::array<int, 16> result{};
  for (int i = 0; i != 16; ++i)
    result[i] = i * i;
  return result;
}();

[[kcc::kernel]] void apply(float *values, unsigned i) {
  [[kcc::constant]] static constexpr int offsets[] = {7, 8, 9};
  values[0] = weights[i] * values[1] + table[i].value + offsets[i] + squares[i] + zero_initialized[i];
}

// CHECK-NOT: unreached
// CHECK-DAG: .const .align {{.*}}weights[12] = {0, 0, 128, 62, 0, 0, 0, 63, 0, 0, 128, 62};
// CHECK-DAG: .const .align {{.*}}table
// CHECK-DAG: .const .align {{.*}}offsets
// CHECK-DAG: .global .align {{.*}}squares
// CHECK: ld.const.b32
