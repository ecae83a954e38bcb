// The target for OpenCL devices, through SPIR-V.
#ifndef KCC_TARGETS_OPENCL_OPENCLTARGET_H
#define KCC_TARGETS_OPENCL_OPENCLTARGET_H

#include "targets/Target.h"
#include <memory>

namespace kcc::compiler {

std::unique_ptr<Target> createOpenclTarget(const CodeOptions &Options);

} // namespace kcc::compiler

#endif
