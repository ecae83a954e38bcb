#include "hip_modules.h"

#include "code_object.h"
#include "hip_device.h"

namespace kcc::hip {

core::LoadedCode HipModules::load(const core::Content &content, const JitOptions &,
                                  core::Operation operation) {
  const std::string &arch = device_.info().arch;
  if (content.kind != core::ContentKind::amdgpu)
    detail::fail(ErrorCategory::not_supported, operation.text(),
                 std::string("it is ") + core::content_text(content.kind) +
                     ", and HIP devices load code objects for AMD's GPUs only",
                 "Compile the kernels with kcc --target=amdgpu --arch=" + arch);
  const std::string_view code(static_cast<const char *>(content.bytes), content.size);
  if (const std::string_view made_for = arch_of_code(code); !made_for.empty() && made_for != arch)
    detail::fail(ErrorCategory::invalid_code, operation.text(),
                 "the code object is for " + std::string(made_for) + ", the device is " + arch,
                 "Compile the kernels with --arch=" + arch);
  core::LoadedCode loaded;
  loaded.manifest = manifest_of_code(code);
  loaded.module = device_.load(content.bytes, content.size, operation);
  return loaded;
}

core::LinkedCode HipModules::link(std::span<const core::LinkInput>, const LinkerOptions &,
                                  core::Operation operation) {
  detail::fail(ErrorCategory::not_supported, operation.text(), "HIP devices have no linker");
}

std::optional<std::vector<std::string>> HipModules::entries(core::ModuleHandle *, core::Operation operation) {
  detail::fail(ErrorCategory::not_supported, operation.text(),
               "the code object contains no manifest, and HIP cannot tell its kernels",
               "Give the manifest (ModuleOptions::manifest_file), or compile the kernels with kcc");
}

} // namespace kcc::hip
