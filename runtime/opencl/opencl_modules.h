// Loading SPIR-V.
#ifndef KCC_RUNTIME_OPENCL_OPENCL_MODULES_H
#define KCC_RUNTIME_OPENCL_OPENCL_MODULES_H

#include "../core/module_backend.h"

namespace kcc::opencl {

class OpenclDevice;

class OpenclModules final : public core::ModuleBackend {
public:
  explicit OpenclModules(OpenclDevice &device) : device_(device) {}

  core::LoadedCode load(const core::Content &, const JitOptions &, core::Operation) override;
  core::LinkedCode link(std::span<const core::LinkInput>, const LinkerOptions &, core::Operation) override;
  std::optional<std::vector<std::string>> entries(core::ModuleHandle *, core::Operation) override;
  void finish_loading(core::FunctionHandle *, core::Operation) override {} // it is compiled already
  std::optional<std::vector<core::ParameterPlace>> parameters(core::FunctionHandle *,
                                                              core::Operation) override {
    return std::nullopt;
  }

private:
  OpenclDevice &device_;
};

} // namespace kcc::opencl

#endif
