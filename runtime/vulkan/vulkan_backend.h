// GPUs of any vendor as a backend of the runtime, through Vulkan.
#ifndef KCC_RUNTIME_VULKAN_VULKAN_BACKEND_H
#define KCC_RUNTIME_VULKAN_VULKAN_BACKEND_H

#include "../core/backend.h"

namespace kcc::vulkan {

core::BackendEntry backend_entry();

} // namespace kcc::vulkan

#endif
