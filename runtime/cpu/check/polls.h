// Whether threads of a grid may be polling for what others write, as far as code with checks shows it.
#ifndef KCC_RUNTIME_CPU_CHECK_POLLS_H
#define KCC_RUNTIME_CPU_CHECK_POLLS_H

#include <atomic>

namespace kcc::cpu::check {

/// Of a launch; shared by its OS threads.
class Polls {
public:
  /// A thread has entered a kernel with checks, which calls note_poll().
  void enter() noexcept { entered_.store(true, std::memory_order_relaxed); }
  /// A thread makes many atomic accesses.
  void note_poll() noexcept { polled_.store(true, std::memory_order_relaxed); }
  /// Whether a thread may have polled since the last call. True before a kernel with checks has begun.
  bool take() noexcept {
    return !entered_.load(std::memory_order_relaxed) || polled_.exchange(false, std::memory_order_relaxed);
  }

private:
  std::atomic<bool> entered_ = false, polled_ = false;
};

} // namespace kcc::cpu::check

#endif
