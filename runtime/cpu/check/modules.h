// What the checks know of the code that has them.
#ifndef KCC_RUNTIME_CPU_CHECK_MODULES_H
#define KCC_RUNTIME_CPU_CHECK_MODULES_H

#include <kcc/abi/cpu_checks.h>

namespace kcc::cpu::check {

/// Tells the checks of the variables and functions of a source, once.
void add_module(const abi::CheckModule &module);
/// Forgets the sources of the shared object that this address is in, before it is unloaded.
void forget_modules(const void *in_file);
/// Whether a source's code makes the address of this function.
bool is_device_function(const void *function);

} // namespace kcc::cpu::check

#endif
