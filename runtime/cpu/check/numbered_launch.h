// Numbers for the blocks of all launches, for records of accesses that have no room for more.
#ifndef KCC_RUNTIME_CPU_CHECK_NUMBERED_LAUNCH_H
#define KCC_RUNTIME_CPU_CHECK_NUMBERED_LAUNCH_H

#include "stream_order.h"

#include "kcc/runtime/launch_config.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace kcc::cpu::check {

/// A launch: its order, and the numbers of its blocks. Later launches have greater ones. All blocks share it.
class NumberedLaunch {
public:
  /// What reports say of it.
  struct Description {
    std::uint64_t id = 0;
    std::string kernel{};
    Dim3 grid{1, 1, 1}, block{1, 1, 1};
    std::uint64_t stream = 0; ///< StreamTask::stream_created
  };
  /// Called by each OS thread that runs blocks of the launch; the first call counts. `task`: null if no
  /// stream runs it.
  static void begin(const std::shared_ptr<NumberedLaunch> &launch, const Description &what,
                    const StreamTask *task);

  const Description &what() const noexcept { return what_; }
  std::uint32_t first() const noexcept { return first_; } ///< the n-th block's number is first() + n
  std::uint32_t end() const noexcept { return first_ + count_; }
  std::uint32_t generation() const noexcept { return generation_; } ///< changes when the numbers start again
  /// Lower numbers are of launches that come before this one.
  std::uint32_t first_unordered() const noexcept { return first_unordered_; }
  /// A further number for a block.
  std::uint32_t take_more(std::uint32_t block);
  /// The block of this launch with the number, if there is one.
  std::optional<std::uint32_t> block_with(std::uint32_t number);

  /// The launch with a block of this number; null if it is too old, and counts as ordered.
  static std::shared_ptr<NumberedLaunch> with(std::uint32_t number);

  bool comes_after(const NumberedLaunch &earlier) const;
  /// This launch has seen what the other one has written for it.
  void follow(const NumberedLaunch &other);
  /// The host and other launches may wait for what this one does: from now on, it counts as coming before
  /// them.
  void publish() noexcept { is_published_ = true; }

private:
  Description what_;
  StreamTask task_;
  std::uint32_t first_ = 0, count_ = 0, generation_ = 0, first_unordered_ = 0;
  std::atomic<bool> is_published_ = false;
  mutable std::mutex mutex_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> more_; ///< numbers and their blocks
  std::set<std::uint64_t> followed_;                          ///< launches, by `id`
};
inline constexpr unsigned block_number_bits = 24;
inline constexpr std::uint32_t most_numbered_blocks = 1 << 22; ///< of a launch

} // namespace kcc::cpu::check

#endif
