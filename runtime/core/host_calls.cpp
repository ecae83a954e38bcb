#include "host_calls.h"

#include <utility>

namespace kcc::core {

namespace {

thread_local bool in_host_call = false;

} // namespace

InHostCall::InHostCall() noexcept {
  in_host_call = true;
}
InHostCall::~InHostCall() {
  in_host_call = false;
}

void HostCalls::Call::run(void *data) noexcept {
  Call &call = *static_cast<Call *>(data);
  {
    const InHostCall scope;
    try {
      call.function();
    } catch (...) {
      call.exception = std::current_exception();
    }
  }
  if (call.state.exchange(State::finished, std::memory_order_acq_rel) == State::unowned)
    delete &call;
}

void HostCalls::add(BackendDevice &device, StreamHandle *stream, std::function<void()> function,
                    Operation operation) {
  remove_finished();
  calls_.push_back(std::make_unique<Call>(std::move(function)));
  try {
    device.call_host(stream, &Call::run, calls_.back().get(), operation);
  } catch (const Error &) {
    calls_.pop_back();
    throw;
  }
}

void HostCalls::remove_finished() {
  while (!calls_.empty() && calls_.front()->state.load(std::memory_order_acquire) == Call::State::finished) {
    if (!thrown_)
      thrown_ = calls_.front()->exception;
    calls_.pop_front();
  }
}

void HostCalls::give_up(std::size_t count) noexcept {
  for (; count != 0; --count) {
    Call *const call = calls_.front().release();
    calls_.pop_front();
    if (call->state.exchange(Call::State::unowned, std::memory_order_acq_rel) == Call::State::finished)
      delete call;
  }
}

void HostCalls::throw_first() {
  remove_finished();
  if (thrown_)
    std::rethrow_exception(std::exchange(thrown_, nullptr));
}

void refuse_in_host_call(const Operation &operation) {
  if (in_host_call)
    detail::fail(ErrorCategory::invalid_state, operation.text(),
                 "a function that a stream calls on the host must not use devices",
                 "Do it on another thread, or after Stream::synchronize()");
}

} // namespace kcc::core
