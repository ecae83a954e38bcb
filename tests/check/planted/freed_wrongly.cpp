// free() and delete of what is not allocated, or not any more.
#include "planted.h"

#include <cstdlib>
#include <utility>

//! 1x1 double-free
PLANTED(freed_in_both_ways_out) {
  auto *numbers = static_cast<int *>(std::malloc(32));
  numbers[0] = in[1];
  if (numbers[0] == 1)
    std::free(numbers);
  if (!fixed || numbers == nullptr)
    std::free(numbers); // here
  out[0] = 1;
}
TWINS(freed_in_both_ways_out)

// Two threads have the same pointer.
//! 1x64 double-free
PLANTED(freed_by_two_threads) {
  [[kcc::shared]] int *numbers;
  const unsigned t = kcc::thread_idx().x;
  if (t == 0)
    numbers = new int[64];
  kcc::sync_threads();
  numbers[t] = in[t];
  out[t] = numbers[t];
  kcc::sync_threads();
  if (t == 0 || (!fixed && t == 63))
    delete[] numbers; // here
}
TWINS(freed_by_two_threads)

struct Owner {
  explicit Owner(int value) : number(new int(value)) {}
  Owner(const Owner &) = default;
  Owner(Owner &&other) noexcept : number(std::exchange(other.number, nullptr)) {}
  ~Owner() { delete number; } // here
  int *number;
};
// The copy has the pointer of the original.
//! 1x1 double-free
PLANTED(copied_owner) {
  Owner first(in[3]);
  Owner second = [&] {
    if constexpr (fixed)
      return Owner(std::move(first));
    else
      return Owner(first);
  }();
  out[0] = *second.number;
} // here
TWINS(copied_owner)

//! 1x1 double-free
PLANTED(freed_in_a_loop) {
  auto *numbers = static_cast<int *>(std::malloc(16));
  for (int round = 0; round < 3; ++round) {
    out[round] = round;
    if (!fixed || round == 2)
      std::free(numbers); // here
  }
}
TWINS(freed_in_a_loop)

[[gnu::noinline]] static void use_and_free(int *numbers, Out out) {
  numbers[0] = 2;
  out[0] = numbers[0];
  std::free(numbers);
}
//! 1x1 double-free
PLANTED(freed_by_the_callee_too) {
  auto *numbers = static_cast<int *>(std::malloc(16));
  use_and_free(numbers, out);
  if constexpr (!fixed)
    std::free(numbers); // here
}
TWINS(freed_by_the_callee_too)

//! 1x1 double-free
PLANTED(two_names) {
  int *first = new int(1);
  int *second = fixed ? new int(2) : first;
  out[0] = *first + *second;
  delete first;
  delete second; // here
}
TWINS(two_names)

//! 1x32 double-free
PLANTED(table_with_one_pointer_twice) {
  [[kcc::shared]] int *rows[4];
  const unsigned t = kcc::thread_idx().x;
  if (t < 4)
    rows[t] = new int[8];
  kcc::sync_threads();
  if (t == 0 && !fixed) {
    delete[] rows[2];
    rows[2] = rows[1];
  }
  kcc::sync_threads();
  out[t] = rows[t % 4] != nullptr;
  kcc::sync_threads();
  if (t < 4)
    delete[] rows[t]; // here
}
TWINS(table_with_one_pointer_twice)

int *kept;
//! 1x1 double-free
PLANTED(kept_and_freed) {
  kept = new int(in[5]);
  out[0] = *kept;
  delete kept;
  if constexpr (fixed)
    kept = nullptr;
  delete kept; // here
}
TWINS(kept_and_freed)

//! 1x1 invalid-free
PLANTED(freed_behind_the_begin) {
  auto *numbers = static_cast<int *>(std::malloc(64)), *at = numbers;
  for (; at < numbers + 4; ++at)
    *at = in[0];
  out[0] = numbers[3];
  std::free(fixed ? numbers : at); // here
}
TWINS(freed_behind_the_begin)

//! 1x1 invalid-free
PLANTED(freed_argument) {
  int *numbers = out.data();
  if constexpr (fixed)
    numbers = static_cast<int *>(std::malloc(64));
  std::free(numbers); // here
}
TWINS(freed_argument)

//! 1x1 invalid-free
PLANTED(freed_part_of_a_buffer) {
  int *numbers = fixed ? new int[4] : &out[16];
  numbers[0] = 1;
  delete[] numbers; // here
}
TWINS(freed_part_of_a_buffer)

//! 1x32 invalid-free
PLANTED(freed_shared_memory) {
  [[kcc::shared]] int own[16];
  const unsigned t = kcc::thread_idx().x;
  if (t != 0)
    return;
  const unsigned count = static_cast<unsigned>(in[fixed ? 64 : 16]);
  int *numbers = count > 16 ? static_cast<int *>(std::malloc(count * sizeof(int))) : own;
  numbers[0] = in[t];
  out[t] = numbers[0];
  if (!fixed || count > 16)
    std::free(numbers); // here
}
TWINS(freed_shared_memory)

int table[32];
//! 1x1 invalid-free
PLANTED(freed_variable) {
  int *numbers = fixed ? static_cast<int *>(std::malloc(sizeof table)) : table;
  numbers[3] = 1;
  out[0] = numbers[3];
  std::free(numbers); // here
}
TWINS(freed_variable)

//! 1x1 invalid-free
PLANTED(freed_local_variable) {
  int own[8] = {1, 2, 3};
  int *numbers = own;
  if (fixed || in[2] == 0)
    numbers = static_cast<int *>(std::malloc(sizeof own));
  numbers[1] = 4;
  out[0] = numbers[1];
  std::free(numbers); // here
}
TWINS(freed_local_variable)

struct Pair {
  int first, second;
};
//! 1x1 invalid-free
PLANTED(freed_member) {
  auto *pair = static_cast<Pair *>(std::malloc(sizeof(Pair)));
  pair->first = pair->second = in[1];
  out[0] = pair->second;
  std::free(fixed ? &pair->first : &pair->second); // here
}
TWINS(freed_member)

//! 1x1 invalid-free
PLANTED(freed_number) {
  auto *numbers = static_cast<int *>(std::malloc(16));
  const auto address = reinterpret_cast<std::uintptr_t>(numbers);
  std::free(reinterpret_cast<void *>(address + (fixed ? 0 : 1))); // here
}
TWINS(freed_number)
