// Kernels compiled with -fsanitize=address,undefined, with a runtime that may be compiled without. Runs the
// case given by name; the test checks the sanitizer's report.
#include "launch.h"

#include <cstdio>
#include <cstring>
#include <limits>
#include <vector>

using namespace kcc::cpu;
using namespace kcc::cpu::test;

namespace {

volatile int beyond = 8;
int *volatile null = nullptr;

/// A frame with an array, on a fiber, interrupted by other threads' turns. The address sanitizer should
/// report it, although the other one would too.
[[gnu::no_sanitize("undefined")]] void sum_through_local_array(const void *const *arguments) {
  const int size = argument<int>(arguments, 1);
  int array[8] = {};
  for (int i = 0; i < size; ++i) {
    array[i] = i;
    kcc_cpu_sync_threads();
  }
  int sum = 0;
  for (int i = 0; i < size; ++i)
    sum += array[i];
  argument<int *>(arguments, 0)[thread_in_block()] = sum;
}

void write_shared(const void *const *arguments) {
  kcc_cpu_sync_threads();
  if (thread_in_block() == 3)
    kcc_cpu_thread->shared_memory[argument<int>(arguments, 0)] = std::byte{1};
  kcc_cpu_sync_threads();
}

void write_element(const void *const *arguments) {
  argument<int *>(arguments, 0)[argument<int>(arguments, 1)] = 1;
}

void add_to_largest(const void *const *arguments) {
  int sum = std::numeric_limits<int>::max() - argument<int>(arguments, 0);
  kcc_cpu_sync_threads();
  *argument<int *>(arguments, 1) = sum + beyond;
}

[[gnu::no_sanitize("undefined", "address")]] void read_null(const void *const *) {
  volatile int array[4] = {};
  kcc_cpu_sync_threads();
  if (thread_in_block() == 5)
    array[1] = null[1];
  kcc_cpu_sync_threads();
  beyond = 8 + array[0];
}

[[gnu::no_sanitize("undefined", "address")]] int descend(int depth) {
  volatile int frame[64] = {depth};
  return descend(depth + 1) + frame[0];
}
void overflow_stack(const void *const *) {
  kcc_cpu_sync_threads();
  if (thread_in_block() == 5)
    beyond = descend(0);
}

/// The only errors here are ones that become faults: there must be no report.
int run_clean() {
  std::vector<int> sums(100);
  int wrong = 0;
  for (int round = 0; round < 3; ++round) {
    launch(sum_through_local_array, {{2}, {100}, true}, sums.data(), 8);
    for (int sum : sums)
      wrong += sum != 28;
    launch(write_shared, {{2}, {32}, true, 100}, 99);
    launch(write_shared, {{2}, {32}, true, 100, 60}, 128 + 59);
    wrong += !launch(read_null, {{2}, {32}, true});
    wrong += !launch(overflow_stack, {{2}, {32}, true});
    wrong += !launch(overflow_stack, {{1}, {6}, true});
  }
  std::printf("%d are wrong\n", wrong);
  return wrong;
}

} // namespace

int main(int, char **argv) {
  set_thread_count(2);
  std::vector<int> sums(100);
  const auto is = [&](const char *name) { return std::strcmp(argv[1], name) == 0; };
  if (is("local"))
    launch(sum_through_local_array, {{1}, {4}, true}, sums.data(), 9);
  else if (is("behind-shared"))
    launch(write_shared, {{1}, {4}, true, 100, 60}, 128 + 60);
  else if (is("behind-static-shared"))
    launch(write_shared, {{1}, {4}, true, 100, 60}, 104);
  else if (is("behind-smaller-shared")) {
    launch(write_shared, {{1}, {4}, true, 5000}, 4999);
    launch(write_shared, {{1}, {4}, true, 100}, 104);
  } else if (is("buffer"))
    launch(write_element, {{1}, {1}}, sums.data(), 100);
  else if (is("overflow"))
    launch(add_to_largest, {{1}, {2}, true}, 1, sums.data());
  else
    return run_clean();
  return 0;
}
