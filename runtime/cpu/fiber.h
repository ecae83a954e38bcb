// A stack on which functions run that can be suspended half-way.
#ifndef KCC_RUNTIME_CPU_FIBER_H
#define KCC_RUNTIME_CPU_FIBER_H

#include "sanitizers.h"

#include <boost/context/detail/fcontext.hpp>

#include <cstddef>
#include <utility>

namespace kcc::cpu {

/// Private memory for one stack, with an inaccessible page below it: overrunning it is a fault at once,
/// never silent damage. Pages that are never touched cost no memory.
class FiberStack {
public:
  /// Rounds up to whole pages. Throws std::system_error if the system has no more memory or mappings.
  explicit FiberStack(std::size_t bytes);
  ~FiberStack();
  FiberStack(const FiberStack &) = delete;
  FiberStack &operator=(const FiberStack &) = delete;

  std::byte *bottom() const { return bottom_; }
  std::byte *top() const { return bottom_ + bytes_; }
  std::size_t bytes() const { return bytes_; }

private:
  std::byte *bottom_;
  std::size_t bytes_;
};

/// Runs one function after another on its own stack; between two it is idle and costs nothing but the stack.
/// Built on Boost.Context's fcontext and not on boost::context::fiber: the latter ends a suspended function
/// by throwing through its frames, and compiled kernels have no unwind tables.
///
/// All calls come from one OS thread. `suspend` is called by the running function, the others by its owner.
class Fiber {
public:
  using Function = void (*)(void *argument);

  /// Throws std::system_error like FiberStack.
  explicit Fiber(std::size_t stack_bytes);
  /// The fiber must be idle.
  ~Fiber();
  Fiber(const Fiber &) = delete;
  Fiber &operator=(const Fiber &) = delete;

  /// Runs `function(argument)` until it returns or suspends. It must not throw. The fiber must be idle.
  void start(Function function, void *argument);
  /// Runs on from where the function suspended, until it returns or suspends again.
  void resume();
  /// Returns to the owner's `start` or `resume`; comes back with the next `resume`.
  void suspend();

  /// The stack on which the caller runs, if it is a fiber's: its lowest byte and the one behind its highest;
  /// null on a thread's own.
  static std::pair<const std::byte *, const std::byte *> running_stack() noexcept;

  /// Whether a function is half-way.
  bool is_suspended() const { return function_ != nullptr; }

private:
  static void run_functions(boost::context::detail::transfer_t from) noexcept;
  void enter();
  void leave_for_good();

  FiberStack stack_;
  boost::context::detail::fcontext_t context_; ///< of the fiber while it does not run
  boost::context::detail::fcontext_t owner_context_ = nullptr;
  Function function_ = nullptr;
  void *argument_ = nullptr;
  bool entered_ = false;

  sanitizers::StackBounds owner_stack_;
  void *saved_ = nullptr;
  void *owner_saved_ = nullptr;
  void *tsan_fiber_ = nullptr;
  void *tsan_owner_ = nullptr;
};

} // namespace kcc::cpu

#endif
