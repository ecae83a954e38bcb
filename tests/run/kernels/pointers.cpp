// Pointers to the memories that a GPU has, null ones among them, and what is passed through them.
#include <kcc/device.h>

#include <algorithm>
#include <cstring>
#include <span>

/// By way of shared memory, with copies for memories that may overlap. One block.
[[kcc::kernel]] void move_by_tile(std::span<int> out, std::span<const int> in) {
  [[kcc::shared]] int tile[256];
  if (kcc::thread_idx().x == 0) {
    std::copy(in.begin(), in.end(), tile);
    std::memmove(tile + 1, tile, (in.size() - 1) * sizeof(int));
    std::memmove(out.data(), tile, in.size() * sizeof(int));
  }
}

/// By way of the thread's own memory and of dynamic shared memory. One thread.
[[kcc::kernel]] void move_by_local(std::span<int> out, std::span<const int> in) {
  int own[64];
  std::memmove(own, in.data(), in.size() * sizeof(int));
  int *tile = kcc::dynamic_shared<int>().data();
  std::memmove(tile, own, in.size() * sizeof(int));
  std::memmove(out.data(), tile, in.size() * sizeof(int));
}

/// out[0] of the first object of shared memory, or -5; out[1] of the thread's own; out[2] the other way
/// round.
[[kcc::kernel]] void null_or_first(std::span<int> out, int choice) {
  [[kcc::shared]] int first[4];
  first[0] = 7;
  int own[4] = {9, 10, choice, 12};
  const int *shared = choice > 0 ? first : nullptr, *local = choice > 1 ? &own[choice & 1] : nullptr;
  out[0] = shared ? *shared : -5;
  out[1] = local ? *local : -5;
  const int *any = choice > 3 ? &out[3] : choice > 2 ? first : choice > 1 ? own : nullptr;
  out[2] = any == nullptr ? -1 : any == first ? 1 : any == own ? 2 : 3;
}

struct Node {
  int value;
  Node *next;
};

/// A list in the thread's own memory, and one in shared memory, of `count` nodes each.
[[kcc::kernel]] void lists(std::span<int> out, int count) {
  Node own[8];
  [[kcc::shared]] Node shared[8];
  Node *head = nullptr, *other = nullptr;
  for (int i = 0; i < count; ++i) {
    own[i] = {i * i, head};
    head = &own[i];
    shared[i] = {i + 1, other};
    other = &shared[i];
  }
  int sum = 0, sum_of_shared = 0;
  for (const Node *at = head; at; at = at->next)
    sum = sum * 3 + at->value;
  for (const Node *at = other; at; at = at->next)
    sum_of_shared = sum_of_shared * 3 + at->value;
  out[0] = sum;
  out[1] = sum_of_shared;
}

struct Big {
  int x[20];
};

[[gnu::noinline]] static int change(Big big, int k) {
  big.x[k & 7] += 100;
  int sum = 0;
  for (int i = 0; i < 20; ++i)
    sum += big.x[(i * k) % 20];
  return sum;
}
[[gnu::noinline]] static int change_original(Big big, Big *original) {
  original->x[0] = 1000;
  return big.x[0];
}

/// A function changes its own copy of what it gets by value, be it a variable or a parameter of the kernel.
[[kcc::kernel]] void by_value(std::span<int> out, Big parameter, int k) {
  Big big = parameter;
  out[0] = change(big, k);
  out[1] = big.x[k & 7];
  out[2] = change(big, k);
  out[3] = change(parameter, k);
  out[4] = parameter.x[k & 7];
  out[5] = change_original(big, &big);
}

[[gnu::noinline]] static int sum_in_dynamic(int k) {
  const auto place = kcc::dynamic_shared<int>();
  for (int i = 0; i < 16; ++i)
    place[i] = i * k;
  int sum = 0;
  for (int i = 0; i < 16; ++i)
    sum += place[i];
  return sum;
}

/// Dynamic shared memory follows the kernel's own, in functions too. Kernels with different ones.
template <int size> [[kcc::kernel]] void dynamic_in_function(std::span<int> out, int k) {
  [[kcc::shared]] int own[size];
  for (int i = 0; i < size; ++i)
    own[i] = 1000 + i;
  out[0] = sum_in_dynamic(k);
  kcc::dynamic_shared<int>()[1] += 1;
  out[1] = sum_in_dynamic(k + 1);
  int sum = 0;
  for (int i = 0; i < size; ++i)
    sum += own[i];
  out[2] = sum;
}
template void dynamic_in_function<16>(std::span<int>, int);
template void dynamic_in_function<64>(std::span<int>, int);
