// A kernel whose threads walk through memory as the host tells them: random_walks.
#include "walk_steps.h"

#include <kcc/atomic.h>
#include <kcc/device.h>

#include <cstdint>

namespace {

template <class T> void go(const Walk &walk, int thread, std::span<std::uint64_t> memory, int &sum) {
  auto *const elements = reinterpret_cast<T *>(memory.data());
  int at = walk.first + thread * walk.step;
  for (int k = 0; k < walk.count; ++k, at += walk.stride)
    if (walk.kind == Walk::read)
      sum += static_cast<int>(elements[at]);
    else if (walk.kind == Walk::write)
      elements[at] = static_cast<T>(thread + 1);
    else if constexpr (sizeof(T) == 4)
      kcc::atomic_ref<T, kcc::scope::device>(elements[at]).fetch_add(1, std::memory_order_relaxed);
}

template <int n> void go(std::span<const Walk> walks, int thread, std::span<std::uint64_t> memory, int &sum) {
  const Walk &walk = walks[n];
  if (walk.bytes == 1)
    go<std::uint8_t>(walk, thread, memory, sum);
  else if (walk.bytes == 4)
    go<std::uint32_t>(walk, thread, memory, sum);
  else
    go<std::uint64_t>(walk, thread, memory, sum);
  if (walk.waits)
    kcc::sync_threads();
}

} // namespace

/// Writes 1 to each word.
[[kcc::kernel]] void fill(std::span<std::uint64_t> memory) {
  reinterpret_cast<std::uint32_t *>(memory.data())[kcc::global_index()] = 1;
}

/// There are four walks, each in code of its own.
[[kcc::kernel]] void walk(std::span<const Walk> walks, std::span<std::uint64_t> memory, std::span<int> sums) {
  const int thread = static_cast<int>(kcc::global_index());
  int sum = 0;
  go<0>(walks, thread, memory, sum);
  go<1>(walks, thread, memory, sum);
  go<2>(walks, thread, memory, sum);
  go<3>(walks, thread, memory, sum);
  sums[static_cast<std::size_t>(thread)] = sum;
}

/// The same in shared memory, of which there are 4096 bytes.
[[kcc::kernel]] void walk_shared(std::span<const Walk> walks, std::span<int> sums) {
  [[kcc::shared]] std::uint64_t memory[512];
  const int thread = static_cast<int>(kcc::thread_idx().x);
  int sum = 0;
  go<0>(walks, thread, memory, sum);
  go<1>(walks, thread, memory, sum);
  go<2>(walks, thread, memory, sum);
  go<3>(walks, thread, memory, sum);
  sums[kcc::global_index()] = sum;
}
