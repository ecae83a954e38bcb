// The meaning of Vulkan's results, and what to do about them.
#ifndef KCC_RUNTIME_VULKAN_VULKAN_ERRORS_H
#define KCC_RUNTIME_VULKAN_VULKAN_ERRORS_H

#include "../core/backend.h"
#include "vulkan_types.h"

#include <kcc/runtime/error.h>

#include <string>

namespace kcc::vulkan {

// X(number, name, category, text, advice): the failures that kcc's calls may return. Names are without VK_.
#define KCC_VULKAN_ERRORS(X)                                                                                 \
  X(-1, ERROR_OUT_OF_HOST_MEMORY, out_of_memory, "the host has not enough memory", "")                       \
  X(-2, ERROR_OUT_OF_DEVICE_MEMORY, out_of_memory, "the device has not enough memory",                       \
    "Free buffers, or work on smaller parts")                                                                \
  X(-3, ERROR_INITIALIZATION_FAILED, driver, "the driver could not start", "")                               \
  X(-4, ERROR_DEVICE_LOST, device_lost, "the device failed or was reset",                                    \
    "A kernel may have accessed memory outside of its buffers or run too long: find it on the CPU device "   \
    "(KCC_DEVICE=cpu). The device is unusable to this process from now on")                                  \
  X(-5, ERROR_MEMORY_MAP_FAILED, system, "memory could not be mapped", "")                                   \
  X(-6, ERROR_LAYER_NOT_PRESENT, driver, "a layer is missing", "Check VK_INSTANCE_LAYERS")                   \
  X(-7, ERROR_EXTENSION_NOT_PRESENT, driver, "an extension is missing", "")                                  \
  X(-8, ERROR_FEATURE_NOT_PRESENT, not_supported, "the device lacks a feature", "")                          \
  X(-9, ERROR_INCOMPATIBLE_DRIVER, driver, "there is no Vulkan driver, or an incompatible one",              \
    "Install the GPU's driver, such as mesa-vulkan-drivers, and check VK_DRIVER_FILES if it is set")         \
  X(-10, ERROR_TOO_MANY_OBJECTS, out_of_memory, "there are too many objects of this kind",                   \
    "Take fewer and larger buffers")                                                                         \
  X(-12, ERROR_FRAGMENTED_POOL, out_of_memory, "a pool is fragmented", "")                                   \
  X(-13, ERROR_UNKNOWN, internal, "the driver gives no reason", "")                                          \
  X(-1000012000, ERROR_INVALID_SHADER_NV, invalid_code, "the driver refuses the code", "")                   \
  X(-1000257000, ERROR_INVALID_OPAQUE_CAPTURE_ADDRESS, internal, "an address is not available", "")

/// "VK_ERROR_DEVICE_LOST"; "VkResult" for numbers not in the table.
const char *result_name(Result result) noexcept;

/// The error of a failed call. `call` is the name of the Vulkan function.
Error vulkan_error(Result result, const char *call, std::string operation);

/// Throws vulkan_error() unless the call succeeded.
inline void check(Result result, const char *call, const core::Operation &operation) {
  if (result != success)
    throw vulkan_error(result, call, operation.text());
}

} // namespace kcc::vulkan

#endif
