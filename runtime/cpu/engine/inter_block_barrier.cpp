#include "inter_block_barrier.h"

namespace kcc::cpu {

void InterBlockBarrier::arrive() {
  const std::lock_guard lock(mutex_);
  if (++arrived_ != blocks_)
    return;
  arrived_ = 0;
  passed_.fetch_add(1, std::memory_order_release);
  awake_ += asleep_; // they will wake shortly; they must not count as deadlocked
  asleep_ = 0;
  news_.notify_all();
}

std::string InterBlockBarrier::describe() const {
  const std::lock_guard lock(mutex_);
  return std::string(name_) + " (" + std::to_string(arrived_) + " of " + std::to_string(blocks_) +
         (arrived_ == 1 ? " blocks is there)" : " blocks are there)");
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
