// Shares out the stacks that the process can have.
#ifndef KCC_RUNTIME_CPU_STACK_BUDGET_H
#define KCC_RUNTIME_CPU_STACK_BUDGET_H

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <utility>

namespace kcc::cpu {

/// Launches of many threads at once may want more stacks than the system has mappings for. Then some wait
/// until others have ended. Every function may be called from any thread.
class StackBudget {
public:
  explicit StackBudget(std::size_t capacity) : capacity_(capacity) {}

  /// Some stacks, given back at the end of its life.
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

  /// Waits for its turn, in the order of the calls. More than there can ever be are shared out when nobody
  /// has any: the system decides.
  Share wait_for(std::size_t count);
  /// An empty share if there are not so many, or somebody waits.
  Share try_for(std::size_t count);
  /// Without waiting, for those who hold stacks already: they would wait for themselves.
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

/// Of stack_pool().
StackBudget &stack_budget();

} // namespace kcc::cpu

#endif
