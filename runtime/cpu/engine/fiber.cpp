#include "fiber.h"

#include "pages.h"

namespace kcc::cpu {

namespace context = boost::context::detail;

/// Frames of fibers that take turns start at different offsets in their pages; otherwise they would compete
/// for the same few sets of the L1 cache.
static std::size_t unused_at_top(std::uint32_t number) {
  return number * 5 % 64 * 64;
}

Fiber::Fiber(std::size_t stack_bytes, std::uint32_t number)
    : stack_(stack_bytes + page_bytes()),
      context_(context::make_fcontext(stack_.top() - unused_at_top(number), stack_.bytes() - page_bytes(),
                                      &run_functions)),
      tsan_fiber_(sanitizers::create_fiber()) {}

Fiber::~Fiber() {
  if (entered_)
    enter(); // without a function: the fiber exits for good and releases ASan's data for its stack
  sanitizers::destroy_fiber(tsan_fiber_);
}

void Fiber::leave_for_good() {
  sanitizers::start_switch(nullptr, owner_stack_);
  sanitizers::switch_fiber(tsan_owner_);
  context::jump_fcontext(owner_context_, nullptr);
}

void Fiber::run_functions(context::transfer_t from) noexcept {
  auto *self = static_cast<Fiber *>(from.data);
  self->owner_context_ = from.fctx;
  sanitizers::finish_switch(nullptr, &self->owner_stack_);
  while (self->function_ != nullptr) {
    self->function_(self->argument_);
    self->function_ = nullptr;
    self->suspend();
  }
  self->leave_for_good();
}

} // namespace kcc::cpu
