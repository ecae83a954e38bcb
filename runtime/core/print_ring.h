// Reads the records that a GPU writes to host memory (include/kcc/abi/print_ring.h).
#ifndef KCC_RUNTIME_CORE_PRINT_RING_H
#define KCC_RUNTIME_CORE_PRINT_RING_H

#include "messages.h"

#include <kcc/abi/print_ring.h>

#include <optional>
#include <vector>

namespace kcc::core {

/// The host's end of a channel. Used by one thread at a time; the GPU may write at the same time.
class PrintRing {
public:
  /// `channel` and the `capacity` bytes after it, a power of 2, must be empty; the caller owns them.
  PrintRing(abi::PrintChannel *channel, std::uint64_t capacity);

  /// Appends the completed messages, in the order in which threads reserved space, up to the first incomplete
  /// one.
  void take(std::vector<PrintRecord> &records);

  /// The same if no thread is writing; `reserved` is the value of PrintControl. What is missing below it are
  /// gaps of dropped messages. Afterwards the ring is empty.
  void take_all(std::uint64_t reserved, std::vector<PrintRecord> &records);

  /// True once after messages have been dropped.
  bool overflowed();

  /// The recorded failure, if any.
  std::optional<PrintRecord> failure() const;

  /// Lets a thread record the next failure, once PrintControl::failed is 0 again.
  void forget_failure();

  std::uint64_t capacity() const noexcept { return capacity_; }

private:
  bool take_one(std::vector<PrintRecord> &records);

  abi::PrintChannel *channel_;
  std::uint64_t capacity_;
  std::uint64_t next_ = 0; ///< the position to read from
};

} // namespace kcc::core

#endif
