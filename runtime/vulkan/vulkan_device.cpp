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
      failures_.disown(stream.get());
      const std::lock_guard lock(mutex_);
      std::erase(streams_, stream);
    }
}

/// If a kernel of the stream has failed, remembers that; work of the stream has just been waited for.
void VulkanDevice::note_failure(VulkanStream &stream, const Operation &operation) {
  const std::uint32_t failures = std::atomic_ref(stream.status().host->failures).exchange(0);
  if (failures == 0)
    return;
  std::optional<std::string> report = print_memory_.take_failure();
  if ((failures & abi::spirv_loop_cut_off) != 0) // else the rest may be its consequence
    report =
        "the driver has ended a loop of a kernel too early: Mesa's llvmpipe lets the loops of a thread and "
        "its neighbours have 65535 iterations in all, up to version 24 or so; use a newer Mesa";
  failures_.add(&stream, report, operation);
}

void VulkanDevice::throw_failure(VulkanStream &stream, const Operation &operation) {
  note_failure(stream, operation);
  failures_.throw_oldest_of(&stream);
}

void VulkanDevice::synchronize(Operation operation) {
  core::refuse_in_host_call(operation);
  wait_for_streams(operation);
  for (const std::shared_ptr<VulkanStream> &stream : streams())
    note_failure(*stream, operation);
  forget_finished();
  failures_.throw_oldest();
}

core::BackendDevice &VulkanDevice::reset(Operation operation) {
  core::refuse_in_host_call(operation);
  wait_for_streams(operation);
  for (const std::shared_ptr<VulkanStream> &stream : streams())
    note_failure(*stream, operation);
  forget_finished();
  failures_.forget_all();
  return *this;
}

void VulkanDevice::set_heap_bytes(std::size_t, Operation operation) {
  detail::fail(ErrorCategory::not_supported, operation.text(), "kernels on Vulkan devices have no heap");
}

std::size_t VulkanDevice::heap_bytes(Operation) {
  return 0;
}

} // namespace kcc::vulkan
