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
  std::uint32_t active_clusters(const core::Launch &, core::Operation) override;
  std::size_t available_dynamic_shared_bytes(core::FunctionHandle *, std::uint32_t blocks, std::uint32_t,
                                             std::size_t most, core::Operation) override {
    return blocks == 1 ? most : 0;
  }
};

} // namespace kcc::cpu

#endif
