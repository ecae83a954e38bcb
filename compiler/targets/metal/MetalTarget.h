// The target for Metal's devices: SPIR-V of a form that targets/metal/MetalText.h translates.
#ifndef KCC_TARGETS_METAL_METALTARGET_H
#define KCC_TARGETS_METAL_METALTARGET_H

#include "targets/Target.h"

namespace kcc::compiler {

std::unique_ptr<Target> createMetalTarget(const CodeOptions &Options);

} // namespace kcc::compiler

#endif
