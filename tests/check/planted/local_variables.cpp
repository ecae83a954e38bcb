// Accesses outside of a local variable.
#include "planted.h"

#include <array>
#include <cstring>

//! 1x8 out-of-bounds
PLANTED(read) {
  unsigned t = kcc::thread_idx().x;
  int numbers[4] = {in[1], in[2], in[3], in[4]};
  out[t] = numbers[in[fixed ? t % 4 : t]]; // here
}
TWINS(read)

//! 1x8 out-of-bounds
PLANTED(write) {
  unsigned t = kcc::thread_idx().x;
  int numbers[4] = {};
  numbers[in[fixed ? t / 2 : t]] = 1; // here
  out[t] = numbers[in[1]];
}
TWINS(write)

//! 1x4 out-of-bounds
PLANTED(before_the_begin) {
  int t = kcc::thread_idx().x;
  int numbers[4] = {in[1], in[2], in[3], in[4]};
  out[t] = numbers[in[t] - (fixed ? 0 : 1)]; // here
}
TWINS(before_the_begin)

//! 1x8 out-of-bounds
static int sum_of(const int *numbers, int count) {
  int sum = 0;
  for (int i = 0; i < count; ++i)
    sum += numbers[i]; // here
  return sum;
}
PLANTED(in_a_function) {
  unsigned t = kcc::thread_idx().x;
  int numbers[4] = {in[1], in[2], in[3], in[t]};
  out[t] = sum_of(numbers, fixed ? 4 : 5); // here
}
TWINS(in_a_function)

//! 1x1 out-of-bounds
PLANTED(insertion_sort) {
  int keys[6];
  for (int i = 0; i < 6; ++i) {
    int key = in[20 - i * 3], at = i;
    for (; (fixed ? at > 0 : true) && keys[at - 1] > key; --at) // here
      keys[at] = keys[at - 1];                                  // here
    keys[at] = key;
  }
  out[0] = keys[0];
}
TWINS(insertion_sort)

//! 1x8 out-of-bounds
PLANTED(stack_of_a_traversal) {
  int stack[4], count = 0;
  for (int i = 0; i < in[5]; ++i)
    if (!fixed || count < 4)
      stack[count++] = in[i]; // here
  out[kcc::thread_idx().x] = stack[0] + count;
}
TWINS(stack_of_a_traversal)

//! 1x1 out-of-bounds
PLANTED(cleared_bytes) {
  int numbers[8];
  std::memset(numbers, 0, static_cast<std::size_t>(in[fixed ? 32 : 33])); // here
  out[0] = numbers[in[3]];
}
TWINS(cleared_bytes)

//! 1x8 out-of-bounds
PLANTED(array_class) {
  unsigned t = kcc::thread_idx().x;
  std::array<float, 4> weights{1, 2, 3, static_cast<float>(in[1])};
  out[t] = static_cast<int>(weights.data()[in[fixed ? t / 2 : t]]); // here
}
TWINS(array_class)

struct Ray {
  float origin[3], direction[3];
};
//! 1x4 out-of-bounds
PLANTED(member) {
  unsigned t = kcc::thread_idx().x;
  Ray ray{{1, 2, 3}, {4, 5, static_cast<float>(in[6])}};
  float *all = ray.origin;
  out[t] = static_cast<int>(all[in[t] + (fixed ? 2 : 3)]); // here
}
TWINS(member)

//! 1x4 out-of-bounds
PLANTED(matrix) {
  unsigned t = kcc::thread_idx().x;
  int matrix[3][3] = {{in[1]}, {in[2]}, {in[3]}};
  out[t] = matrix[in[fixed ? t / 2 : t]][in[0]]; // here
}
TWINS(matrix)

// The address of a number, as if it were an array.
//! 1x1 out-of-bounds
PLANTED(single_number) {
  int number = in[3];
  int *numbers = &number;
  out[0] = numbers[in[fixed ? 0 : 1]]; // here
}
TWINS(single_number)

//! 1x32 out-of-bounds
PLANTED(text) {
  unsigned t = kcc::thread_idx().x;
  char digits[4];
  int rest = fixed ? in[t] : in[t] * 1000, count = 0;
  do
    digits[count++] = static_cast<char>('0' + rest % 10); // here
  while ((rest /= 10) != 0);
  out[t] = digits[0];
}
TWINS(text)

// In lanes, where every second thread reads the same element.
//! 2x64 out-of-bounds
PLANTED(parity_and_a_vote) {
  unsigned t = kcc::thread_idx().x;
  int own[2] = {static_cast<int>(t), in[3]};
  int value = own[(t & 1) + (fixed ? 0 : 1)]; // here
  out[kcc::global_index()] = value + static_cast<int>(kcc::warp::ballot((t & 2) != 0));
}
TWINS(parity_and_a_vote)
