#include "loaded_modules.h"

#include <kcc/abi/print_ring.h>

#include <cstddef>
#include <cstring>

namespace kcc::spirv {

namespace {

constexpr char hint[] = "Compile the kernels again: manifest and code come from different versions";

} // namespace

void write_addresses(Module &module, std::uint64_t variables,
                     const std::function<std::uint64_t()> &print_control) {
  const auto write = [&](std::uint64_t offset, std::uint64_t address) {
    std::memcpy(module.variables.data() + offset, &address, sizeof address);
  };
  for (const Module::Address &place : module.addresses)
    write(place.offset, variables + place.target);
  if (const auto found = module.symbols.find(abi::print_variable);
      found != module.symbols.end() && found->second.bytes == sizeof(std::uint64_t))
    write(found->second.offset, print_control());
}

core::GlobalMemory find_variable(const Symbols &symbols, void *variables, std::string_view symbol,
                                 const core::Operation &operation) {
  const auto found = symbols.find(symbol);
  if (found == symbols.end())
    detail::fail(ErrorCategory::not_found, operation.text(), "the SPIR-V lacks this variable", hint);
  return {static_cast<std::byte *>(variables) + found->second.offset, found->second.bytes};
}

void fail_without_kernel(const core::Operation &operation) {
  detail::fail(ErrorCategory::not_found, operation.text(), "the SPIR-V lacks this kernel", hint);
}

} // namespace kcc::spirv
