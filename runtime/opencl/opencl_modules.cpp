#include "opencl_modules.h"

#include "opencl_device.h"

#include <span>
#include <utility>

namespace kcc::opencl {

core::LoadedCode OpenclModules::load(const core::Content &content, const JitOptions &,
                                     core::Operation operation) {
  if (content.kind != core::ContentKind::spirv)
    detail::fail(
        ErrorCategory::not_supported, operation.text(),
        std::string("it is ") + core::content_text(content.kind) + ", and OpenCL devices load SPIR-V only",
        "Compile the kernels with --target=spirv, or embed them with add_gpu_kernel(... TARGETS spirv)");
  spirv::Module module = spirv::parse(std::span(static_cast<const std::byte *>(content.bytes), content.size),
                                      spirv::Environment::opencl, operation);
  core::LoadedCode loaded;
  loaded.manifest = module.manifest;
  loaded.module = device_.load_spirv(std::move(module), operation);
  loaded.log = data(loaded.module).log;
  return loaded;
}

core::LinkedCode OpenclModules::link(std::span<const core::LinkInput>, const LinkerOptions &,
                                     core::Operation operation) {
  detail::fail(ErrorCategory::not_supported, operation.text(), "OpenCL devices have no linker");
}

std::optional<std::vector<std::string>> OpenclModules::entries(core::ModuleHandle *handle, core::Operation) {
  std::vector<std::string> names;
  for (const auto &[name, function] : data(handle).functions)
    names.push_back(name);
  return names;
}

} // namespace kcc::opencl
