// Null pointers, and pointers to memory that is not the device's.
#include "planted.h"

#include <optional>

#include <cstring>

//! 1x1 null-pointer
PLANTED(read) {
  const int *p = fixed || in[0] == 1 ? in.data() : nullptr;
  out[0] = *p; // here
}
TWINS(read)

//! 1x1 null-pointer
PLANTED(write) {
  int *p = fixed || in[0] == 1 ? out.data() : nullptr;
  *p = 1; // here
}
TWINS(write)

//! 1x8 null-pointer
PLANTED(index_from_null) {
  int *p = fixed || in[0] == 1 ? out.data() : nullptr;
  p[in[kcc::thread_idx().x] + 100] = 1; // here
}
TWINS(index_from_null)

struct Node {
  int key;
  Node *next;
  int value;
};
//! 1x1 null-pointer
PLANTED(member_of_null) {
  Node node{1, nullptr, 3};
  Node *last = fixed ? &node : node.next;
  out[0] = last->value; // here
}
TWINS(member_of_null)

//! 1x1 null-pointer
PLANTED(atomic_addition) {
  int *p = fixed || in[0] == 1 ? out.data() : nullptr;
  Atomic<int>(*p).fetch_add(1, relaxed); // here
}
TWINS(atomic_addition)

//! 1x1 null-pointer
PLANTED(empty_span) {
  std::span<int> part = fixed || in[0] == 1 ? out : std::span<int>();
  part.data()[0] = 1; // here
}
TWINS(empty_span)

//! 1x1 null-pointer
PLANTED(copied_bytes) {
  const int *p = fixed || in[0] == 1 ? in.data() : nullptr;
  std::memcpy(out.data(), p, 16); // here
}
TWINS(copied_bytes)

// Not all threads find what they look for.
//! 1x32 null-pointer
PLANTED(nothing_found) {
  unsigned t = kcc::thread_idx().x;
  const int *found = nullptr;
  for (const int &number : in.first(fixed ? 32 : 20))
    if (number == static_cast<int>(t))
      found = &number;
  out[t] = *found; // here
}
TWINS(nothing_found)

int *never_set;
//! 1x1 null-pointer
PLANTED(variable_that_nobody_sets) {
  if constexpr (fixed)
    never_set = out.data();
  never_set[3] = 1; // here
  never_set = nullptr;
}
TWINS(variable_that_nobody_sets)

//! 1x1 host-pointer
PLANTED(number_as_address) {
  auto address = fixed ? reinterpret_cast<std::uintptr_t>(in.data()) : std::uintptr_t{0x7ffc12345678};
  out[0] = *reinterpret_cast<const int *>(address); // here
}
TWINS(number_as_address)

//! 1x1 host-pointer
PLANTED(write_to_an_address) {
  auto address = fixed ? reinterpret_cast<std::uintptr_t>(out.data()) : std::uintptr_t{0x612345678000};
  std::memset(reinterpret_cast<void *>(address), 0, 8); // here
}
TWINS(write_to_an_address)

// A pointer of which half is missing.
//! 1x1 host-pointer
PLANTED(half_a_pointer) {
  auto address = reinterpret_cast<std::uintptr_t>(out.data());
  if constexpr (!fixed)
    address = (address & 0xffffffff) | 0x10000000;
  *reinterpret_cast<int *>(address) = 1; // here
}
TWINS(half_a_pointer)

[[gnu::noinline]] static int *address_of_own(int value, bool is_own, int *other) {
  int numbers[4] = {value, value + 1, 2, 3};
  volatile int *first = numbers;
  int *result = is_own ? const_cast<int *>(first) : other;
  return result;
}
//! 1x1 dead-local-variable
PLANTED(variable_of_a_function_that_returned) {
  int own = 3;
  int *p = address_of_own(in[5], !fixed, &own);
  out[0] = p[0]; // here
}
TWINS(variable_of_a_function_that_returned)

// A local variable belongs to one thread.
//! 1x64 foreign-local-variable
PLANTED(variable_of_another_thread) {
  [[kcc::shared]] int *pointers[64];
  unsigned t = kcc::thread_idx().x;
  int mine = in[t];
  pointers[t] = &mine;
  kcc::sync_threads();
  out[t] = *pointers[fixed ? t : 63 - t]; // here
  kcc::sync_threads();
}
TWINS(variable_of_another_thread)

// All threads walk over the buffer.
//! 1x64 out-of-bounds
PLANTED(walk_past_the_end) {
  int sum = 0;
  for (const int *at = in.data(); at != in.data() + (fixed ? 256 : 257); ++at)
    sum += *at; // here
  out[kcc::thread_idx().x] = sum;
}
TWINS(walk_past_the_end)

// Each thread walks over numbers of its own.
//! 1x64 out-of-bounds
PLANTED(walk_of_each_thread) {
  const unsigned t = kcc::thread_idx().x;
  int sum = 0;
  for (int value : std::span(in.data() + 4 * t + (fixed ? 0 : 1), 4)) // here
    sum += value;
  out[t] = sum;
}
TWINS(walk_of_each_thread)

//! 1x64 out-of-bounds
PLANTED(walk_into_the_next_variable) {
  [[kcc::shared]] int first[64];
  [[kcc::shared]] int second[64];
  const unsigned t = kcc::thread_idx().x;
  first[t] = in[t];
  second[t] = in[t] + 1;
  kcc::sync_threads();
  int sum = second[63 - t];
  for (const int *at = first; at != first + (fixed ? 64 : 65); ++at)
    sum += *at; // here
  for (const int *at = second; at != second + (fixed ? 64 : 65); ++at)
    sum += *at; // here
  out[t] = sum;
}
TWINS(walk_into_the_next_variable)

// Each inner loop begins where the one before has left the pointer.
//! 1x64 out-of-bounds
PLANTED(walk_in_nested_loops) {
  [[kcc::shared]] int first[64];
  [[kcc::shared]] int second[64];
  const unsigned t = kcc::thread_idx().x;
  first[t] = in[t];
  second[t] = in[t] + 1;
  kcc::sync_threads();
  int sum = second[63 - t];
  const int *at = first;
  for (int row = 0; row < (fixed ? 16 : 17); ++row)
    for (int column = 0; column < 4; ++column)
      sum += *at++; // here
  out[t] = sum;
}
TWINS(walk_in_nested_loops)

// From the end of a ring back to its beginning.
//! 1x64 out-of-bounds
PLANTED(walk_around_a_ring) {
  [[kcc::shared]] int ring[64];
  [[kcc::shared]] int next[64];
  const unsigned t = kcc::thread_idx().x;
  ring[t] = in[t];
  next[t] = in[t] + 1;
  kcc::sync_threads();
  int sum = next[63 - t];
  const int *at = ring + t;
  for (int i = 0; i < 100; ++i) {
    sum += *at; // here
    if (++at == ring + (fixed ? 64 : 65))
      at = ring;
  }
  out[t] = sum;
}
TWINS(walk_around_a_ring)

//! 1x64 out-of-bounds
PLANTED(walk_around_a_local_ring) {
  const unsigned t = kcc::thread_idx().x;
  int ring[8];
  for (int i = 0; i < 8; ++i)
    ring[i] = in[t + static_cast<unsigned>(i)];
  int sum = 0;
  const int *at = ring + t % 8;
  for (int i = 0; i < 20; ++i) {
    sum += *at; // here
    if (++at == ring + (fixed ? 8 : 9) + in[0])
      at = ring;
  }
  out[t] = sum;
}
TWINS(walk_around_a_local_ring)

// Pointers in an array, which walk side by side as they should.
//! 1x32 out-of-bounds
PLANTED(walk_in_two_rows) {
  [[kcc::shared]] int first[32];
  [[kcc::shared]] int second[32];
  const unsigned t = kcc::thread_idx().x;
  first[t] = in[t];
  second[t] = in[t] + 1;
  kcc::sync_threads();
  int sum = 0;
  const int *rows[2] = {first, second};
  for (int i = 0; i < 32; ++i)
    for (const int *&at : rows)
      sum += *at++;
  out.data()[fixed ? t : t + 256] = sum; // here
}
TWINS(walk_in_two_rows)

// Where it has no value, what it would point to has not been read either.
//! 1x64 out-of-bounds
PLANTED(pointer_that_not_all_set) {
  [[kcc::shared]] int *table[1];
  const unsigned t = kcc::thread_idx().x;
  if (t == 0)
    table[0] = out.data();
  kcc::sync_threads();
  std::optional<int *> own;
  if (in[t] % 2 == 1)
    own = table[0];
  kcc::sync_threads();
  if (own)
    (*own)[fixed ? t : t + 256] = 1; // here
}
TWINS(pointer_that_not_all_set)
