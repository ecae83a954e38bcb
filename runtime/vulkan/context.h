// The logical device, and what all parts of the backend need of it.
#ifndef KCC_RUNTIME_VULKAN_CONTEXT_H
#define KCC_RUNTIME_VULKAN_CONTEXT_H

#include "features.h"
#include "memory_blocks.h"
#include "timestamps.h"
#include "vulkan_errors.h"

#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

namespace kcc::vulkan {

class VulkanStream;

/// A GPU as Vulkan lists it. Exists before anything is started on it.
struct PhysicalDevice {
  const Instance &instance;
  PhysicalDeviceRef device;
  DeviceFeatures features;
  MemoryProperties memory{};
  std::uint32_t family = 0; ///< of the queues that kcc uses
  std::uint32_t queue_count = 0;
  std::uint32_t timestamp_bits = 0;

  PhysicalDevice(const Instance &, PhysicalDeviceRef);
  /// Why it cannot be used; empty if it can.
  std::string problem() const;
};

/// What a stream is made of, and leaves to the next one. Destroying a semaphore would not be safe: Mesa 22.3
/// still uses it for a moment after it has told that its last value is reached.
struct StreamParts {
  SemaphoreRef semaphore = nullptr; ///< a timeline
  std::uint64_t value = 0;          ///< of the semaphore
  CommandPoolRef pool = nullptr;
  std::vector<CommandBufferRef> command_buffers;
  StatusSlot status;
};

/// A started device. It is never destroyed, nor are its parts.
class Context {
public:
  /// Throws Error if the driver cannot start it.
  Context(const PhysicalDevice &, const core::Operation &);
  Context(const Context &) = delete;
  Context &operator=(const Context &) = delete;

  const PhysicalDevice &physical;
  DeviceRef device = nullptr;
  DeviceApi api;
  PipelineLayoutRef pipeline_layout = nullptr; ///< the push constants of all kernels
  Allocations allocations;
  HostBlocks host_blocks;
  StatusSlots status_slots;
  Timestamps timestamps;

  /// Calls Vulkan; throws the Error if that fails.
  template <class... P, class... A>
  void call(const core::Operation &operation, const Call<Result(P...)> &function, A... arguments) const {
    check(function(arguments...), function.name, operation);
  }

  QueueRef next_queue();

  /// Guards all queues, and what streams have to do (stream.h).
  std::mutex scheduling;
  std::condition_variable host_work;                    ///< a function is to be called, or a stream has ended
  std::vector<std::shared_ptr<VulkanStream>> held_back; ///< streams with work that is not yet submitted

  std::mutex parts_mutex; ///< guards the next
  std::vector<StreamParts> free_parts;

private:
  std::vector<QueueRef> queues_;
  std::uint32_t next_queue_ = 0; ///< guarded by `scheduling`
};

} // namespace kcc::vulkan

#endif
