// Loops on several threads of the CPU device.
#ifndef KCC_LIBRARIES_COMMON_PARALLEL_H
#define KCC_LIBRARIES_COMMON_PARALLEL_H

#include "cpu/engine/settings.h"
#include "cpu/engine/workers.h"

#include <algorithm>
#include <atomic>
#include <cstddef>

namespace kcc::libraries {

/// Calls work(i), which must not throw, once for each i below `count`, on the threads of the CPU device.
template <class F> void for_each_index(std::size_t count, F &&work) {
  const std::size_t threads = std::clamp<std::size_t>(count, 1, cpu::thread_count());
  std::atomic<std::size_t> next = 0;
  cpu::run_on_workers(static_cast<unsigned>(threads - 1), [&] {
    for (std::size_t i; (i = next++) < count;)
      work(i);
  });
}

} // namespace kcc::libraries

#endif
