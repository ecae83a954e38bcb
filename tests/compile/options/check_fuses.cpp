// clang-format off
// With checks, structures of two numbers become values, so that sums are fused as without.
// RUN: %kcc --check=memory,race,init,barrier,arith -O3 --target=cpu --emit=llvm-ir %s -o %t.ll && %check < %t.ll
#include <kcc/device.h>
#include <span>

struct Numbered {
  int number;
  float value;
};
static Numbered product(int number, float x, float y) { return {number, x * y}; }

// CHECK: call float @llvm.fma.f32
[[kcc::kernel]] void fused(std::span<float> results, std::span<const float> a) {
  const std::size_t i = kcc::global_index();
  const Numbered made = product(static_cast<int>(i), a[i], a[i + 1]);
  const Numbered copied = made.number % 2 == 0 ? made : product(0, a[i + 1], a[i]);
  results[i] = made.value + a[i];
  if (made.number == 1)
    results[i] = copied.number == 0 ? results[i] : 0;
}
