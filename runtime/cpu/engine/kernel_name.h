// The name under which a programmer knows a kernel.
#ifndef KCC_RUNTIME_CPU_ENGINE_KERNEL_NAME_H
#define KCC_RUNTIME_CPU_ENGINE_KERNEL_NAME_H

#include <string>
#include <string_view>

namespace kcc::cpu {

/// The kernel's qualified name, without template arguments and parameters: `image::scale` of
/// `_ZN5image5scaleIfEEvPT_`. An entry that is not a mangled C++ name is returned as it is.
std::string kernel_name(const char *entry);

/// Whether `name` is the qualified name, or its end: `scale` and `image::scale` name `image::scale`.
bool is_named(std::string_view qualified, std::string_view name);

} // namespace kcc::cpu

#endif
