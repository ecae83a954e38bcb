// Memory of malloc() and new: accesses outside, after free(), and reads of what nobody has written.
#include "planted.h"

#include <cstdlib>
#include <cstring>

//! 1x4 out-of-bounds
PLANTED(past_the_end) {
  unsigned t = kcc::thread_idx().x;
  auto *numbers = static_cast<int *>(std::malloc(16 * sizeof(int)));
  for (int i = 0; fixed ? i < 16 : i <= 16; ++i)
    numbers[i] = i; // here
  out[t] = numbers[t];
  std::free(numbers);
}
TWINS(past_the_end)

//! 1x1 out-of-bounds
PLANTED(before_the_begin) {
  int *numbers = new int[8];
  numbers[in[0] - (fixed ? 0 : 1)] = 1; // here
  delete[] numbers;
}
TWINS(before_the_begin)

//! 1x1 out-of-bounds
PLANTED(bytes_for_elements) {
  auto *numbers = static_cast<int *>(std::malloc(fixed ? 8 * sizeof(int) : 8));
  std::memset(numbers, 0, 8 * sizeof(int)); // here
  out[0] = numbers[0];
  std::free(numbers);
}
TWINS(bytes_for_elements)

//! 1x1 use-after-free
PLANTED(read_after_free) {
  auto *number = static_cast<int *>(std::malloc(sizeof(int)));
  *number = in[7];
  if constexpr (!fixed)
    std::free(number); // here
  out[0] = *number;    // here
  if constexpr (fixed)
    std::free(number);
}
TWINS(read_after_free)

//! 1x1 use-after-free
PLANTED(write_after_delete) {
  int *number = new int(3);
  out[0] = *number;
  if constexpr (!fixed)
    delete number; // here
  *number = 4;     // here
  if constexpr (fixed)
    delete number;
}
TWINS(write_after_delete)

struct Node {
  int value;
  Node *next;
};
//! 1x1 use-after-free
PLANTED(freed_list) {
  Node *first = nullptr;
  for (int i = 0; i < 4; ++i)
    first = new Node{in[i], first};
  for (Node *node = first; node;) {
    out[0] += node->value;
    Node *next = node->next;
    delete node;                      // here
    node = fixed ? next : node->next; // here
  }
}
TWINS(freed_list)

// One thread frees what the others still use.
//! 1x64 use-after-free
PLANTED(freed_by_another_thread) {
  [[kcc::shared]] int *numbers;
  unsigned t = kcc::thread_idx().x;
  if (t == 0)
    numbers = static_cast<int *>(std::malloc(64 * sizeof(int)));
  kcc::sync_threads();
  numbers[t] = in[t];
  kcc::sync_threads();
  if (!fixed && t == 0)
    std::free(numbers); // here
  kcc::sync_threads();
  out[t] = numbers[63 - t]; // here
  kcc::sync_threads();
  if (fixed && t == 0)
    std::free(numbers);
}
TWINS(freed_by_another_thread)

//! 1x1 use-after-free
PLANTED(copied_after_free) {
  auto *numbers = static_cast<int *>(std::malloc(64));
  std::memcpy(numbers, in.data(), 64);
  if constexpr (!fixed)
    std::free(numbers);                 // here
  std::memcpy(out.data(), numbers, 64); // here
  if constexpr (fixed)
    std::free(numbers);
}
TWINS(copied_after_free)

// The memory may have been given to another allocation.
//! 1x1 use-after-free
PLANTED(used_again) {
  auto *first = static_cast<int *>(std::malloc(64));
  first[3] = 1;
  std::free(first); // here
  auto *second = static_cast<int *>(std::malloc(64));
  second[3] = 2;
  out[0] = fixed ? second[3] : first[3]; // here
  std::free(second);
}
TWINS(used_again)

int *kept;
//! 1x1 use-after-free
PLANTED(kept_in_a_variable) {
  kept = new int[4]{1, 2, 3, 4};
  int *mine = kept;
  out[0] = mine[2];
  if constexpr (!fixed)
    delete[] mine;                            // here
  Atomic<int>(kept[2]).fetch_add(1, relaxed); // here
  if constexpr (fixed)
    delete[] mine;
}
TWINS(kept_in_a_variable)

//! 1x2 uninitialized
PLANTED(not_written) {
  unsigned t = kcc::thread_idx().x;
  auto *numbers = static_cast<int *>(fixed ? std::calloc(4, sizeof(int)) : std::malloc(4 * sizeof(int)));
  numbers[0] = 1;
  out[t] = numbers[0] + numbers[1]; // here
  std::free(numbers);
}
TWINS(not_written)

//! 1x1 uninitialized
PLANTED(member_without_value) {
  struct Pair {
    int first, second;
  };
  auto *pair = static_cast<Pair *>(std::malloc(sizeof(Pair)));
  pair->first = in[2];
  if constexpr (fixed)
    pair->second = in[3];
  out[0] = pair->first * pair->second; // here
  std::free(pair);
}
TWINS(member_without_value)
