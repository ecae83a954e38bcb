// Code, its kernels and its variables.
#include "current.h"

#include <span>
#include <string>
#include <string_view>

namespace kcc::hip {

const abi::Code &HipDevice::choose_code(const abi::Image &image, Operation operation) {
  std::string present;
  for (const abi::Code &code : std::span(image.codes, image.code_count)) {
    if (code.kind != abi::CodeKind::amdgpu)
      continue;
    if (code.arch == info().arch)
      return code;
    present += (present.empty() ? "" : ", ") + std::string(code.arch);
  }
  detail::fail(ErrorCategory::invalid_code, operation.text(),
               "the image has no code for " + info().arch + "; of AMD's GPUs, it has code for " +
                   (present.empty() ? "none" : present),
               "Compile the kernels with --target=amdgpu and --arch=" + info().arch +
                   " as well, if kcc has that architecture, or run on kcc::Device::cpu()");
}

core::ModuleHandle *HipDevice::load_code(const abi::Code &code, Operation operation) {
  if (code.kind != abi::CodeKind::amdgpu)
    detail::fail(ErrorCategory::invalid_code, operation.text(),
                 "HIP devices load code objects for AMD's GPUs only");
  return load(code.bytes, code.size, operation);
}

core::ModuleHandle *HipDevice::load(const void *bytes, std::size_t size, const Operation &operation) {
  const Current current(*this, operation);
  ModuleRef module = nullptr;
  call(operation, api_.module_load_data, &module, bytes);
  try {
    print_buffer_.attach(module, {static_cast<const char *>(bytes), size}, operation.text());
  } catch (const Error &) {
    api_.module_unload(module);
    throw;
  }
  return reinterpret_cast<ModuleHandle *>(module);
}

void HipDevice::unload(ModuleHandle *module) noexcept {
  without_throwing([&](Operation operation) {
    const Current current(*this, operation);
    api_.device_synchronize(); // a launch of it may still run in a destroyed stream
    core::deliver_quietly(*this, core::Delivery::no_wait);
    api_.module_unload(raw(module));
  });
}

core::Function HipDevice::function(ModuleHandle *module, const char *entry, Operation operation) {
  const Current current(*this, operation);
  FunctionRef found = nullptr;
  call(operation, api_.module_get_function, &found, raw(module), entry);
  int max_threads = 0, static_shared = 0;
  call(operation, api_.func_get_attribute, &max_threads, function_max_threads, found);
  call(operation, api_.func_get_attribute, &static_shared, function_static_shared_bytes, found);
  return {reinterpret_cast<core::FunctionHandle *>(found), static_cast<std::uint32_t>(max_threads),
          static_cast<std::uint32_t>(static_shared)};
}

core::GlobalMemory HipDevice::global(ModuleHandle *module, const char *symbol, Operation operation) {
  const Current current(*this, operation);
  core::GlobalMemory memory{};
  call(operation, api_.module_get_global, &memory.address, &memory.bytes, raw(module), symbol);
  return memory;
}

} // namespace kcc::hip
