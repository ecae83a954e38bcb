// The order of streams' work, for the check of races: by streams, events, and what the host has waited for.
// Whichever happens to run first, two launches are ordered only if the program has said so.
#ifndef KCC_RUNTIME_CPU_CHECK_STREAM_ORDER_H
#define KCC_RUNTIME_CPU_CHECK_STREAM_ORDER_H

#include <cstdint>
#include <map>
#include <memory>

namespace kcc::cpu::check {

/// By the number of each stream, the number of its last task that is known to be done.
using StreamClock = std::map<std::uint64_t, std::uint64_t>;

/// A task of a stream, and what comes before it.
struct StreamTask {
  std::uint64_t stream = 0; ///< 0: not known, as without the check
  std::uint64_t number = 0;
  std::shared_ptr<const StreamClock> knows{};
  std::uint64_t stream_created = 0; ///< the stream's place among all of the process, from 1 on

  bool comes_after(const StreamTask &earlier) const;
};

/// The order of a stream's tasks. The stream's queue has one, which the queue's lock guards. It does nothing
/// unless races are checked.
class StreamOrder {
public:
  StreamOrder();
  ~StreamOrder();
  StreamOrder(const StreamOrder &) = delete;
  StreamOrder &operator=(const StreamOrder &) = delete;

  /// Makes the next task.
  StreamTask next();
  /// Further tasks come after this one of another stream.
  void wait_for(const StreamTask &task);
  /// The last task.
  const StreamTask &last() const noexcept { return last_; }

private:
  StreamTask last_;
};

/// The host knows that the task is done: whatever the host does from now on comes after it.
void host_knows(const StreamTask &task);

/// Whether there have been several streams at a time.
bool has_several_streams() noexcept;

} // namespace kcc::cpu::check

#endif
