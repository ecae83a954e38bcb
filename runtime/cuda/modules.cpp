// Code, its kernels and its variables.
#include "choose_code.h"
#include "current.h"
#include "handles.h"

namespace kcc::cuda {

const abi::Code &CudaDevice::choose_code(const abi::Image &image, Operation operation) {
  if (const abi::Code *code = cuda::choose_code(image, capability_))
    return *code;
  std::string present;
  for (const abi::Code &code : std::span(image.codes, image.code_count))
    if (code.kind == abi::CodeKind::ptx || code.kind == abi::CodeKind::cubin)
      present += (present.empty() ? "" : ", ") + std::string(code.arch) +
                 (code.kind == abi::CodeKind::cubin ? " (cubin)" : "");
  detail::fail(ErrorCategory::invalid_code, operation.text(),
               "the image has no PTX that runs on " + info().arch + "; it has PTX for " +
                   (present.empty() ? "no architecture" : present),
               "Compile the kernels for " + info().arch +
                   " or an older architecture without a or f behind the number");
}

core::ModuleHandle *CudaDevice::load_code(const abi::Code &code, Operation operation) {
  if (code.kind != abi::CodeKind::ptx && code.kind != abi::CodeKind::cubin)
    detail::fail(ErrorCategory::invalid_code, operation.text(), "a GPU cannot load code of this kind");
  const auto kind = code.kind == abi::CodeKind::ptx ? core::ContentKind::ptx : core::ContentKind::cubin;
  return modules_.load({kind, code.bytes, code.size}, {}, operation).module;
}

void CudaDevice::unload(ModuleHandle *module) noexcept {
  without_throwing([&](Operation operation) {
    const Current current(*this, operation);
    api_.ctx_synchronize(); // a launch of it may still run in a destroyed stream
    core::deliver_quietly(*this, core::Delivery::no_wait);
    checks_.detach(data(module).module);
    if (!data(module).is_adopted)
      api_.module_unload(data(module).module);
  });
  delete &data(module);
}

core::Function CudaDevice::function(ModuleHandle *handle, const char *entry, Operation operation) {
  const Current current(*this, operation);
  ModuleData &module = data(handle);
  const std::lock_guard lock(module.mutex);
  FunctionRef found = nullptr;
  call(operation, api_.module_get_function, &found, module.module, entry);
  int max_threads = 0, static_shared = 0;
  call(operation, api_.func_get_attribute, &max_threads, function_max_threads, found);
  call(operation, api_.func_get_attribute, &static_shared, function_static_shared_bytes, found);
  FunctionData &function = module.functions[entry];
  function.function = found;
  return {reinterpret_cast<core::FunctionHandle *>(&function), static_cast<std::uint32_t>(max_threads),
          static_cast<std::uint32_t>(static_shared)};
}

core::GlobalMemory CudaDevice::global(ModuleHandle *module, const char *symbol, Operation operation) {
  const Current current(*this, operation);
  DevicePointer memory = 0;
  std::size_t bytes = 0;
  call(operation, api_.module_get_global, &memory, &bytes, data(module).module, symbol);
  return {pointer(memory), bytes};
}

} // namespace kcc::cuda
