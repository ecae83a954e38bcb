// Memory of malloc() and new that nobody frees.
#include "planted.h"

#include <cstdlib>

//! 1x1 leak
PLANTED(return_before_free) {
  auto *numbers = static_cast<int *>(std::malloc(64)); // here
  numbers[0] = in[7];
  out[0] = numbers[0];
  if (numbers[0] == 7) {
    if constexpr (fixed)
      std::free(numbers);
    return;
  }
  std::free(numbers);
}
TWINS(return_before_free)

//! 2x32 leak
PLANTED(freed_by_some_threads) {
  int *number = new int(in[kcc::thread_idx().x]); // here
  out[kcc::global_index()] = *number;
  if (fixed || *number != 31)
    delete number;
}
TWINS(freed_by_some_threads)

struct Node {
  int value;
  Node *next;
};
// Only the first node is freed.
//! 1x1 leak
PLANTED(list_of_nodes) {
  Node *first = nullptr;
  for (int i = 0; i < 3; ++i)
    first = new Node{in[i], first}; // here
  out[0] = first->value;
  while (first != nullptr) {
    Node *next = fixed ? first->next : nullptr;
    delete first;
    first = next;
  }
}
TWINS(list_of_nodes)

//! 1x1 leak
PLANTED(pointer_is_replaced) {
  int *numbers = new int[4]{}; // here
  out[0] = numbers[1];
  if constexpr (fixed)
    delete[] numbers;
  numbers = new int[8]{};
  out[1] = numbers[7];
  delete[] numbers;
}
TWINS(pointer_is_replaced)

//! 1x4 leak
PLANTED(allocated_in_a_loop) {
  int *numbers = nullptr;
  for (int round = 0; round < 3; ++round) {
    if constexpr (fixed)
      std::free(numbers);
    numbers = static_cast<int *>(std::malloc(16)); // here
    numbers[0] = round;
    out[kcc::thread_idx().x] += numbers[0];
  }
  std::free(numbers);
}
TWINS(allocated_in_a_loop)

//! 1x1 leak
[[gnu::noinline]] static int *squares(In in) {
  auto *numbers = static_cast<int *>(std::malloc(4 * sizeof(int))); // here
  for (int i = 0; i < 4; ++i)
    numbers[i] = in[i] * in[i];
  return numbers;
}
PLANTED(result_of_a_function) {
  int *numbers = squares(in); // here
  out[0] = numbers[3];
  if constexpr (fixed)
    std::free(numbers);
}
TWINS(result_of_a_function)

// The last pointer to it is in shared memory, which ends with the block.
//! 1x32 leak
PLANTED(pointer_in_shared_memory) {
  [[kcc::shared]] int *numbers;
  const unsigned t = kcc::thread_idx().x;
  if (t == 0)
    numbers = new int[32]; // here
  kcc::sync_threads();
  numbers[t] = in[t];
  out[t] = numbers[t];
  kcc::sync_threads();
  if (fixed && t == 0)
    delete[] numbers;
}
TWINS(pointer_in_shared_memory)

//! 1x1 leak
PLANTED(member_is_not_freed) {
  struct Table {
    int *rows;
  };
  auto *table = new Table{new int[4]{}}; // here
  out[0] = table->rows[2];
  if constexpr (fixed)
    delete[] table->rows;
  delete table;
}
TWINS(member_is_not_freed)
