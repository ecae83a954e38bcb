// Starting the device, waiting for all of it, and the failures of kernels.
#include "vulkan_device.h"

#include "../core/host_calls.h"
#include "../core/process_end.h"

#include <algorithm>
#include <atomic>
#include <utility>

namespace kcc::vulkan {

Context &VulkanDevice::context(const Operation &operation) {
  core::refuse_at_process_end(operation);
  if (Context *const started = context_.load(std::memory_order_acquire))
    return *started;
  const std::lock_guard lock(starting_);
  if (Context *const started = context_.load(std::memory_order_relaxed))
    return *started;
  // Whatever is made before a call fails is kept for the next attempt.
  if (!made_context_)
    made_context_ = std::make_unique<Context>(*physical_, operation);
  if (!own_stream_)
    own_stream_ = std::make_shared<VulkanStream>(*made_context_, operation);
  default_stream_ = std::make_shared<VulkanStream>(*made_context_, operation);
  {
    const std::lock_guard listing(mutex_);
    streams_.push_back(default_stream_);
  }
  core::before_process_end([this] { wait_quietly(); });
  context_.store(made_context_.get(), std::memory_order_release);
  return *made_context_;
}

VulkanStream &VulkanDevice::own_stream(const Operation &operation) {
  (void)context(operation);
  return *own_stream_;
}

std::vector<std::shared_ptr<VulkanStream>> VulkanDevice::streams() const {
  const std::lock_guard lock(mutex_);
  return streams_;
}

void VulkanDevice::wait_for_streams(const Operation &operation) {
  core::refuse_at_process_end(operation);
  for (const std::shared_ptr<VulkanStream> &stream : streams())
    stream->wait(stream->last().value, operation);
}

void VulkanDevice::wait_quietly() noexcept {
  try {
    wait_for_streams([] { return std::string(); });
  } catch (const Error &) { // then nothing runs any more
  }
  forget_finished();
}

/// Lets go of destroyed streams, but not of what their kernels have reported.
void VulkanDevice::forget_finished() noexcept {
  if (core::process_has_ended())
    return;
  for (const std::shared_ptr<VulkanStream> &stream : streams())
    if (stream->has_finished() && stream->is_closed()) {
      note_failure(*stream, [] { return std::string("running kernels in a stream that is destroyed"); });
      const std::lock_guard lock(mutex_);
      for (Failure &failure : failures_)
        if (failure.stream == stream.get())
          failure.stream = nullptr;
      std::erase(streams_, stream);
    }
}

/// If a kernel of the stream has failed, remembers that; work of the stream has just been waited for.
void VulkanDevice::note_failure(VulkanStream &stream, const Operation &operation) {
  if (std::atomic_ref(stream.status().host->trapped).exchange(0) == 0)
    return;
  const std::optional<std::string> report = print_memory_.take_failure();
  auto error = std::make_shared<const Error>(Error::Parts{
      .operation = operation.text(),
      .code = 0,
      .code_name = {},
      .text = report ? *report : "a kernel has failed: one of its threads executed a trap",
      .log = {},
      .hint = "The device stays usable, but results are not right. Correct the cause, or find it on the CPU "
              "device (KCC_DEVICE=cpu)",
      .category = ErrorCategory::kernel_failed});
  const std::lock_guard lock(mutex_);
  failures_.push_back({&stream, std::move(error)});
}

void VulkanDevice::throw_failure(VulkanStream &stream, const Operation &operation) {
  note_failure(stream, operation);
  std::shared_ptr<const Error> failure;
  {
    const std::lock_guard lock(mutex_);
    const auto found = std::ranges::find(failures_, &stream, &Failure::stream);
    if (found == failures_.end())
      return;
    failure = found->error;
    failures_.erase(found);
  }
  throw *failure;
}

void VulkanDevice::synchronize(Operation operation) {
  core::refuse_in_host_call(operation);
  wait_for_streams(operation);
  for (const std::shared_ptr<VulkanStream> &stream : streams())
    note_failure(*stream, operation);
  forget_finished();
  std::shared_ptr<const Error> oldest;
  {
    const std::lock_guard lock(mutex_);
    if (failures_.empty())
      return;
    oldest = failures_.front().error;
    failures_.erase(failures_.begin());
  }
  throw *oldest;
}

void VulkanDevice::claim(const std::shared_ptr<const Error> &error) noexcept {
  const std::lock_guard lock(mutex_);
  std::erase_if(failures_, [&](const Failure &failure) { return failure.error == error; });
}

core::BackendDevice &VulkanDevice::reset(Operation operation) {
  core::refuse_in_host_call(operation);
  wait_for_streams(operation);
  for (const std::shared_ptr<VulkanStream> &stream : streams())
    note_failure(*stream, operation);
  forget_finished();
  const std::lock_guard lock(mutex_);
  failures_.clear();
  return *this;
}

void VulkanDevice::set_heap_bytes(std::size_t, Operation operation) {
  detail::fail(ErrorCategory::not_supported, operation.text(), "kernels on Vulkan devices have no heap");
}

std::size_t VulkanDevice::heap_bytes(Operation) {
  return 0;
}

} // namespace kcc::vulkan
