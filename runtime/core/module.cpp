#include <kcc/runtime/module.h>

#include "loaded_module.h"
#include "native_backend.h"
#include "read_file.h"

#include <span>
#include <utility>

namespace kcc {

namespace {

/// How a file that devices of the backend load is made.
std::string compile_hint(Backend backend) {
  switch (backend) {
  case Backend::cuda:
    return "Compile the kernels with --target=ptx, or embed them with add_gpu_kernel()";
  case Backend::hip:
    return "Compile the kernels with --target=amdgpu, or embed them with add_gpu_kernel(... TARGETS amdgpu)";
  case Backend::vulkan:
    return "Compile the kernels with --target=vulkan, or embed them with add_gpu_kernel(... TARGETS vulkan)";
  case Backend::opencl:
    return "Compile the kernels with --target=spirv, or embed them with add_gpu_kernel(... TARGETS spirv)";
  case Backend::cpu:
    break;
  }
  return "Embed the kernels with add_gpu_kernel(), whose images have code for the CPU device too, or make a "
         "module file for it (kcc --emit=so)";
}

/// Includes why there is no GPU: if Device::pick() chose the CPU device, the program does not know yet. The
/// reasons' own hints are left out, as they recommend the CPU device.
[[noreturn]] void fail_without_gpu(const std::string &operation, Backend backend, core::ContentKind kind) {
  std::string text = (kind == core::ContentKind::ptx ? "a PTX file" : std::string(core::content_text(kind))) +
                     " needs a CUDA device";
  for (const Error &reason : Device::unavailable()) {
    const std::string what = reason.what();
    text += "; unavailable: " + what.substr(0, what.find(". Hint: "));
  }
  detail::fail(ErrorCategory::not_supported, operation, text,
               compile_hint(backend) + ", or load on kcc::Device::cuda()");
}

bool is_for_gpus(core::ContentKind kind) {
  using enum core::ContentKind;
  return kind == ptx || kind == cubin || kind == relocatable_cubin || kind == fatbin || kind == lto_ir;
}

/// Reads the manifest, if the options name a file.
void take_manifest(ModuleOptions &options, const std::string &operation) {
  if (!options.manifest.empty() && !options.manifest_file.empty())
    detail::fail(operation, "ModuleOptions has both a manifest and a manifest_file", "Set one of them");
  if (!options.manifest_file.empty())
    options.manifest = core::read_file(options.manifest_file, "manifest");
}

std::shared_ptr<core::LoadedModule> load_code(const Device &device, std::span<const std::byte> bytes,
                                              ModuleOptions options, std::string_view standard_name,
                                              const std::filesystem::path &file = {}) {
  core::BackendDevice &backend = device.backend_device();
  bytes = core::without_final_nuls(bytes);
  const core::ContentKind kind = core::content_kind(bytes);
  if (options.name.empty())
    options.name = standard_name.empty() ? core::content_text(kind) : standard_name;
  const std::string operation = "loading module `" + options.name + "` on " + backend.info().label;
  if (device.backend() != Backend::cuda && is_for_gpus(kind))
    fail_without_gpu(operation, device.backend(), kind);
  if (device.backend() != Backend::vulkan && device.backend() != Backend::opencl &&
      kind == core::ContentKind::spirv)
    detail::fail(ErrorCategory::not_supported, operation, "SPIR-V needs a Vulkan or OpenCL device",
                 compile_hint(device.backend()) +
                     ", or load it on kcc::Device::vulkan() or kcc::Device::opencl()");
  if (device.backend() != Backend::hip && kind == core::ContentKind::amdgpu)
    detail::fail(ErrorCategory::not_supported, operation, "a code object for AMD's GPUs needs a HIP device",
                 compile_hint(device.backend()) + ", or load it on kcc::Device::hip()");
  take_manifest(options, operation);
  // The driver needs a NUL after a text and takes other code for aligned structs.
  const std::string copy(reinterpret_cast<const char *>(bytes.data()), bytes.size());
  const core::Content content{kind, copy.c_str(), copy.size(),
                              file.empty() ? "" : std::filesystem::absolute(file).string()};
  return core::LoadedModule::from_content(
      backend, content, options,
      core::module_info(content, options.manifest, "module `" + options.name + "`"));
}

} // namespace

const std::string &ModuleKernel::name() const noexcept {
  return kernel_->info.name;
}
const std::string &ModuleKernel::entry() const noexcept {
  return kernel_->info.entry;
}

Module &Module::operator=(Module &&other) noexcept {
  Module taken(std::move(other));
  std::swap(device_, taken.device_);
  std::swap(module_, taken.module_);
  return *this;
}

Module::~Module() {
  if (!module_) // moved from
    return;
  const std::weak_ptr<core::LoadedModule> code = module_;
  module_.reset();
  core::BackendDevice &device = device_.backend_device();
  if (code.expired()) // otherwise someone still needs it, and there is nothing to wait for
    device.retired_modules().unload(device);
}

Module Module::load_file(const std::filesystem::path &file) {
  return load_file(Device::pick(), file);
}

Module Module::load_file(const Device &device, const std::filesystem::path &file,
                         const ModuleOptions &options) {
  const std::string bytes = core::read_file(file, "module");
  return Module(device,
                load_code(device, std::as_bytes(std::span(bytes)), options, file.filename().string(), file));
}

Module Module::load_data(const Device &device, std::span<const std::byte> bytes,
                         const ModuleOptions &options) {
  return Module(device, load_code(device, bytes, options, {}));
}

Module Module::load_ptx(const Device &device, std::string_view ptx, const ModuleOptions &options) {
  return Module(device, load_code(device, std::as_bytes(std::span(ptx)), options, "PTX text"));
}

Module Module::load(const Device &device, const abi::Image &image) {
  return Module(device, core::LoadedModule::from_image(device.backend_device(), image));
}

Module Module::adopt(const Device &device, void *native, ModuleOptions options) {
  core::BackendDevice &backend = device.backend_device();
  if (options.name.empty())
    options.name = "module of other code";
  const auto operation = [&] { return "adopting module `" + options.name + "` on " + backend.info().label; };
  core::NativeBackend &natives = core::native_of(backend, operation);
  if (!native)
    detail::fail(operation(), "the module is null", "Pass what cuModuleLoad or a function like it gave");
  take_manifest(options, operation());
  return Module(device, core::LoadedModule::from_native(backend, natives, native, options));
}

core::LoadedModule &Module::code() const {
  if (!module_)
    detail::fail(ErrorCategory::invalid_state, "using a module on " + core::label(device_),
                 "the module was moved from", "Use the kcc::Module that it was moved to");
  return *module_;
}

ModuleKernel Module::kernel(std::string_view name_or_entry) const {
  return ModuleKernel(module_, code().resolve(name_or_entry));
}

core::LoadedKernel &Module::find_kernel(const char *entry, const detail::ParameterTypes &types,
                                        const abi::Image &image) const {
  core::LoadedKernel &kernel = code().resolve(entry);
  core::check_parameters(kernel, types);
  core::check_layouts(kernel, image);
  return kernel;
}

core::LoadedGlobal &Module::find_global(std::string_view name_or_symbol, const detail::ParameterType &type,
                                        detail::LayoutFunction layout, const abi::Image *image) const {
  core::LoadedGlobal &global = code().resolve_global(name_or_symbol);
  core::check_global(global, type);
  core::check_layout(global, layout);
  if (image != nullptr)
    core::check_layouts(global, *image);
  return global;
}

void Module::load_kernels() const {
  code().load_kernels();
}

const std::string &Module::log() const {
  return code().log();
}

std::vector<std::string> Module::kernel_names() const {
  std::vector<std::string> names;
  for (const auto &kernel : code().kernels())
    names.push_back(kernel->info.name);
  return names;
}

} // namespace kcc
