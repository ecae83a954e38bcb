// What the checks know of the code that has them.
#ifndef KCC_RUNTIME_CPU_CHECK_MODULES_H
#define KCC_RUNTIME_CPU_CHECK_MODULES_H

#include <kcc/abi/cpu_checks.h>

#include <span>

namespace kcc::cpu::check {

/// Tells the checks of the variables of a source, once.
void add_module(const abi::CheckModule &module);
/// Tells the checks of functions whose addresses a kernel's code makes, once.
void add_functions(std::span<const void *const> functions);
/// Forgets the sources of the shared object that this address is in, before it is unloaded.
void forget_modules(const void *in_file);
/// Whether the code of a kernel that has run makes the address of this function.
bool is_device_function(const void *function);

} // namespace kcc::cpu::check

#endif
