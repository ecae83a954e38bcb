// Loading SPIR-V.
#ifndef KCC_RUNTIME_VULKAN_VULKAN_MODULES_H
#define KCC_RUNTIME_VULKAN_VULKAN_MODULES_H

#include "../core/module_backend.h"

namespace kcc::vulkan {

class VulkanDevice;

class VulkanModules final : public core::ModuleBackend {
public:
  explicit VulkanModules(VulkanDevice &device) : device_(device) {}

  core::LoadedCode load(const core::Content &, const JitOptions &, core::Operation) override;
  core::LinkedCode link(std::span<const core::LinkInput>, const LinkerOptions &, core::Operation) override;
  std::optional<std::vector<std::string>> entries(core::ModuleHandle *, core::Operation) override;
  void finish_loading(core::FunctionHandle *, core::Operation) override {
  } // a pipeline needs the block's shape
  std::optional<std::vector<core::ParameterPlace>> parameters(core::FunctionHandle *,
                                                              core::Operation) override {
    return std::nullopt;
  }

private:
  VulkanDevice &device_;
};

} // namespace kcc::vulkan

#endif
