// Elements of vectors of `bool` are written as bits. The optimizer computes the results.
// RUN: %kcc --emit=llvm-ir %s -o - | %check
// RUN: %kcc --emit=llvm-ir --target=cpu %s -o - | %check
// RUN: %kcc -O0 %s -o %t.ptx
#include <kcc/device.h>

typedef bool Mask __attribute__((ext_vector_type(4)));
typedef bool Long __attribute__((ext_vector_type(33)));

inline int number(Mask m) { return m[0] + 2 * m[1] + 4 * m[2] + 8 * m[3]; }

// CHECK-LABEL: {{[@.]}}elements(
[[kcc::kernel("elements")]] void elements(int *out) {
  Mask mask{};
  for (int i = 0; i != 4; ++i)
    mask[i] = i % 2;
  // CHECK-DAG: store i32 10,
  out[0] = number(mask);
  mask[0] = mask[1] | mask[2];
  mask[3] = !mask[3];
  // CHECK-DAG: store i32 3,
  out[1] = number(mask);
  Long bits{};
  bits[32] = mask[0];
  // CHECK-DAG: store i32 256,
  out[2] = bits[32] * 256 + bits[31];
}

// CHECK-LABEL: {{[@.]}}shared_and_stored(
[[kcc::kernel("shared_and_stored")]] void shared_and_stored(std::span<Mask> masks, int i, bool value) {
  [[kcc::shared]] Mask tile;
  tile[i] = value;
  kcc::sync_threads();
  masks[i] = tile;
  masks[0][i] = masks[1][i] = value;
}
