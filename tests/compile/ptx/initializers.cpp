// Initial values that LLVM's NVPTX back end writes wrongly: scalars of 16-bit floating point, vectors of bool.
// RUN: %kcc %s -o %t.ptx && %check < %t.ptx
// RUN: %kcc -O0 %s -o %t.0.ptx && %check --check-prefixes=CHECK,O0 < %t.0.ptx
// RUN: %kcc --arch=sm_90 %s -o %t.90.ptx && %check < %t.90.ptx
#include <kcc/float16.h>
#include <kcc/device.h>

kcc::float16 half = 1.5f;
kcc::bfloat16 brain = 1.5f;
kcc::bfloat16 zero, many[2] = {1.5f, 2};
[[kcc::constant]] kcc::float16 constant = -2.5f;
const kcc::float16 fixed = 3;

typedef bool Bools __attribute__((ext_vector_type(8)));
typedef bool Three __attribute__((ext_vector_type(3)));
Bools bools = {1, 0, 1, 1, 0, 0, 0, 1};
struct Holder {
  int before;
  Three three[2];
  short after;
} holder = {1, {{0, 1, 1}, {1}}, 2};

// CHECK-NOT: = 0d
// CHECK-DAG: .global .align 2 .u16 half = 15872;
// CHECK-DAG: .global .align 2 .u16 brain = 16320;
// CHECK-DAG: .const .align 2 .u16 constant = -16128;
// CHECK-DAG: .global .align 2 .b8 many[4] = {192, 63, 0, 64};
// CHECK-DAG: .global .align 1 .u8 bools = {{141|-115}};
// CHECK-DAG: .global .align 4 .b8 holder[8] = {1, 0, 0, 0, 6, 1, 2};
// O0-DAG: .global .align 2 .u16 _ZZ4readSt4spanIfLm18446744073709551615EEE5local = 17408;
[[kcc::kernel]] void read(std::span<float> out) {
  static kcc::float16 local = 4;
  const kcc::float16 *const values[] = {&half, &constant, &fixed, &local};
  for (int i = 0; i < 4; ++i)
    out[i] = static_cast<float>(*values[i]);
  out[5] = bools[holder.before] + holder.three[holder.after][0];
  out[4] = static_cast<float>(brain) + static_cast<float>(zero) + static_cast<float>(many[1]);
}
