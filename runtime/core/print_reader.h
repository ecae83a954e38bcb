// Takes what the kernels of a GPU print out of their ring.
#ifndef KCC_RUNTIME_CORE_PRINT_READER_H
#define KCC_RUNTIME_CORE_PRINT_READER_H

#include "print_ring.h"

#include <cstdint>
#include <functional>
#include <optional>

namespace kcc::core {

/// A thread reserves space in the ring by adding to a counter in GPU memory. It may then find that the host
/// has not read that far yet; such a gap is skipped once no thread is writing, which the counters show. Used
/// by one thread at a time.
class PrintReader {
public:
  /// Counters of abi::PrintControl.
  struct Counters {
    std::uint64_t finished, dropped, reserved;
  };
  /// Reads them: `reserved` last, so that it is equal to `finished` only if no thread was writing in between.
  /// Nothing if the GPU has failed.
  using ReadCounters = std::function<std::optional<Counters>()>;

  /// See PrintRing.
  PrintReader(abi::PrintChannel *channel, std::uint64_t capacity) : ring_(channel, capacity) {}

  /// What has arrived since the last call. The counters are only read if messages were dropped.
  Messages take(const ReadCounters &read_counters);

  std::optional<PrintRecord> failure() const { return ring_.failure(); }
  void forget_failure() { ring_.forget_failure(); }

private:
  PrintRing ring_;
  std::uint64_t dropped_ = 0; ///< the part of PrintControl::dropped that was reported
  bool has_holes_ = false;    ///< messages were dropped, and their gaps not yet skipped
};

} // namespace kcc::core

#endif
