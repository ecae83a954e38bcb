#include "stack_budget.h"

#include "../../core/per_process.h"
#include "fiber_stack.h"
#include "sanitizers.h"

#include <algorithm>

namespace kcc::cpu {

namespace {

struct ProcessBudget : StackBudget {
  ProcessBudget() : StackBudget(std::min(stack_pool().capacity(), sanitizers::max_fibers())) {}
};

} // namespace

StackBudget &stack_budget() {
  return core::PerProcess<ProcessBudget>::get();
}

StackBudget::Share StackBudget::wait_for(std::size_t count) {
  if (count == 0)
    return {*this, 0};
  std::unique_lock lock(mutex_);
  const std::uint64_t turn = next_turn_++;
  changed_.wait(lock, [&] { return turn_ == turn && has_room(count); });
  ++turn_;
  in_use_ += count;
  changed_.notify_all();
  return {*this, count};
}

StackBudget::Share StackBudget::try_for(std::size_t count) {
  const std::lock_guard lock(mutex_);
  if (count != 0 && (turn_ != next_turn_ || !has_room(count)))
    return {};
  in_use_ += count;
  return {*this, count};
}

StackBudget::Share StackBudget::take(std::size_t count) {
  const std::lock_guard lock(mutex_);
  in_use_ += count;
  return {*this, count};
}

void StackBudget::give_back(std::size_t count) {
  const std::lock_guard lock(mutex_);
  in_use_ -= count;
  changed_.notify_all();
}

} // namespace kcc::cpu
