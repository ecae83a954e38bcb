#include "fiber.h"

#include <cerrno>
#include <string>
#include <sys/mman.h>
#include <system_error>
#include <unistd.h>

namespace kcc::cpu {

namespace context = boost::context::detail;

namespace {

std::size_t page_bytes() {
  static const auto bytes = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  return bytes;
}

std::size_t round_up_to_pages(std::size_t bytes) {
  return (bytes + page_bytes() - 1) / page_bytes() * page_bytes();
}

[[noreturn]] void throw_no_stack(std::size_t bytes) {
  throw std::system_error(errno, std::generic_category(),
                          "cannot map a stack of " + std::to_string(bytes) +
                              " bytes for a thread of the CPU device; smaller blocks, fewer threads "
                              "(KCC_CPU_THREADS) or a higher vm.max_map_count may help");
}

} // namespace

FiberStack::FiberStack(std::size_t bytes) : bytes_(round_up_to_pages(bytes)) {
  const std::size_t mapped = bytes_ + page_bytes();
  void *memory =
      mmap(nullptr, mapped, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
  if (memory == MAP_FAILED)
    throw_no_stack(bytes_);
  bottom_ = static_cast<std::byte *>(memory) + page_bytes();
  if (mprotect(bottom_, bytes_, PROT_READ | PROT_WRITE) != 0) {
    const int error = errno;
    munmap(memory, mapped);
    errno = error;
    throw_no_stack(bytes_);
  }
}

FiberStack::~FiberStack() {
  // The addresses may become somebody else's memory, who knows nothing of frames that once lay there.
  sanitizers::make_accessible(bottom_, bytes_);
  munmap(bottom_ - page_bytes(), bytes_ + page_bytes());
}

/// Frames of fibers that take turns lie at different places of their pages, or all would want the same few
/// sets of the processor's first cache.
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
    enter(); // with no function: the fiber leaves for good, and gives back what ASan holds for its stack
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
