// What HIP knows about kernels.
#ifndef KCC_RUNTIME_HIP_OCCUPANCY_H
#define KCC_RUNTIME_HIP_OCCUPANCY_H

#include "../core/kernel_backend.h"

namespace kcc::hip {

class HipDevice;

class HipKernels final : public core::KernelBackend {
public:
  /// The device outlives this object.
  explicit HipKernels(HipDevice &device) : device_(device) {}

  KernelAttributes attributes(core::FunctionHandle *, core::Operation) override;
  std::uint32_t resident_blocks(const core::Launch &, core::Operation) override;
  std::uint32_t active_clusters(const core::Launch &, core::Operation) override;
  std::size_t available_dynamic_shared_bytes(core::FunctionHandle *, std::uint32_t blocks,
                                             std::uint32_t threads, std::size_t most,
                                             core::Operation) override;

private:
  std::uint32_t resident_blocks(core::FunctionHandle *, std::uint32_t threads, std::size_t shared_bytes,
                                const core::Operation &);

  HipDevice &device_;
};

} // namespace kcc::hip

#endif
