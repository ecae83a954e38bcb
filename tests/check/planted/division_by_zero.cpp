// Divisors that are zero.
#include "planted.h"

#include <algorithm>

//! 1x32 division
PLANTED(quotient) {
  unsigned t = kcc::thread_idx().x;
  out[t] = 1000 / (in[t] + (fixed ? 1 : 0)); // here
}
TWINS(quotient)

//! 1x32 division
PLANTED(remainder_of_a_division) {
  unsigned t = kcc::thread_idx().x;
  out[t] = 1000 % (in[t] - (fixed ? 32 : 17)); // here
}
TWINS(remainder_of_a_division)

//! 2x32 division
PLANTED(unsigned_quotient) {
  auto i = kcc::global_index();
  unsigned width = kcc::block_idx().x + (fixed ? 1 : 0);
  out[i] = static_cast<int>(i / width); // here
}
TWINS(unsigned_quotient)

//! 1x32 division
PLANTED(row_and_column) {
  unsigned t = kcc::thread_idx().x;
  unsigned width = static_cast<unsigned>(in[t]) / 8;
  if constexpr (fixed)
    width = std::max(width, 1u);
  out[t] = static_cast<int>(t % width); // here
}
TWINS(row_and_column)

//! 1x32 division
PLANTED(wide_divisor) {
  unsigned t = kcc::thread_idx().x;
  long long divisor = static_cast<long long>(in[t]) << 40;
  out[t] = fixed && divisor == 0
               ? 0
               : static_cast<int>(~0ull / 2 / static_cast<unsigned long long>(divisor)); // here
}
TWINS(wide_divisor)

//! 1x32 division
PLANTED(compound_assignment) {
  unsigned t = kcc::thread_idx().x;
  int average = in[t] * 3, count = in[t] & 7;
  if (!fixed || count != 0)
    average /= count; // here
  out[t] = average;
}
TWINS(compound_assignment)

//! 1x64 division
PLANTED(average_in_shared_memory) {
  [[kcc::shared]] int count;
  unsigned t = kcc::thread_idx().x;
  if (t == 0)
    count = fixed ? 1 : 0;
  kcc::sync_threads();
  if (in[t] > 63)
    kcc::atomic_ref<int, kcc::scope::block>(count).fetch_add(1);
  kcc::sync_threads();
  out[t] = in[t] / count; // here
}
TWINS(average_in_shared_memory)

//! 1x32 division
static int ratio(int a, int b) {
  return a / b; // here
}
PLANTED(in_a_function) {
  unsigned t = kcc::thread_idx().x;
  out[t] = fixed && t == 5 ? 0 : ratio(in[t], in[t] - 5); // here
}
TWINS(in_a_function)

//! 1x8 division
PLANTED(small_types) {
  unsigned t = kcc::thread_idx().x;
  auto divisor = static_cast<unsigned char>(in[t] * (fixed ? 63 : 64) + (fixed ? 1 : 0));
  out[t] = static_cast<signed char>(in[t]) / divisor; // here
}
TWINS(small_types)
