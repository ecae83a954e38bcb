// Stores what threads of the CPU device print until it is fetched, and why one of them failed.
#ifndef KCC_RUNTIME_CPU_ENGINE_PRINT_LOG_H
#define KCC_RUNTIME_CPU_ENGINE_PRINT_LOG_H

#include "../../core/print_record.h"

#include <cstdint>
#include <mutex>
#include <optional>
#include <vector>

namespace kcc::cpu {

using core::PrintRecord;

/// The messages of all grids, in the order in which they were completed. As on a GPU, the number of bytes is
/// limited, and messages that do not fit are counted. All functions may be called from any thread.
class PrintLog {
public:
  static constexpr std::uint64_t standard_capacity = std::uint64_t{1} << 20;

  void add(PrintRecord record);

  struct Contents {
    std::vector<PrintRecord> records;
    std::uint64_t dropped = 0;
  };
  /// Empties the log.
  Contents take();

  std::uint64_t capacity() const;
  void set_capacity(std::uint64_t bytes);

private:
  mutable std::mutex mutex_;
  Contents contents_;
  std::uint64_t used_ = 0;
  std::uint64_t capacity_ = standard_capacity;
};

PrintLog &print_log();

/// The failure that the calling thread of a grid has just recorded; it traps next.
std::optional<PrintRecord> take_failure();

} // namespace kcc::cpu

#endif
