#include "vulkan_modules.h"

#include "vulkan_device.h"

#include <span>

namespace kcc::vulkan {

core::LoadedCode VulkanModules::load(const core::Content &content, const JitOptions &,
                                     core::Operation operation) {
  if (content.kind != core::ContentKind::spirv)
    detail::fail(
        ErrorCategory::not_supported, operation.text(),
        std::string("it is ") + core::content_text(content.kind) + ", and Vulkan devices load SPIR-V only",
        "Compile the kernels with --target=vulkan, or embed them with add_gpu_kernel(... TARGETS vulkan)");
  spirv::Module module = spirv::parse(std::span(static_cast<const std::byte *>(content.bytes), content.size),
                                      spirv::Environment::vulkan, operation);
  core::LoadedCode loaded;
  loaded.manifest = module.manifest;
  loaded.module = device_.load_spirv(std::move(module), operation);
  return loaded;
}

core::LinkedCode VulkanModules::link(std::span<const core::LinkInput>, const LinkerOptions &,
                                     core::Operation operation) {
  detail::fail(ErrorCategory::not_supported, operation.text(), "Vulkan devices have no linker");
}

std::optional<std::vector<std::string>> VulkanModules::entries(core::ModuleHandle *handle, core::Operation) {
  std::vector<std::string> names;
  for (const auto &[name, function] : data(handle).functions)
    names.push_back(name);
  return names;
}

} // namespace kcc::vulkan
