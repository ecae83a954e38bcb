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
  /// Accesses in the page by threads of consecutive ranks, each `step` bytes behind the one before.
  struct Read {
    std::uint64_t first; ///< the AccessWord of the first thread
    std::uint64_t begin : 12;
    std::uint64_t bytes : 13; ///< from the first access's begin to the last one's end
    std::uint64_t bytes_of_each : 13, step : 13;
    std::uint64_t shifts : 12; ///< each thread also reads so many elements that follow
  };
  struct Log {
    std::uint64_t written; ///< the greatest AccessWord, without thread and site, of what was not read alone
    std::uint64_t last;    ///< that of the reads
    std::uint32_t launch;  ///< the first number of the launch whose reads these are
    std::uint32_t count, capacity;
    bool is_full; ///< so many reads wait no more
    /// Two blocks of this launch have read, and since then nobody has written to, the parts of the page with
    /// a bit here: whoever writes there races with one of the two, and more reads need not be compared.
    std::uint32_t known_to;
    std::uint64_t known;
    Read *reads;

    /// Returns false if the log is full.
    bool add(const Read &read) noexcept;
    /// The parts with one of `bytes` bytes from `offset` on, in the page.
    static std::uint64_t parts(std::size_t offset, std::size_t bytes) noexcept {
      const std::size_t first = offset % locked_page / part_bytes,
                        last = (offset % locked_page + bytes - 1) / part_bytes;
      return ~std::uint64_t{0} >> (63 - (last - first)) << first;
    }
    static constexpr std::size_t part_bytes = locked_page / 64;
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
