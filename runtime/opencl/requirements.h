// What a SPIR-V module needs of an OpenCL device.
#ifndef KCC_RUNTIME_OPENCL_REQUIREMENTS_H
#define KCC_RUNTIME_OPENCL_REQUIREMENTS_H

#include "../spirv/spirv_module.h"
#include "device_facts.h"

namespace kcc::opencl {

/// Throws an Error that names what the module needs and the device is known to lack. Drivers say the rest.
void check_requirements(const spirv::Module &, const DeviceFacts &, const core::Operation &);

} // namespace kcc::opencl

#endif
