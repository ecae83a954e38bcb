// Control flow that Vulkan code must put in order.
#include <kcc/device.h>

#include <algorithm>
#include <span>

struct Seen {
  unsigned long value;
  int number, turns;
};

/// A switch with cases that fall through, and ways out of its loop.
[[kcc::kernel]] void falls_through(std::span<Seen> out, int n) {
  const int thread = static_cast<int>(kcc::thread_idx().x);
  unsigned long value = n;
  int number = 0, turns = 0;
  switch (thread & 7) {
  case 5:
    number = n;
    [[fallthrough]];
  case 6:
    do {
      if (++turns > 12)
        goto end;
      if (number & 1)
        value = thread;
      number += 3;
    } while (thread ^ (thread << 3));
    break;
  case 0:
    number = 9;
    break;
  default:
    value = n;
  }
  for (int i = 0; i < 3; ++i) {
    if (++turns > 12)
      goto end;
    number += static_cast<int>(value);
  }
end:
  out[thread] = {value, number, turns};
}

/// A cycle with three ways in.
[[kcc::kernel]] void three_ways_in(std::span<Seen> out, int a, unsigned b) {
  int turns = 0;
  unsigned value = 0;
  if (a > 2)
    goto two;
one:
  value = value * 3 + 1;
  if (++turns > 20)
    goto end;
  if (value & b)
    goto three;
two:
  value = value * 5 + 2;
  if (++turns > 20)
    goto end;
  if (value % 3 == 0)
    goto one;
three:
  value ^= 0x55;
  ++turns;
  if (value % 5 == 2)
    goto two;
  goto one;
end:
  out[0] = {value, a, turns};
}

/// Each thread sorts a row.
[[kcc::kernel]] void sort_rows(std::span<int> rows, unsigned length) {
  const auto thread = kcc::global_index();
  if ((thread + 1) * length <= rows.size())
    std::sort(rows.data() + thread * length, rows.data() + (thread + 1) * length);
}

namespace {

[[gnu::noinline]] long fibonacci(int n) {
  return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}

/// The values after a call are those before it, in an array too.
int count_down(int n) {
  int own[4] = {n, n + 1, n + 2, n + 3};
  return n == 0 ? 0 : count_down(own[n % 4] - 1 - n % 4) + (own[0] == n);
}

struct Sum {
  long halves;
  double value;
};

/// A result, and a parameter, that are passed in memory.
Sum sum_of(Sum start, int n) {
  if (n == 0)
    return start;
  const Sum smaller = sum_of({start.halves + 1, start.value * 0.5}, n / 2);
  const Sum less = sum_of(start, n - 1);
  return {smaller.halves + less.halves, smaller.value + less.value};
}

/// What is chosen before a call is added after it.
int chosen_before(int n, std::span<const int> from) {
  return (n % 3 != 0 ? from[0] : from[n]) + (n <= 0 ? 0 : chosen_before(n - 1, from));
}
int chosen_behind_a_return(int n, std::span<const int> from) {
  if (n <= 0)
    return 0;
  return ((n & 1) != 0 && from[n] > 3 ? from[n - 1] : n) * 3 + chosen_behind_a_return(n - 1, from);
}
/// A value goes round a loop from call to call.
int turns_around(int n) {
  int sum = 0;
  for (int i = 0, next = 1; i < n % 4; ++i, next = i * n) {
    const int before = sum;
    sum = turns_around(n - 1 - i) + next;
    sum ^= before;
  }
  return sum + n;
}

} // namespace

[[kcc::kernel]] void choices_over_calls(std::span<long> out, std::span<const int> from) {
  const int thread = static_cast<int>(kcc::thread_idx().x);
  out[thread] = chosen_before(thread, from) + 1000L * chosen_behind_a_return(thread, from) +
                1000000L * turns_around(thread % 12);
}

[[kcc::kernel]] void recursions(std::span<long> out) {
  const int thread = static_cast<int>(kcc::thread_idx().x);
  const Sum sum = sum_of({1, 8}, thread % 7);
  out[thread] =
      fibonacci(thread % 12) * 1000 + count_down(thread) + sum.halves * 7 + static_cast<long>(sum.value * 64);
}

[[kcc::kernel]] void count_from(int *n) {
  *n = count_down(*n);
}

/// Each thread takes another number of turns, and uses what it has computed in the last one: four numbers.
[[kcc::kernel]] void leave_in_turn(std::span<const int> from, std::span<int> out) {
  const auto thread = static_cast<int>(kcc::thread_rank());
  int turns = 0, read, product;
  do {
    read = from[turns * 3 + thread];
    product = read * 7;
    ++turns;
  } while (read < thread * thread);
  int last = 0;
  for (int i = 0;; ++i) {
    last = from[i] * from[i];
    if (last >= thread)
      break;
  }
  int place = 4 * thread;
  for (const int number : {turns, read, product, last})
    out[place++] = number;
}

/// Loops that end by what is in memory, in blocks that fill no vector.
[[kcc::kernel]] void count_in_memory(std::span<int> counters, std::span<int> out) {
  int *counter = &counters[kcc::thread_rank()];
  int turns = 0;
  for (int i = 0; i < 6; ++i) {
    for (*counter = 0; *counter < 3; *counter += 1)
      ;
    ++turns;
  }
  out[kcc::thread_rank()] = turns;
}

[[kcc::kernel]] void turn_often(std::span<unsigned> values, unsigned turns) {
  unsigned value = values[0];
  for (unsigned i = 0; i < turns; ++i)
    value = value * 1664525u + (values[1] ^ i);
  values[0] = value;
}
