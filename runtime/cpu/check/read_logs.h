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
  /// Accesses in the page by threads of consecutive ranks, each `step` bytes behind the one before; or before
  /// it, if they are reversed.
  struct Read {
    std::uint64_t first; ///< the AccessWord of the first thread
    std::uint64_t begin : 12;
    std::uint64_t bytes : 13; ///< from the lowest access's begin to the highest one's end
    std::uint64_t bytes_of_each : 13, step : 13;
    std::uint64_t shifts : 12; ///< each thread also reads so many elements that follow
    std::uint64_t is_reversed : 1;
  };
  /// Parts of a page that two blocks of a launch have read, and to which nobody has written since: whoever
  /// writes there races with one of the two, and more reads need not be compared.
  struct KnownParts {
    /// Needs no lock: what another thread does meanwhile may as well come later.
    bool have(std::uint32_t of_launch, std::uint64_t wanted) const noexcept {
      if (std::atomic_ref(launch).load(std::memory_order_acquire) != of_launch ||
          (wanted & ~std::atomic_ref(parts).load(std::memory_order_acquire)) != 0)
        return false;
      return std::atomic_ref(launch).load(std::memory_order_relaxed) == of_launch;
    }
    void add(std::uint64_t more) noexcept {
      std::atomic_ref(parts).store(parts | more, std::memory_order_release);
    }
    void clear() noexcept { std::atomic_ref(parts).store(0, std::memory_order_release); }
    /// Forgets the parts of other launches.
    void keep_of(std::uint32_t of_launch) noexcept {
      if (launch == of_launch)
        return;
      clear();
      std::atomic_ref(launch).store(of_launch, std::memory_order_release);
    }

    mutable std::uint32_t launch; ///< its first number
    mutable std::uint64_t parts;  ///< a bit for each
  };
  struct Log {
    std::uint64_t written; ///< the greatest AccessWord, without thread and site, of what was not read alone
    std::uint64_t last;    ///< that of the reads
    std::uint32_t launch;  ///< the first number of the launch whose reads these are
    std::uint32_t count, capacity;
    bool is_full; ///< so many reads wait no more
    KnownParts known;
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
  /// Whether two blocks of the launch have read `bytes` bytes from `offset` on (KnownParts). The caller need
  /// not hold the lock.
  bool are_known(std::size_t offset, std::size_t bytes, std::uint32_t generation,
                 std::uint32_t launch) const noexcept {
    return generation_.load(std::memory_order_acquire) == generation &&
           offset % locked_page + bytes <= locked_page &&
           logs_[offset / locked_page].known.have(launch, Log::parts(offset, bytes));
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
