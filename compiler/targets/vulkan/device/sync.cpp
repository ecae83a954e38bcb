// Barriers that count.
#include <kcc/device/builtins.h>

#include "intrinsics.h"

namespace {

KCC_SHARED std::uint32_t votes;

bool is_first() {
  return __kcc_thread_idx_x() == 0 && __kcc_thread_idx_y() == 0 && __kcc_thread_idx_z() == 0;
}

} // namespace

std::uint32_t __kcc_sync_threads_count(std::uint32_t truth) noexcept {
  if (is_first())
    votes = 0;
  __kcc_sync_threads();
  if (truth != 0)
    __atomic_fetch_add(&votes, 1, __ATOMIC_RELAXED);
  __kcc_sync_threads();
  const std::uint32_t count = votes;
  __kcc_sync_threads(); // nobody clears it before all have read it
  return count;
}
std::uint32_t __kcc_sync_threads_and(std::uint32_t truth) noexcept {
  return __kcc_sync_threads_count(truth == 0) == 0;
}
std::uint32_t __kcc_sync_threads_or(std::uint32_t truth) noexcept {
  return __kcc_sync_threads_count(truth) != 0;
}
