// A stack on which functions run that can be suspended.
#ifndef KCC_RUNTIME_CPU_ENGINE_FIBER_H
#define KCC_RUNTIME_CPU_ENGINE_FIBER_H

#include "faults.h"
#include "fiber_stack.h"
#include "sanitizers.h"

#include <boost/context/detail/fcontext.hpp>

#include <cstddef>
#include <cstdint>

namespace kcc::cpu {

/// Runs one function after another on its own stack; in between it is idle and costs nothing but the stack.
/// It is built on Boost.Context's fcontext and not on boost::context::fiber: the latter ends a suspended
/// function by throwing through its frames, and compiled kernels have no unwind tables.
///
/// `suspend` is called by the running function, the others by its owner, on the OS thread that called
/// `start`. An idle fiber may be handed to another OS thread.
class Fiber {
public:
  using Function = void (*)(void *argument);

  /// Fibers that take turns have different numbers. Throws std::system_error like FiberStack.
  explicit Fiber(std::size_t stack_bytes, std::uint32_t number = 0);
  /// The fiber must be idle.
  ~Fiber();
  Fiber(const Fiber &) = delete;
  Fiber &operator=(const Fiber &) = delete;

  /// Runs `function(argument)` until it returns or suspends. It must not throw. The fiber must be idle.
  void start(Function function, void *argument);
  /// Continues the suspended function until it returns or suspends again.
  void resume();
  /// Returns to the owner's `start` or `resume`; continues with the next `resume`.
  void suspend();

  /// Its own stack: the lowest address, and one past the highest.
  StackRange stack() const noexcept { return {stack_.bottom(), stack_.top()}; }

  /// Whether a function is suspended.
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

// Inline, because the processor mispredicts every return out of a context switch.

inline void Fiber::start(Function function, void *argument) {
  function_ = function;
  argument_ = argument;
  enter();
}

inline void Fiber::resume() {
  enter();
}

inline void Fiber::enter() {
  entered_ = true;
  tsan_owner_ = sanitizers::current_fiber();
  sanitizers::start_switch(&owner_saved_, {stack_.bottom(), stack_.bytes()});
  sanitizers::switch_fiber(tsan_fiber_);
  context_ = boost::context::detail::jump_fcontext(context_, this).fctx;
  sanitizers::finish_switch(owner_saved_, nullptr);
}

inline void Fiber::suspend() {
  sanitizers::start_switch(&saved_, owner_stack_);
  sanitizers::switch_fiber(tsan_owner_);
  owner_context_ = boost::context::detail::jump_fcontext(owner_context_, nullptr).fctx;
  sanitizers::finish_switch(saved_, &owner_stack_);
}

} // namespace kcc::cpu

#endif
