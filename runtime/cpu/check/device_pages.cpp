#include "device_pages.h"

#include "../buffer_memory.h"

#include "../../check/settings.h"
#include "../engine/pages.h"
#include "host_accesses.h"
#include "lock_around_fork.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <map>
#include <mutex>
#include <new>
#include <span>
#include <sys/mman.h>

namespace kcc::cpu::check {

namespace {

using Address = std::uintptr_t;

/// Small allocations share a chunk of addresses, so that few calls open and close all of them.
constexpr std::size_t chunk_bytes = std::size_t{64} << 20;
constexpr std::size_t most_shared_bytes = chunk_bytes / 4;

class DevicePages {
public:
  void enter() {
    const std::lock_guard lock(mutex_);
    if (working_++ == 0)
      set_all(PROT_READ | PROT_WRITE);
  }
  void leave() {
    const std::lock_guard lock(mutex_);
    if (--working_ == 0)
      set_all(PROT_NONE);
  }

  void *allocate(std::size_t wanted) noexcept try {
    const std::size_t bytes = std::max(rounded(wanted), page_bytes());
    if (bytes < wanted)
      return nullptr;
    const std::lock_guard lock(mutex_);
    const bool is_shared = bytes <= most_shared_bytes;
    const auto fits = [&](const auto &row) { return row.second >= bytes; };
    auto found = is_shared ? std::ranges::find_if(free_, fits) : free_.end();
    if (found == free_.end()) {
      const std::size_t mapped = is_shared ? chunk_bytes : bytes;
      void *const memory =
          mmap(nullptr, mapped, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, /*fd=*/-1, 0);
      if (memory == MAP_FAILED)
        return nullptr;
      add(reinterpret_cast<Address>(memory), mapped);
      if (!is_shared) {
        allocated_[reinterpret_cast<Address>(memory)] = bytes;
        return memory;
      }
      found = free_.emplace(reinterpret_cast<Address>(memory), mapped).first;
    }
    const auto [begin, size] = *found;
    free_.erase(found);
    if (size != bytes)
      free_[begin + bytes] = size - bytes;
    allocated_[begin] = bytes;
    return reinterpret_cast<void *>(begin);
  } catch (const std::bad_alloc &) {
    return nullptr;
  }

  void release(void *memory) noexcept {
    const std::lock_guard lock(mutex_);
    const auto found = allocated_.find(reinterpret_cast<Address>(memory));
    auto [begin, bytes] = *found;
    allocated_.erase(found);
    take_back(begin, bytes);
    if (bytes > most_shared_bytes) {
      remove(begin, bytes);
      munmap(memory, bytes);
      return;
    }
    madvise(memory, bytes, MADV_DONTNEED); // its pages
    const auto after = free_.lower_bound(begin);
    if (after != free_.end() && begin + bytes == after->first && !starts_range(after->first)) {
      bytes += after->second;
      free_.erase(after);
    }
    if (const auto next = free_.lower_bound(begin); next != free_.begin() && !starts_range(begin))
      if (const auto before = std::prev(next); before->first + before->second == begin) {
        before->second += bytes;
        return;
      }
    free_[begin] = bytes;
  }

  void add_range(Address begin, std::size_t bytes) {
    const std::lock_guard lock(mutex_);
    for (Range &range : used())
      if (range.end == begin && range.begin != begin) {
        range.end = begin + bytes;
        if (working_ == 0)
          set(begin, begin + bytes, PROT_NONE);
        return;
      }
    add(begin, bytes);
  }
  void remove_range(Address begin, std::size_t bytes) noexcept {
    const std::lock_guard lock(mutex_);
    take_back(begin, bytes);
    remove(begin, bytes);
  }

  void lend(Address place) {
    const std::lock_guard lock(mutex_);
    Address begin = 0, end = 0;
    if (const auto after = allocated_.upper_bound(place); after != allocated_.begin())
      if (const auto [at, bytes] = *std::prev(after); place - at < bytes) {
        begin = at;
        end = at + bytes;
      }
    for (const Range &range : used())
      if (begin == end && range.has(place)) {
        begin = range.begin;
        end = range.end;
      }
    if (begin == end)
      return;
    set(begin, end, PROT_READ | PROT_WRITE);
    lent_[begin] = end;
  }

  /// In the signal handler, which may have interrupted a thread that holds the lock.
  bool open(Address place) noexcept {
    for (const Range &range : used())
      if (range.has(place)) {
        const Address page = place & ~(page_bytes() - 1);
        const int access = PROT_READ | PROT_WRITE;
        // The system limits how many areas of different protection a process has.
        return mprotect(reinterpret_cast<void *>(page), page_bytes(), access) == 0 ||
               mprotect(reinterpret_cast<void *>(range.begin.load()), range.end - range.begin, access) == 0;
      }
    return false;
  }

  /// Around fork().
  void lock() { mutex_.lock(); }
  void unlock() { mutex_.unlock(); }

private:
  /// The signal handler reads it at any time. Empty if `begin` is not below `end`.
  struct Range {
    std::atomic<Address> begin = 0, end = 0;
    bool has(Address place) const noexcept { return place >= begin && place < end; }
  };
  static_assert(std::atomic<Address>::is_always_lock_free);

  std::span<Range> used() noexcept { return std::span(ranges_).first(used_); }

  static std::size_t rounded(std::size_t bytes) { return (bytes + page_bytes() - 1) & ~(page_bytes() - 1); }

  bool starts_range(Address place) {
    return std::ranges::any_of(used(), [&](const Range &range) { return range.begin == place; });
  }

  /// If there are too many ranges, the host can use this one.
  void add(Address begin, std::size_t bytes) {
    const auto is_empty = [](const Range &range) { return range.begin == range.end; };
    auto row = static_cast<std::size_t>(std::ranges::find_if(used(), is_empty) - used().begin());
    if (row == ranges_.size())
      return;
    ranges_[row].end = 0;
    ranges_[row].begin = begin;
    ranges_[row].end = begin + bytes;
    if (row == used_)
      ++used_;
    if (working_ == 0)
      set(begin, begin + bytes, PROT_NONE);
  }
  /// The part is at the end of a range, or all of it, or of several.
  void remove(Address begin, std::size_t bytes) noexcept {
    for (Range &range : used())
      if (range.begin < begin + bytes && range.end > begin)
        range.end = std::max<Address>(begin, range.begin);
  }
  /// The host may no longer use what has been lent of this range.
  void take_back(Address begin, std::size_t bytes) noexcept {
    for (auto &[from, to] : lent_)
      if (from < begin)
        to = std::min(to, begin);
    std::erase_if(lent_, [&](const auto &row) { return row.first >= begin && row.first < begin + bytes; });
  }

  void set_all(int access) {
    for (const Range &range : used()) {
      Address at = range.begin;
      for (auto next = lent_.lower_bound(at); next != lent_.end() && next->first < range.end; ++next) {
        set(at, next->first, access);
        at = next->second;
      }
      set(at, range.end, access);
    }
  }
  static void set(Address begin, Address end, int access) {
    if (begin >= end || mprotect(reinterpret_cast<void *>(begin), end - begin, access) == 0 ||
        access == PROT_NONE) // it stays open, and accesses are not seen
      return;
    std::fprintf(stderr, "kcc: the check 'host' cannot open the memory of the CPU device (mprotect: %s)\n",
                 std::strerror(errno));
    std::abort();
  }

  std::array<Range, 4096> ranges_;
  std::atomic<std::size_t> used_ = 0; ///< ranges
  std::mutex mutex_;                  ///< guards what follows, and changes of what comes before
  std::size_t working_ = 0;           ///< how many pieces of work the device does
  std::map<Address, std::size_t> free_, allocated_;
  std::map<Address, Address> lent_; ///< begin and end
};

std::atomic<DevicePages *> pages_for_handler = nullptr;

/// Null without the check.
DevicePages *device_pages() {
  static auto *const pages = [] {
    DevicePages *const made = kcc::check::are_on_for_host() ? new DevicePages : nullptr;
    pages_for_handler = made;
    if (made) {
      watch_host_accesses();
      lock_around_fork<pages_for_handler>();
    }
    return made;
  }();
  return pages;
}

} // namespace

DeviceWork::DeviceWork() : counts_(device_pages() != nullptr) {
  if (!counts_)
    return;
  report_host_accesses();
  device_pages()->enter();
  may_use_copies_.emplace();
}
DeviceWork::~DeviceWork() {
  if (counts_)
    device_pages()->leave();
}

HostWork::HostWork() : counts_(device_pages() != nullptr) {
  if (counts_)
    device_pages()->leave();
}
HostWork::~HostWork() {
  if (!counts_)
    return;
  device_pages()->enter();
  report_host_accesses();
}

void *allocate_for_device(std::size_t bytes) noexcept {
  if (DevicePages *const pages = device_pages())
    return pages->allocate(bytes);
  void *const memory = allocate_buffer(bytes);
  // An address that the host has left there would look as if it led to what a kernel has allocated
  // (leaked()). The system has cleared most larger memory.
  constexpr std::size_t most = std::size_t{1} << 20;
  if (memory && bytes <= most)
    std::memset(memory, 0, bytes);
  return memory;
}

void release_for_device(void *memory) noexcept {
  if (DevicePages *const pages = device_pages())
    return pages->release(memory);
  free_buffer(memory);
}

void add_device_pages(void *at, std::size_t bytes) {
  if (DevicePages *const pages = device_pages())
    pages->add_range(reinterpret_cast<Address>(at), bytes);
}

void remove_device_pages(void *at, std::size_t bytes) noexcept {
  if (DevicePages *const pages = device_pages())
    pages->remove_range(reinterpret_cast<Address>(at), bytes);
}

void lend_to_host(const void *place) {
  if (DevicePages *const pages = device_pages())
    pages->lend(reinterpret_cast<Address>(place));
}

bool open_device_page(const void *place) noexcept {
  DevicePages *const pages = pages_for_handler;
  return pages != nullptr && pages->open(reinterpret_cast<Address>(place));
}

} // namespace kcc::cpu::check
