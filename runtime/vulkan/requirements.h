// What a SPIR-V module needs of a Vulkan device, and what is taken out of it for devices that lack it.
#ifndef KCC_RUNTIME_VULKAN_REQUIREMENTS_H
#define KCC_RUNTIME_VULKAN_REQUIREMENTS_H

#include "../spirv/spirv_module.h"
#include "features.h"

#include <string>

namespace kcc::vulkan {

/// Takes out of the module that subnormal numbers are kept, for the widths for which the device cannot
/// promise that (docs/devices.md says which do not).
void drop_modes_of_subnormals(spirv::Module &, const DeviceFeatures &);

/// Takes out of the module how threads of warps reconverge, for a device without warps, which runs
/// only the entries that need none.
void drop_reconvergence(spirv::Module &, const DeviceFeatures &);

/// Throws an Error that names what the module needs and the device lacks.
void check_requirements(const spirv::Module &, const DeviceFeatures &, const std::string &device_label,
                        const core::Operation &operation);

} // namespace kcc::vulkan

#endif
