// Starting the device, and the failures of kernels.
#include "vulkan_device.h"

#include <atomic>

namespace kcc::vulkan {

std::unique_ptr<Context> VulkanDevice::make_context(const Operation &operation) {
  return std::make_unique<Context>(*physical_, operation);
}

void VulkanDevice::complete_start(Context &context, const Operation &operation) {
  if (!own_stream_)
    own_stream_ = std::make_shared<VulkanStream>(context, operation);
}

std::shared_ptr<VulkanStream> VulkanDevice::make_stream(Context &context, const StreamOptions &,
                                                        const Operation &operation) {
  return std::make_shared<VulkanStream>(context, operation);
}

VulkanStream &VulkanDevice::own_stream(const Operation &operation) {
  (void)context(operation);
  return *own_stream_;
}

void VulkanDevice::note_failure(VulkanStream &stream, const Operation &operation) {
  if (std::atomic_ref(stream.status().host->trapped).exchange(0) == 0)
    return;
  failures().add(&stream, print_memory_.take_failure(), operation);
}

void VulkanDevice::set_heap_bytes(std::size_t, Operation operation) {
  detail::fail(ErrorCategory::not_supported, operation.text(), "kernels on Vulkan devices have no heap");
}

} // namespace kcc::vulkan
