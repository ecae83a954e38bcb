// Modules, their variables and their kernels.
#include "../core/missing_code.h"
#include "../core/process_end.h"
#include "../spirv/loaded_modules.h"
#include "handles.h"
#include "opencl_device.h"
#include "programs.h"

#include <algorithm>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace kcc::opencl {

const abi::Code &OpenclDevice::choose_code(const abi::Image &image, Operation operation) {
  const std::span codes(image.codes, image.code_count);
  const auto found = std::ranges::find(codes, abi::CodeKind::opencl, &abi::Code::kind);
  if (found == codes.end())
    core::fail_without_code(operation.text(), image, "OpenCL devices", "spirv");
  return *found;
}

core::ModuleHandle *OpenclDevice::load_code(const abi::Code &code, Operation operation) {
  if (code.kind != abi::CodeKind::opencl)
    detail::fail(ErrorCategory::not_supported, operation.text(),
                 "OpenCL devices load SPIR-V for OpenCL only");
  return load_spirv(spirv::parse(std::span(static_cast<const std::byte *>(code.bytes), code.size),
                                 spirv::Environment::opencl, operation),
                    operation);
}

core::ModuleHandle *OpenclDevice::load_spirv(spirv::Module module, const Operation &operation) {
  Context &gpu = context(operation);
  auto loaded = std::make_unique<ModuleData>(gpu);
  try {
    BuiltProgram built = build_program(gpu, module, operation);
    loaded->program = built.program;
    loaded->log = std::move(built.log);
    if (!module.variables.empty()) {
      std::vector<std::byte> &bytes = module.variables;
      loaded->variables = gpu.allocations.allocate(bytes.size(), MemoryKind::device, operation);
      spirv::write_addresses(module, reinterpret_cast<std::uintptr_t>(loaded->variables),
                             [&] { return print_memory_.control(operation); });
      gpu.copy_to_device(loaded->variables, bytes.data(), bytes.size(), operation);
    }
    loaded->symbols = std::move(module.symbols);
    for (const std::string &entry : module.entries) {
      FunctionData &function = loaded->functions
                                   .try_emplace(entry, *loaded, entry, module.with_warps.contains(entry),
                                                module.with_pushed_parameters.contains(entry))
                                   .first->second;
      Status status = success;
      function.kernel = gpu.api.create_kernel(loaded->program, entry.c_str(), &status);
      check(status, gpu.api.create_kernel.name, operation);
      std::size_t threads = 0;
      gpu.call(operation, gpu.api.get_work_group_info, function.kernel, facts_->device,
               Uint{kernel_work_group_size}, sizeof threads, &threads, nullptr);
      function.max_threads = static_cast<std::uint32_t>(threads);
    }
  } catch (...) {
    unload(reinterpret_cast<ModuleHandle *>(loaded.release()));
    throw;
  }
  return reinterpret_cast<ModuleHandle *>(loaded.release());
}

void OpenclDevice::unload(ModuleHandle *handle) noexcept {
  const std::unique_ptr<ModuleData> module(&data(handle));
  if (core::process_has_ended())
    return;
  wait_quietly();
  Context &gpu = module->context;
  for (auto &[name, function] : module->functions)
    if (function.kernel)
      gpu.api.release_kernel(function.kernel);
  if (module->program)
    gpu.api.release_program(module->program);
  if (module->variables)
    gpu.allocations.release(module->variables, [] {});
}

core::Function OpenclDevice::function(ModuleHandle *module, const char *entry, Operation operation) {
  FunctionData &function = spirv::find_function(data(module).functions, entry, operation);
  if (const std::string why = function.needs_warps ? facts_->why_no_warps() : ""; !why.empty())
    detail::fail(ErrorCategory::not_supported, operation.text(),
                 "the kernel uses warps, as block algorithms do, and " + why,
                 "Run it on another device: see kcc::Device::all()");
  return {reinterpret_cast<core::FunctionHandle *>(&function), function.max_threads, 0};
}

core::GlobalMemory OpenclDevice::global(ModuleHandle *module, const char *symbol, Operation operation) {
  const ModuleData &loaded = data(module);
  return spirv::find_variable(loaded.symbols, loaded.variables, symbol, operation);
}

} // namespace kcc::opencl
