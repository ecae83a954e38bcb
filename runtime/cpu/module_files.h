// Loading module files (include/kcc/abi/cpu_module.h).
#ifndef KCC_RUNTIME_CPU_MODULE_FILES_H
#define KCC_RUNTIME_CPU_MODULE_FILES_H

#include "../core/module_backend.h"

namespace kcc::cpu {

class ModuleFiles final : public core::ModuleBackend {
public:
  core::LoadedCode load(const core::Content &, const JitOptions &, core::Operation) override;
  core::LinkedCode link(std::span<const core::LinkInput>, const LinkerOptions &, core::Operation) override;
  std::optional<std::vector<std::string>> entries(core::ModuleHandle *, core::Operation) override {
    return std::nullopt; // its manifest lists them
  }
  void finish_loading(core::FunctionHandle *, core::Operation) override {} // the dynamic linker has done it
  std::optional<std::vector<core::ParameterPlace>> parameters(core::FunctionHandle *,
                                                              core::Operation) override {
    return std::nullopt;
  }
};

} // namespace kcc::cpu

#endif
