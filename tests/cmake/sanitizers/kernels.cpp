#include <kcc/device.h>

#include <span>

/// Reads past the end of `numbers` if the blocks have more threads than it has elements.
[[kcc::kernel]] void add_up(std::span<const int> numbers, int *sum) {
  [[kcc::shared]] static int terms[64];
  const unsigned me = kcc::thread_idx().x;
  terms[me] = numbers.data()[me];
  kcc::sync_threads();
  if (me == 0)
    for (const int term : terms)
      *sum += term;
}
