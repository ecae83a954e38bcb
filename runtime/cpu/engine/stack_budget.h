// Divides the stacks that the process can have among launches.
#ifndef KCC_RUNTIME_CPU_ENGINE_STACK_BUDGET_H
#define KCC_RUNTIME_CPU_ENGINE_STACK_BUDGET_H

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <utility>

namespace kcc::cpu {

/// Concurrent launches of many threads may need more stacks than the system has mappings for. Then some wait
/// until others have ended. All functions may be called from any thread.
class StackBudget {
public:
  explicit StackBudget(std::size_t capacity) : capacity_(capacity) {}

  /// Some stacks, released by the destructor.
  class Share {
  public:
    Share() = default;
    Share(StackBudget &budget, std::size_t count) : budget_(&budget), count_(count) {}
    Share(Share &&other) noexcept
        : budget_(std::exchange(other.budget_, nullptr)), count_(std::exchange(other.count_, 0)) {}
    Share &operator=(Share &&other) noexcept {
      std::swap(budget_, other.budget_);
      std::swap(count_, other.count_);
      return *this;
    }
    ~Share() {
      if (budget_ != nullptr)
        budget_->give_back(count_);
    }
    explicit operator bool() const { return budget_ != nullptr; }

  private:
    StackBudget *budget_ = nullptr;
    std::size_t count_ = 0;
  };

  /// Waits for its turn, in call order. A request for more than the total is granted when nothing else is in
  /// use: then the system decides.
  Share wait_for(std::size_t count);
  /// Returns an empty share if there are not enough, or if others wait.
  Share try_for(std::size_t count);
  /// Does not wait, for callers that already hold stacks: they would wait for themselves.
  Share take(std::size_t count);

private:
  bool has_room(std::size_t count) const {
    return in_use_ == 0 || (count <= capacity_ && in_use_ <= capacity_ - count);
  }
  void give_back(std::size_t count);

  const std::size_t capacity_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::size_t in_use_ = 0;
  std::uint64_t next_turn_ = 0, turn_ = 0;
};

/// The budget of stack_pool().
StackBudget &stack_budget();

} // namespace kcc::cpu

#endif
