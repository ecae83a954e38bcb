#include <kcc/runtime/module.h>

#include "loaded_module.h"

#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <utility>

namespace kcc {

namespace {

/// Includes why there is no GPU: if Device::pick() chose the CPU device, the program does not know yet. The
/// reasons' own hints are left out, as they recommend the CPU device.
std::string needs_cuda_device() {
  std::string text = "a PTX file needs a CUDA device";
  for (const Error &reason : Device::unavailable()) {
    const std::string what = reason.what();
    text += "; unavailable: " + what.substr(0, what.find(". Hint: "));
  }
  return text;
}

std::shared_ptr<core::LoadedModule> load_text(const Device &device, std::string_view ptx, std::string name) {
  core::BackendDevice &backend = device.backend_device();
  const std::string operation = "loading module `" + name + "` on " + backend.info().label;
  if (device.backend() != Backend::cuda)
    detail::fail(operation, needs_cuda_device(),
                 "Embed the kernels with add_gpu_kernel(), whose images have code for the CPU device too, or "
                 "load on kcc::Device::cuda()");
  if (ptx.starts_with("\x7f"
                      "ELF"))
    detail::fail(operation, "it is a binary (ELF), not PTX text", "Compile the kernel with --emit=ptx");
  return core::LoadedModule::from_ptx(backend, ptx, std::move(name));
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

Module Module::load_file(const Device &device, const std::filesystem::path &file) {
  errno = 0;
  std::ifstream in(file, std::ios::binary);
  std::string text;
  // read() reports errors; stream iterators would throw or end early (reading a directory does).
  std::array<char, 65536> part;
  while (in.read(part.data(), part.size()) || in.gcount() > 0)
    text.append(part.data(), static_cast<std::size_t>(in.gcount()));
  if (!in.is_open() || in.bad())
    detail::fail("reading module `" + file.string() + "`",
                 errno != 0 ? std::strerror(errno) : "the file cannot be read",
                 "A relative path starts at the current directory, " +
                     std::filesystem::current_path().string());
  return Module(device, load_text(device, text, file.filename().string()));
}

Module Module::load_ptx(const Device &device, std::string_view ptx) {
  return Module(device, load_text(device, ptx, "PTX text"));
}

Module Module::load(const Device &device, const abi::Image &image) {
  return Module(device, core::LoadedModule::from_image(device.backend_device(), image));
}

core::LoadedModule &Module::code() const {
  if (!module_)
    detail::fail("using a module on " + device_.backend_device().info().label, "the module was moved from",
                 "Use the kcc::Module that it was moved to");
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

std::vector<std::string> Module::kernel_names() const {
  std::vector<std::string> names;
  for (const auto &kernel : code().kernels())
    names.push_back(kernel->info.name);
  return names;
}

} // namespace kcc
