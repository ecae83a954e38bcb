// The end of the process, after which Vulkan must not be called: static objects of the drivers and layers are
// destroyed before those of the program that were made before Vulkan was loaded.
#ifndef KCC_RUNTIME_VULKAN_PROCESS_END_H
#define KCC_RUNTIME_VULKAN_PROCESS_END_H

#include "../core/backend.h"

#include <functional>

namespace kcc::vulkan {

/// Whether it has come.
bool process_has_ended() noexcept;

/// Throws Error if it has come.
void refuse_at_process_end(const core::Operation &operation);

/// Calls `wait` just before it comes. To be called when the drivers are loaded.
void before_process_end(std::function<void()> wait);

} // namespace kcc::vulkan

#endif
