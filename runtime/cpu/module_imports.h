// The runtime's functions that module files call.
#ifndef KCC_RUNTIME_CPU_MODULE_IMPORTS_H
#define KCC_RUNTIME_CPU_MODULE_IMPORTS_H

#include <string_view>

namespace kcc::cpu {

/// The address of the function that an abi::CpuImport names; null if there is none.
void *find_import(std::string_view name) noexcept;

} // namespace kcc::cpu

#endif
