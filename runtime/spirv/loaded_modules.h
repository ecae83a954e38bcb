// What Vulkan and OpenCL devices do alike with the modules that they load.
#ifndef KCC_RUNTIME_SPIRV_LOADED_MODULES_H
#define KCC_RUNTIME_SPIRV_LOADED_MODULES_H

#include "spirv_module.h"

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>

namespace kcc::spirv {

using Symbols = std::map<std::string, Module::Symbol, std::less<>>;

/// Completes the initial bytes of variables that are at this address of the device. `print_control` returns
/// the address of the device's abi::PrintControl, and is called if kernels of the module write output.
void write_addresses(Module &, std::uint64_t variables, const std::function<std::uint64_t()> &print_control);

/// Throws Error if there is no such variable.
core::GlobalMemory find_variable(const Symbols &, void *variables, std::string_view symbol,
                                 const core::Operation &);

[[noreturn]] void fail_without_kernel(const core::Operation &);

/// The function with this entry in a map. Throws Error if there is none.
template <class Function>
Function &find_function(std::map<std::string, Function, std::less<>> &functions, std::string_view entry,
                        const core::Operation &operation) {
  const auto found = functions.find(entry);
  if (found == functions.end())
    fail_without_kernel(operation);
  return found->second;
}

} // namespace kcc::spirv

#endif
