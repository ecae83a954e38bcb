#include "page_lock.h"

#include <array>
#include <cstdint>

namespace kcc::cpu::check {

namespace {

std::atomic_flag &lock_of(const void *object, std::size_t page) {
  struct alignas(64) Line { // neighbouring blocks hold the locks of neighbouring pages
    std::atomic_flag flag;
  };
  static std::array<Line, 1024> lines{};
  return lines[(reinterpret_cast<std::uintptr_t>(object) / 256 + page) % lines.size()].flag;
}

} // namespace

PageLock::PageLock(const void *object, std::size_t page) noexcept : flag_(lock_of(object, page)) {
  while (flag_.test_and_set(std::memory_order_acquire)) {
  }
}

} // namespace kcc::cpu::check
