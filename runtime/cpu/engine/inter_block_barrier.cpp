#include "inter_block_barrier.h"

#include <algorithm>

namespace kcc::cpu {

void InterBlockBarrier::arrive(Dim3 block) {
  const std::lock_guard lock(mutex_);
  const Dim3 at{block.x - first_.x, block.y - first_.y, block.z - first_.z};
  arrived_.push_back(static_cast<std::uint32_t>(rank_of_index(at, extent_)));
  if (arrived_.size() != blocks_)
    return;
  arrived_.clear();
  passed_.fetch_add(1, std::memory_order_release);
  awake_ += asleep_; // they will wake shortly; they must not count as deadlocked
  asleep_ = 0;
  news_.notify_all();
}

std::string InterBlockBarrier::describe() const {
  constexpr std::uint32_t most = 4;
  const std::lock_guard lock(mutex_);
  const auto arrived = static_cast<std::uint32_t>(arrived_.size()), missing = blocks_ - arrived;
  const std::string text = std::string(name_) + " (" + std::to_string(arrived) + " of " +
                           std::to_string(blocks_) +
                           (arrived == 1 ? " blocks is there" : " blocks are there");
  const std::uint32_t named = missing <= most ? missing : most - 1;
  std::vector<std::uint32_t> sorted = arrived_;
  std::ranges::sort(sorted);
  std::string names;
  std::uint32_t found = 0;
  for (std::uint32_t rank = 0; rank < blocks_ && found < named; ++rank) {
    if (std::ranges::binary_search(sorted, rank))
      continue;
    const Dim3 at = index_of_rank(rank, extent_);
    if (++found != 1)
      names += found == missing ? " and " : ", ";
    names += cpu::text({first_.x + at.x, first_.y + at.y, first_.z + at.z});
  }
  if (named < missing)
    names += " and " + std::to_string(missing - named) + " more";
  return text + (missing == 0 ? ")" : "; " + names + (missing == 1 ? " is missing)" : " are missing)"));
}

void InterBlockBarrier::enter() {
  const std::lock_guard lock(mutex_);
  ++awake_;
}

void InterBlockBarrier::leave() {
  const std::lock_guard lock(mutex_);
  --awake_;
  look_for_deadlock();
}

/// A sleeping thread has no block that can run, and none is left to start.
void InterBlockBarrier::look_for_deadlock() {
  if (awake_ != 0 || asleep_ == 0)
    return;
  deadlocked_ = true;
  news_.notify_all();
}

InterBlockBarrier::News InterBlockBarrier::sleep(std::uint32_t seen) {
  std::unique_lock lock(mutex_);
  if (passed() != seen)
    return News::round_passed;
  --awake_;
  ++asleep_;
  look_for_deadlock();
  news_.wait(lock, [&] { return stopped_ || deadlocked_ || passed() != seen; });
  if (passed() != seen)
    return News::round_passed;
  --asleep_;
  ++awake_;
  return stopped_ ? News::stopped : News::deadlock;
}

void InterBlockBarrier::stop() {
  const std::lock_guard lock(mutex_);
  stopped_ = true;
  news_.notify_all();
}

} // namespace kcc::cpu
