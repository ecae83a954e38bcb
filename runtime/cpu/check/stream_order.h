// Which work of streams comes before which, for the check of races: by streams, events, and what the host has
// waited for. Whatever happens to run first, two launches are ordered only if the program has said so.
#ifndef KCC_RUNTIME_CPU_CHECK_STREAM_ORDER_H
#define KCC_RUNTIME_CPU_CHECK_STREAM_ORDER_H

#include <cstdint>
#include <map>
#include <memory>

namespace kcc::cpu::check {

/// How much of each stream's work has been done: by the number of the stream, the number of a task.
using StreamClock = std::map<std::uint64_t, std::uint64_t>;

/// A task of a stream, and what comes before it.
struct StreamTask {
  std::uint64_t stream = 0; ///< 0: not known, as without the check
  std::uint64_t number = 0;
  std::shared_ptr<const StreamClock> knows{};

  bool comes_after(const StreamTask &earlier) const;
};

/// The order of a stream's tasks. The stream's queue has one, which its lock guards. Without the check, it
/// does nothing.
class StreamOrder {
public:
  StreamOrder();
  ~StreamOrder();
  StreamOrder(const StreamOrder &) = delete;
  StreamOrder &operator=(const StreamOrder &) = delete;

  /// The next task.
  StreamTask next();
  /// Further tasks come after that one.
  void wait_for(const StreamTask &task);
  /// The last task.
  const StreamTask &last() const noexcept { return last_; }

private:
  StreamTask last_;
};

/// The host knows that the task has been done, so whatever it does from now on comes after.
void host_knows(const StreamTask &task);

/// Whether there have been several streams at a time.
bool has_several_streams() noexcept;

} // namespace kcc::cpu::check

#endif
