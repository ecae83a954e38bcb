#include "context.h"

#include <array>
#include <atomic>
#include <cstring>

namespace kcc::opencl {

static ContextRef make_context(const DeviceFacts &facts, const core::Operation &operation) {
  const std::array<Property, 3> properties{context_platform, reinterpret_cast<Property>(facts.platform), 0};
  Status status = success;
  ContextRef made = facts.api.create_context(properties.data(), 1, &facts.device, nullptr, nullptr, &status);
  check(status, facts.api.create_context.name, operation);
  return made;
}

Context::Context(const DeviceFacts &from, const core::Operation &operation)
    : facts(from), api(from.api), context(make_context(from, operation)), allocations(*this),
      parameter_blocks(*this) {
  try {
    own_queue_ = make_queue(0, operation);
  } catch (const Error &) {
    api.release_context(context);
    throw;
  }
}

QueueRef Context::make_queue(int priority, const core::Operation &operation) const {
  const QueueProperty level = priority < 0   ? queue_priority_high
                              : priority > 0 ? queue_priority_low
                                             : queue_priority_medium;
  // The medium priority is what queues have without the property.
  const std::array<QueueProperty, 5> properties{queue_properties, queue_profiling_enable,
                                                priority == 0 ? QueueProperty{0} : queue_priority, level, 0};
  Status status = success;
  QueueRef made = api.create_queue(context, facts.device, properties.data(), &status);
  check(status, api.create_queue.name, operation);
  return made;
}

void Context::read(void *to, const void *device_memory, std::size_t bytes,
                   const core::Operation &operation) const {
  if (!facts.has_fine_grain())
    return call(operation, api.enqueue_copy, own_queue_, Bool{1}, to, device_memory, bytes, Uint{0}, nullptr,
                nullptr);
  std::atomic_thread_fence(std::memory_order_acquire);
  std::memcpy(to, device_memory, bytes);
}

void Context::write(void *device_memory, const void *from, std::size_t bytes,
                    const core::Operation &operation) const {
  if (!facts.has_fine_grain())
    return copy_to_device(device_memory, from, bytes, operation);
  std::memcpy(device_memory, from, bytes);
  std::atomic_thread_fence(std::memory_order_release);
}

void Context::copy_to_device(void *device_memory, const void *from, std::size_t bytes,
                             const core::Operation &operation) const {
  call(operation, api.enqueue_copy, own_queue_, Bool{1}, device_memory, from, bytes, Uint{0}, nullptr,
       nullptr);
}

} // namespace kcc::opencl
