// Buffers of an earlier launch, which the program has freed since. Each kernel leaves pointers for the next
// one.
#include "planted.h"

#include <cstring>

int *kept;
const int *kept_numbers;
struct Parts {
  Out whole;
  int *middle;
} parts{};
static void keep(Out out, In in) {
  if (kcc::global_index() != 0)
    return;
  kept = out.data();
  kept_numbers = in.data();
  parts = {out, out.data() + 128};
}

//! 1x1
[[kcc::kernel]] void remember(Out out, In in, Out) {
  keep(out, in);
}

//! 1x1 use-after-free
PLANTED(read) {
  out[0] = fixed ? in[0] : kept_numbers[5]; // here
  keep(out, in);
}
TWINS(read)

//! 1x1 use-after-free
PLANTED(write) {
  if constexpr (fixed)
    keep(out, in);
  kept[7] = 1; // here
}
TWINS(write)

//! 1x1 use-after-free
PLANTED(atomic_addition) {
  if constexpr (fixed)
    keep(out, in);
  Atomic<int>(kept[7]).fetch_add(1, relaxed); // here
}
TWINS(atomic_addition)

//! 1x1 use-after-free
PLANTED(copied_bytes) {
  if constexpr (fixed)
    keep(out, in);
  std::memcpy(out.data() + 100, kept_numbers, 64); // here
}
TWINS(copied_bytes)

//! 1x1 use-after-free
PLANTED(kept_span) {
  if constexpr (fixed)
    keep(out, in);
  for (int &number : parts.whole)
    number = 1; // here
}
TWINS(kept_span)

//! 1x1 use-after-free
PLANTED(middle_of_a_buffer) {
  if constexpr (fixed)
    keep(out, in);
  parts.middle[-3] = 1; // here
}
TWINS(middle_of_a_buffer)

//! 1x1 use-after-free
[[gnu::noinline]] static int sum_of(const int *numbers, int count) {
  int sum = 0;
  for (int i = 0; i < count; ++i)
    sum += numbers[i]; // here
  return sum;
}
PLANTED(in_a_function) {
  if constexpr (fixed)
    keep(out, in);
  out[0] = sum_of(kept_numbers, 4); // here
}
TWINS(in_a_function)

//! 2x32 use-after-free
PLANTED(cleared_bytes) {
  if (fixed || kcc::global_index() != 40)
    return;
  std::memset(kept, 0, 1024); // here
}
TWINS(cleared_bytes)

//! 1x1 use-after-free
PLANTED(address_as_number) {
  if constexpr (fixed)
    keep(out, in);
  auto address = reinterpret_cast<std::uintptr_t>(kept) + 12;
  *reinterpret_cast<int *>(address) = 1; // here
}
TWINS(address_as_number)
