// The memory to which a device's kernels write what they print and why they failed.
#ifndef KCC_RUNTIME_VULKAN_PRINT_MEMORY_H
#define KCC_RUNTIME_VULKAN_PRINT_MEMORY_H

#include "../core/print_reader.h"
#include "memory_blocks.h"

#include <atomic>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>

namespace kcc::vulkan {

class VulkanDevice;

/// Created when the first module that writes is loaded. All functions may be called from any thread.
class PrintMemory {
public:
  explicit PrintMemory(VulkanDevice &device) : device_(device) {}

  /// The address of the device's abi::PrintControl, for a module's variable abi::print_variable.
  std::uint64_t control(const core::Operation &);

  /// What has arrived since the last call.
  core::Messages take() noexcept;

  /// What a kernel that has failed says about it, if it does; from then on, the next one can.
  std::optional<std::string> take_failure() noexcept;

  std::uint64_t capacity();
  /// Returns false if there is a ring already.
  bool set_capacity(std::uint64_t bytes);

private:
  static constexpr std::uint64_t standard_capacity = std::uint64_t{1} << 20;

  core::PrintReader::Counters read_counters();

  VulkanDevice &device_;
  std::mutex mutex_; ///< guards what follows
  std::uint64_t capacity_ = standard_capacity;
  Block control_, channel_;
  std::optional<core::PrintReader> reader_;
};

} // namespace kcc::vulkan

#endif
