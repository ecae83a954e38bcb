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
  const std::uint32_t found = std::atomic_ref(stream.status().host->failures).exchange(0);
  if (found == 0)
    return;
  std::optional<std::string> report = print_memory_.take_failure();
  if ((found & abi::spirv_loop_cut_off) != 0) // what the kernel says may be a consequence
    report =
        "the driver has ended a loop of a kernel too early: Mesa's llvmpipe allows the loops of a group of "
        "eight threads 65535 iterations in all; Mesa 25 has no such limit";
  failures().add(&stream, report, operation);
}

void VulkanDevice::set_heap_bytes(std::size_t, Operation operation) {
  detail::fail(ErrorCategory::not_supported, operation.text(), "kernels on Vulkan devices have no heap");
}

} // namespace kcc::vulkan
