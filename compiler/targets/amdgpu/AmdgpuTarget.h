// The target for AMD's GPUs, through LLVM's AMDGPU back end.
#ifndef KCC_TARGETS_AMDGPU_AMDGPUTARGET_H
#define KCC_TARGETS_AMDGPU_AMDGPUTARGET_H

#include "targets/Target.h"

namespace kcc::compiler {

/// Registers LLVM's AMDGPU back end, and that for NVPTX, through which the optimizer sees the code.
void initializeAmdgpu();

/// Creates the target for \p Arch ("gfx90a"); an unknown name is an error that lists the known ones.
llvm::Expected<std::unique_ptr<Target>> createAmdgpuTarget(llvm::StringRef Arch, const CodeOptions &Options);

} // namespace kcc::compiler

#endif
