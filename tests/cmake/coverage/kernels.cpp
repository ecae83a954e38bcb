#include <kcc/device.h>

#include <atomic>
#include <span>

static int square(int x) {
  return x * x;
}

/// Sums the squares of the numbers; the first thread of each block adds its block's sum to the result.
[[kcc::kernel]] void add_squares(std::span<const int> numbers, int *sum) {
  [[kcc::shared]] static int terms[64];
  const unsigned me = kcc::thread_idx().x;
  terms[me] = square(numbers[kcc::global_index()]);
  kcc::sync_threads();
  if (me != 0)
    return;
  int total = 0;
  for (const int term : terms)
    total += term;
  if (total < 0)
    total = 0;
  std::atomic_ref(*sum) += total;
}
