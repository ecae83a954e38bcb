// Locks for the records of accesses to device memory.
#ifndef KCC_RUNTIME_CPU_CHECK_PAGE_LOCK_H
#define KCC_RUNTIME_CPU_CHECK_PAGE_LOCK_H

#include <atomic>
#include <cstddef>

namespace kcc::cpu::check {

inline constexpr std::size_t locked_page = 4096; ///< bytes

/// Held while words of a page of an object are read or changed: blocks run at the same time.
class PageLock {
public:
  PageLock(const void *object, std::size_t page) noexcept;
  ~PageLock() { flag_.clear(std::memory_order_release); }
  PageLock(const PageLock &) = delete;
  PageLock &operator=(const PageLock &) = delete;

private:
  std::atomic_flag &flag_;
};

} // namespace kcc::cpu::check

#endif
