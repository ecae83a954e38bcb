// Reads of device memory that have not been compared with anything yet. Nothing races with a read before
// somebody writes, and most memory that a kernel reads is never written while that may race. So the reads of
// a page wait in a log, and are compared when the first write comes.
#ifndef KCC_RUNTIME_CPU_CHECK_READ_LOGS_H
#define KCC_RUNTIME_CPU_CHECK_READ_LOGS_H

#include "page_lock.h"

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace kcc::cpu::check {

/// The logs of an object's pages, which cost nothing until they are used. Who uses one holds the page's lock.
class ReadLogs {
public:
  /// Accesses at consecutive addresses in the page, by threads of consecutive ranks.
  struct Read {
    std::uint64_t first; ///< the AccessWord of the first thread
    std::uint16_t begin, bytes, bytes_of_each;
  };
  struct Log {
    std::uint64_t written; ///< the greatest AccessWord, without thread and site, of what was not read alone
    std::uint64_t last;    ///< that of the reads
    std::uint32_t launch;  ///< the first number of the launch whose reads these are
    std::uint32_t count, capacity;
    bool is_full; ///< so many reads wait no more
    Read *reads;

    /// Returns false if the log is full.
    bool add(const Read &read) noexcept;
  };

  ReadLogs() = default;
  ~ReadLogs() { forget(); }
  ReadLogs(const ReadLogs &) = delete;
  ReadLogs &operator=(const ReadLogs &) = delete;

  /// The log of the page at `offset` in an object of `bytes` bytes. All logs are empty at the beginning of
  /// each generation.
  Log &get(std::size_t offset, std::size_t bytes, std::uint32_t generation) {
    if (generation_.load(std::memory_order_acquire) != generation)
      make(bytes, generation);
    return logs_[offset / locked_page];
  }
  void forget() noexcept;

private:
  void make(std::size_t bytes, std::uint32_t generation);

  Log *logs_ = nullptr;
  std::size_t count_ = 0;
  std::atomic<std::uint32_t> generation_ = 0; ///< 0: nothing has been made
};

} // namespace kcc::cpu::check

#endif
