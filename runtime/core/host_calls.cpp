#include "host_calls.h"

#include "completions.h"

#include <algorithm>
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
    destroy_elsewhere(std::unique_ptr<Call>(&call));
}

void HostCalls::add(BackendDevice &device, StreamHandle *stream, std::function<void()> function,
                    Operation operation) {
  auto owned = std::make_unique<Call>(std::move(function));
  Call *const call = owned.get();
  {
    const std::lock_guard lock(mutex_);
    remove_finished();
    calls_.push_back(std::move(owned));
  }
  try {
    device.call_host(stream, &Call::run, call, operation);
  } catch (const Error &) {
    const std::lock_guard lock(mutex_);
    std::erase_if(calls_, [&](const auto &pending) { return pending.get() == call; });
    throw;
  }
}

void HostCalls::add(const std::shared_ptr<GraphExceptions> &exceptions) {
  const std::lock_guard lock(mutex_);
  if (std::ranges::find(of_graphs_, exceptions) == of_graphs_.end())
    of_graphs_.push_back(exceptions);
}

void HostCalls::forget() noexcept {
  const std::lock_guard lock(mutex_);
  calls_.clear();
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

void HostCalls::throw_first(bool is_over) {
  std::exception_ptr first;
  {
    const std::lock_guard lock(mutex_);
    remove_finished();
    first = std::exchange(thrown_, nullptr);
    std::erase_if(of_graphs_, [&](const std::shared_ptr<GraphExceptions> &graph) {
      if (first)
        return false;
      first = graph->take_first();
      return is_over || graph.use_count() == 1; // nobody else: no launch of it is left
    });
  }
  if (first)
    std::rethrow_exception(first);
}

void refuse_in_host_call(const Operation &operation) {
  if (in_host_call)
    detail::fail(ErrorCategory::invalid_state, operation.text(),
                 "a function that a stream calls on the host must not use devices",
                 "Do it on another thread, or after Stream::synchronize()");
}

} // namespace kcc::core
