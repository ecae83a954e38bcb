// Starting the device, waiting for all of it, and the failures of kernels.
#include "opencl_device.h"

#include "../core/host_calls.h"
#include "../core/process_end.h"

#include <algorithm>
#include <string>
#include <utility>

namespace kcc::opencl {

Context &OpenclDevice::context(const Operation &operation) {
  core::refuse_at_process_end(operation);
  if (Context *const started = context_.load(std::memory_order_acquire))
    return *started;
  const std::lock_guard lock(starting_);
  if (Context *const started = context_.load(std::memory_order_relaxed))
    return *started;
  // Whatever is made before a call fails is kept for the next attempt.
  if (!made_context_)
    made_context_ = std::make_unique<Context>(*facts_, operation);
  default_stream_ = std::make_shared<OpenclStream>(*made_context_, 0, operation);
  {
    const std::lock_guard listing(mutex_);
    streams_.push_back(default_stream_);
  }
  core::before_process_end([this] { wait_quietly(); });
  context_.store(made_context_.get(), std::memory_order_release);
  return *made_context_;
}

std::vector<std::shared_ptr<OpenclStream>> OpenclDevice::streams() const {
  const std::lock_guard lock(mutex_);
  return streams_;
}

void OpenclDevice::wait_for_streams(const Operation &operation) {
  core::refuse_at_process_end(operation);
  for (const std::shared_ptr<OpenclStream> &stream : streams())
    stream->wait(stream->last(), operation);
}

void OpenclDevice::wait_quietly() noexcept {
  if (core::process_has_ended())
    return;
  for (const std::shared_ptr<OpenclStream> &stream : streams())
    stream->wait_quietly();
  forget_finished();
}

/// Lets go of destroyed streams, but not of what their kernels have reported.
void OpenclDevice::forget_finished() noexcept {
  if (core::process_has_ended())
    return;
  for (const std::shared_ptr<OpenclStream> &stream : streams())
    if (stream->has_finished() && stream->is_closed()) {
      try {
        note_failure(*stream, [] { return std::string("running kernels in a stream that is destroyed"); });
      } catch (const Error &) { // then nobody will know
      }
      failures_.disown(stream.get());
      const std::lock_guard lock(mutex_);
      std::erase(streams_, stream);
    }
}

/// If a kernel of the stream has failed, or its thread, remembers that; work of the stream has just been
/// waited for.
void OpenclDevice::note_failure(OpenclStream &stream, const Operation &operation) {
  if (std::shared_ptr<const Error> failure = stream.take_host_failure())
    failures_.add(&stream, std::move(failure));
  if (stream.take_failure(operation))
    failures_.add(&stream, print_memory_.take_failure(), operation);
}

void OpenclDevice::throw_failure(OpenclStream &stream, const Operation &operation) {
  note_failure(stream, operation);
  failures_.throw_oldest_of(&stream);
}

void OpenclDevice::synchronize(Operation operation) {
  core::refuse_in_host_call(operation);
  wait_for_streams(operation);
  for (const std::shared_ptr<OpenclStream> &stream : streams())
    note_failure(*stream, operation);
  forget_finished();
  failures_.throw_oldest();
}

core::BackendDevice &OpenclDevice::reset(Operation operation) {
  core::refuse_in_host_call(operation);
  wait_for_streams(operation);
  for (const std::shared_ptr<OpenclStream> &stream : streams())
    note_failure(*stream, operation);
  forget_finished();
  failures_.forget_all();
  return *this;
}

void OpenclDevice::set_heap_bytes(std::size_t, Operation operation) {
  detail::fail(ErrorCategory::not_supported, operation.text(), "kernels on OpenCL devices have no heap");
}

std::size_t OpenclDevice::heap_bytes(Operation) {
  return 0;
}

} // namespace kcc::opencl
