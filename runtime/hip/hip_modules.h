// Loading code objects that are not part of the program.
#ifndef KCC_RUNTIME_HIP_HIP_MODULES_H
#define KCC_RUNTIME_HIP_HIP_MODULES_H

#include "../core/module_backend.h"

namespace kcc::hip {

class HipDevice;

/// HIP cannot list a module's kernels, so a code object needs a manifest.
class HipModules final : public core::ModuleBackend {
public:
  explicit HipModules(HipDevice &device) : device_(device) {}

  core::LoadedCode load(const core::Content &, const JitOptions &, core::Operation) override;
  core::LinkedCode link(std::span<const core::LinkInput>, const LinkerOptions &, core::Operation) override;
  std::optional<std::vector<std::string>> entries(core::ModuleHandle *, core::Operation) override;
  void finish_loading(core::FunctionHandle *, core::Operation) override {}
  std::optional<std::vector<core::ParameterPlace>> parameters(core::FunctionHandle *,
                                                              core::Operation) override {
    return std::nullopt;
  }

private:
  HipDevice &device_;
};

} // namespace kcc::hip

#endif
