#include "stream.h"

#include "../core/host_threads.h"

#include <chrono>
#include <cstddef>
#include <string>
#include <thread>
#include <utility>

namespace kcc::opencl {

namespace {

/// Between two of so many commands, a stream waits for earlier ones, so that not too many are unfinished.
constexpr std::size_t commands_between_waits = 1024;

/// How long the stream polls for the end of work that the driver refuses to wait for.
constexpr std::chrono::seconds poll_limit(1);

} // namespace

OpenclStream::OpenclStream(Context &context, int priority, const core::Operation &operation)
    : context_(context),
      status_(context.allocations.allocate(sizeof(abi::SpirvStatus), MemoryKind::shared, operation)) {
  try {
    const abi::SpirvStatus status{};
    context_.write(status_, &status, sizeof status, operation);
    queue_ = context_.make_queue(priority, operation);
  } catch (const Error &) {
    context_.allocations.release(status_, [] {});
    throw;
  }
}

OpenclStream::~OpenclStream() {
  if (core::process_has_ended())
    return;
  context_.api.release_queue(queue_);
  context_.allocations.release(status_, [] {});
}

void OpenclStream::make_room() noexcept {
  release_needed();
  Event awaited;
  {
    const std::lock_guard lock(mutex_);
    if (++enqueued_count_ % commands_between_waits != 0)
      return;
    awaited = std::exchange(awaited_next_, last_);
  }
  if (EventRef event = awaited.get())
    context_.api.wait_for_events(1, &event); // whose failure is for calls that must wait
}

bool OpenclStream::has_ended(const Event &event) const noexcept {
  Status status = event_complete;
  return !event ||
         context_.api.get_event_info(event.get(), event_execution_status, sizeof status, &status, nullptr) !=
             success ||
         status <= event_complete;
}

/// Nothing is locked.
void OpenclStream::release_needed() noexcept {
  for (;;) {
    std::pair<Event, std::shared_ptr<const void>> over; // goes when nothing is locked any more
    const std::lock_guard lock(mutex_);
    if (needed_.empty() || !has_ended(needed_.front().first))
      return;
    over = std::move(needed_.front());
    needed_.pop_front();
  }
}

OpenclStream::Parameters OpenclStream::take_parameters(std::size_t bytes, const core::Operation &operation) {
  constexpr std::size_t alignment = 128;
  const std::size_t size = (bytes + alignment - 1) / alignment * alignment;
  std::shared_ptr<const ParameterBlock> other; // a block is taken and given back when nothing is locked
  for (;;) {
    {
      const std::lock_guard lock(mutex_);
      if (other) {
        parameters_.swap(other);
        parameters_used_ = 0;
      }
      if (parameters_ && size <= parameters_->bytes - parameters_used_) {
        const Parameters taken{parameters_->host() + parameters_used_, parameters_->device + parameters_used_,
                               parameters_};
        parameters_used_ += size;
        return taken;
      }
    }
    other = context_.parameter_blocks.take(size, operation);
  }
}

void OpenclStream::wait_for(const Event &event, const core::Operation &operation) {
  if (has_ended(event))
    return;
  const auto &enqueue_barrier = context_.api.enqueue_barrier;
  enqueue(
      enqueue_barrier.name,
      [&](QueueRef queue, EventRef *made) {
        EventRef awaited = event.get();
        return enqueue_barrier(queue, 1, &awaited, made);
      },
      operation);
}

void OpenclStream::call_host(void (*function)(void *) noexcept, void *data,
                             const core::Operation &operation) {
  const Api &api = context_.api;
  {
    const std::lock_guard lock(context_.host_mutex);
    if (!has_thread_) {
      core::start_host_thread(
          {&context_.host_mutex, &context_.host_work},
          [self = shared_from_this()] { self->call_host_functions(); }, operation);
      has_thread_ = true;
    }
  }
  make_room();
  const std::lock_guard lock(mutex_);
  const Event before = last_;
  Status status = success;
  EventRef made = api.create_user_event(context_.context, &status);
  check(status, api.create_user_event.name, operation);
  const Event done(api, made);
  try {
    enqueue_locked(
        api.enqueue_barrier.name,
        [&](QueueRef queue, EventRef *event) { return api.enqueue_barrier(queue, 1, &made, event); },
        operation, nullptr);
    const std::lock_guard listing(context_.host_mutex);
    host_calls_.push_back({before, function, data, done});
  } catch (...) {
    api.set_user_event_status(made, event_complete); // else the queue would wait forever
    throw;
  }
  context_.host_work.notify_all();
}

void OpenclStream::call_host_functions() {
  std::unique_lock lock(context_.host_mutex);
  for (;;) {
    context_.host_work.wait(lock,
                            [&] { return !host_calls_.empty() || is_closed_ || core::host_threads_stop(); });
    if (host_calls_.empty())
      return;
    const HostCall call = std::move(host_calls_.front());
    host_calls_.pop_front();
    lock.unlock();
    const auto waiting = [] { return std::string("waiting to call a function on the host"); };
    std::shared_ptr<const Error> failure;
    bool is_called = false;
    try {
      wait(call.before, waiting);
      is_called = true; // also if nobody knows whether a kernel failed
      abi::SpirvStatus status{};
      context_.read(&status, status_, sizeof status, waiting);
      is_called = status.failures == 0;
    } catch (const Error &error) {
      failure = std::make_shared<const Error>(error);
    }
    if (is_called)
      call.function(call.data);
    lock.lock();
    if (failure)
      host_failure_ = std::move(failure);
    lock.unlock();
    context_.api.set_user_event_status(call.done.get(), event_complete);
    lock.lock();
  }
}

Event OpenclStream::last() {
  const std::lock_guard lock(mutex_);
  return last_;
}

bool OpenclStream::is_reached(const Event &event, const core::Operation &operation) const {
  if (!event)
    return true;
  Status status = success;
  context_.call(operation, context_.api.get_event_info, event.get(), event_execution_status, sizeof status,
                &status, nullptr);
  if (status < event_complete)
    throw opencl_error(status, "the execution of a command", operation.text());
  return status == event_complete;
}

void OpenclStream::wait(const Event &event, const core::Operation &operation) const {
  EventRef awaited = event.get();
  if (!awaited)
    return;
  const Status status = context_.api.wait_for_events(1, &awaited);
  if (status == success)
    return;
  // Whoever gets the Error takes memory back that the work may still use.
  const auto end = std::chrono::steady_clock::now() + poll_limit;
  while (!has_ended(event) && std::chrono::steady_clock::now() < end)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  if (is_reached(event, operation)) // or throws the event's own error
    return;
  throw opencl_error(status, context_.api.wait_for_events.name, operation.text());
}

void OpenclStream::wait_quietly() noexcept {
  try {
    wait(last(), [] { return std::string(); });
  } catch (const Error &) { // then it does not run any more
  }
}

void OpenclStream::close() noexcept {
  const std::lock_guard lock(context_.host_mutex);
  is_closed_ = true;
  context_.host_work.notify_all();
}

bool OpenclStream::is_closed() noexcept {
  const std::lock_guard lock(context_.host_mutex);
  return is_closed_;
}

bool OpenclStream::has_finished() noexcept {
  release_needed();
  const std::lock_guard lock(mutex_);
  return has_ended(last_);
}

std::shared_ptr<const Error> OpenclStream::take_host_failure() noexcept {
  const std::lock_guard lock(context_.host_mutex);
  return std::exchange(host_failure_, nullptr);
}

bool OpenclStream::take_failure(const core::Operation &operation) {
  const std::lock_guard lock(mutex_); // so that only one thread takes it
  abi::SpirvStatus status{};
  context_.read(&status, status_, sizeof status, operation);
  if (status.failures == 0)
    return false;
  constexpr std::uint32_t none = 0;
  context_.write(static_cast<std::byte *>(status_) + offsetof(abi::SpirvStatus, failures), &none, sizeof none,
                 operation);
  return true;
}

} // namespace kcc::opencl
