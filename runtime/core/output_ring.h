// Reads the records that a GPU writes into the host's memory (include/kcc/abi/output_ring.h).
#ifndef KCC_RUNTIME_CORE_OUTPUT_RING_H
#define KCC_RUNTIME_CORE_OUTPUT_RING_H

#include "output.h"

#include <kcc/abi/output_ring.h>

#include <optional>
#include <vector>

namespace kcc::core {

/// The host's end of one channel. Used by one thread at a time; the GPU may write meanwhile.
class OutputRing {
public:
  /// `channel` and the `capacity` bytes behind it, a power of 2, hold nothing yet; the caller keeps them.
  OutputRing(abi::OutputChannel *channel, std::uint64_t capacity);

  /// Appends the messages that are complete, in the order in which threads reserved their places, up to the
  /// first that is not.
  void take(std::vector<OutputRecord> &records);

  /// The same when nobody writes, and `reserved` is OutputControl's: what is missing below it are the holes
  /// of messages that found no room. Afterwards the ring is empty.
  void take_all(std::uint64_t reserved, std::vector<OutputRecord> &records);

  /// True once after messages were dropped.
  bool overflowed();

  /// The failure that was recorded, if one was.
  std::optional<OutputRecord> failure() const;

  std::uint64_t capacity() const noexcept { return capacity_; }

private:
  bool take_one(std::vector<OutputRecord> &records);

  abi::OutputChannel *channel_;
  std::uint64_t capacity_;
  std::uint64_t next_ = 0; ///< the place to read from
};

} // namespace kcc::core

#endif
