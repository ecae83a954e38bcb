// Loading PTX, cubins and fatbins.
#ifndef KCC_RUNTIME_CUDA_CUDA_MODULES_H
#define KCC_RUNTIME_CUDA_CUDA_MODULES_H

#include "../core/module_backend.h"

namespace kcc::cuda {

class CudaDevice;

class CudaModules final : public core::ModuleBackend {
public:
  explicit CudaModules(CudaDevice &device) : device_(device) {}

  core::LoadedCode load(const core::Content &, const JitOptions &, core::Operation) override;
  core::LinkedCode link(std::span<const core::LinkInput>, const LinkerOptions &, core::Operation) override;
  std::optional<std::vector<std::string>> entries(core::ModuleHandle *, core::Operation) override;
  void finish_loading(core::FunctionHandle *, core::Operation) override;
  std::optional<std::vector<core::ParameterPlace>> parameters(core::FunctionHandle *,
                                                              core::Operation) override;

private:
  core::LoadedCode load_now(const core::Content &, const JitOptions &, const core::Operation &);
  std::optional<core::LoadedCode> load_through_cache(const core::Content &ptx, const JitOptions &,
                                                     const core::Operation &);
  core::LinkedCode link_by_driver(std::span<const core::LinkInput>, const JitOptions &,
                                  const core::Operation &);

  CudaDevice &device_;
};

} // namespace kcc::cuda

#endif
