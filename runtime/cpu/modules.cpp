// Code that is linked into the program, its kernels and its variables.
#include "../core/missing_code.h"
#include "cpu_device.h"
#include "handles.h"

#include <algorithm>
#include <cstring>
#include <dlfcn.h>
#include <span>

namespace kcc::cpu {

namespace {

/// Whether a kernel is in the program or shared library that this copy of the runtime is in. Kernels of
/// others call the functions of the copy that is linked to them, which do not know this copy's threads.
bool is_linked_here([[maybe_unused]] void *kernel) {
#ifdef KCC_RUNTIME_SHARED
  return true; // all kernels of the process call this copy
#else
  static const char here = 0;
  Dl_info of_kernel, of_runtime;
  return dladdr(kernel, &of_kernel) == 0 || dladdr(&here, &of_runtime) == 0 ||
         of_kernel.dli_fbase == of_runtime.dli_fbase;
#endif
}

} // namespace

const abi::Code &CpuDevice::choose_code(const abi::Image &image, Operation operation) {
  const std::span codes(image.codes, image.code_count);
  const auto found = std::ranges::find(codes, abi::CodeKind::cpu, &abi::Code::kind);
  if (found == codes.end())
    core::fail_without_code(operation.text(), image, "the CPU device", "cpu");
  return *found;
}

core::ModuleHandle *CpuDevice::load_code(const abi::Code &code, Operation operation) {
  if (code.kind != abi::CodeKind::cpu)
    detail::fail(ErrorCategory::not_supported, operation.text(), "a PTX file needs a CUDA device");
  const auto &functions = *static_cast<const abi::CpuCode *>(code.bytes);
  if (functions.kernel_count != 0 && !is_linked_here(reinterpret_cast<void *>(functions.kernels->run_thread)))
    detail::fail(
        ErrorCategory::invalid_state, operation.text(),
        "the device was made by another copy of kcc's runtime: the program and the shared library "
        "that the kernels are in have one each",
        "Make the device and its streams where the kernels are, with kcc::Device::cpu() or pick() there");
  return reinterpret_cast<ModuleHandle *>(new ModuleData{&functions});
}

void CpuDevice::unload(ModuleHandle *module) noexcept {
  wait_for_queues(); // its launches hold no reference to it
  delete &data(module);
}

core::Function CpuDevice::function(ModuleHandle *module, const char *entry, Operation operation) {
  const abi::CpuCode &code = *data(module).code;
  const std::span kernels(code.kernels, code.kernel_count);
  const auto found = std::ranges::find_if(
      kernels, [&](const abi::CpuKernel &kernel) { return std::strcmp(kernel.entry, entry) == 0; });
  if (found == kernels.end())
    detail::fail(ErrorCategory::not_found, operation.text(),
                 "the image's code for the CPU device lacks this kernel",
                 "Compile the kernels again: manifest and code come from different versions");
  return {reinterpret_cast<core::FunctionHandle *>(const_cast<abi::CpuKernel *>(&*found)), 0, 0};
}

core::GlobalMemory CpuDevice::global(ModuleHandle *module, const char *symbol, Operation operation) {
  const abi::CpuCode &code = *data(module).code;
  for (const abi::CpuGlobal &global : std::span(code.globals, code.global_count))
    if (std::strcmp(global.symbol, symbol) == 0)
      return {global.address, global.size};
  detail::fail(ErrorCategory::not_found, operation.text(),
               "the image's code for the CPU device lacks this variable",
               "Compile the kernels again: manifest and code come from different versions");
}

} // namespace kcc::cpu
