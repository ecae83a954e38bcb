// Barriers that count.
#include <kcc/device/builtins.h>

#include "intrinsics.h"

namespace {

KCC_SHARED std::uint32_t votes;

} // namespace

std::uint32_t __kcc_sync_threads_count(std::uint32_t truth) noexcept {
  __atomic_store_n(&votes, 0, __ATOMIC_RELAXED); // by all: any thread may have returned from the kernel
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
