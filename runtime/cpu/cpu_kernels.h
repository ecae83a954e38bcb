// What the CPU device knows about kernels.
#ifndef KCC_RUNTIME_CPU_CPU_KERNELS_H
#define KCC_RUNTIME_CPU_CPU_KERNELS_H

#include "../core/kernel_backend.h"

namespace kcc::cpu {

class CpuKernels final : public core::KernelBackend {
public:
  /// Registers, local and constant memory belong to the host's code.
  KernelAttributes attributes(core::FunctionHandle *, core::Operation) override { return {}; }
  /// A worker thread runs one block.
  std::uint32_t resident_blocks(const core::Launch &, core::Operation) override { return 1; }
};

} // namespace kcc::cpu

#endif
