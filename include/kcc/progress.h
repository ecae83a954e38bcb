// Counts how far a kernel is, for the bar that kcc::Progress shows on the host.
#ifndef KCC_PROGRESS_H
#define KCC_PROGRESS_H

#include <kcc/atomic.h>

#include <cstdint>

namespace kcc {

/// Adds to the counter of a kcc::Progress, which the kernel gets as a parameter; null counts nothing. It is
/// an atomic operation: call it once for much work, for example by one thread of each block.
inline void add_progress(std::uint64_t *counter, std::uint64_t amount = 1) noexcept {
  if (counter)
    atomic_ref<std::uint64_t, scope::device>(*counter).fetch_add(amount, std::memory_order_relaxed);
}

} // namespace kcc

#endif
