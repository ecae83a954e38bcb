// The target for Vulkan devices.
#ifndef KCC_TARGETS_VULKAN_VULKANTARGET_H
#define KCC_TARGETS_VULKAN_VULKANTARGET_H

#include "targets/Target.h"
#include <memory>

namespace kcc::compiler {

std::unique_ptr<Target> createVulkanTarget(const CodeOptions &Options);

} // namespace kcc::compiler

#endif
