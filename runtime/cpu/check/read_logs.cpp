#include "read_logs.h"

#include "../engine/pages.h"

#include <algorithm>
#include <mutex>
#include <new>
#include <span>
#include <sys/mman.h>

namespace kcc::cpu::check {

bool ReadLogs::Log::add(const Read &read) noexcept {
  // Then so many accesses have been to each unit that comparing them costs little more.
  constexpr std::uint32_t least = 16, most = 1024;
  if (count == capacity) {
    Read *const more = capacity == most ? nullptr : new (std::nothrow) Read[std::max(least, 4 * capacity)];
    if (!more) {
      is_full = true;
      return false;
    }
    std::copy_n(reads, count, more);
    delete[] reads;
    reads = more;
    capacity = std::max(least, 4 * capacity);
  }
  reads[count++] = read;
  return true;
}

void ReadLogs::make(std::size_t bytes, std::uint32_t generation) {
  static std::mutex mutex;
  const std::lock_guard lock(mutex);
  if (generation_ == 0) {
    count_ = bytes / locked_page + 1;
    logs_ = static_cast<Log *>(map_pages(count_ * sizeof(Log)));
  } else if (generation_ != generation) {
    for (Log &log : std::span(logs_, count_)) {
      log.written = log.last = log.count = 0;
      log.known.clear();
    }
  }
  generation_.store(generation, std::memory_order_release);
}

void ReadLogs::forget() noexcept {
  if (generation_.exchange(0) == 0)
    return;
  for (const Log &log : std::span(logs_, count_))
    delete[] log.reads;
  munmap(logs_, count_ * sizeof(Log));
}

} // namespace kcc::cpu::check
