// The checks of a launch before the backend sees it, so that errors name the limit and not a driver's code.
#ifndef KCC_RUNTIME_CORE_LAUNCH_LIMITS_H
#define KCC_RUNTIME_CORE_LAUNCH_LIMITS_H

#include "loaded_module.h"

#include <kcc/runtime/launch_config.h>

namespace kcc::core {

/// Throws Error if the shape is over a limit of the device or the kernel.
void check_launch(BackendDevice &device, const LoadedKernel &kernel, const LaunchConfig &config);

} // namespace kcc::core

#endif
