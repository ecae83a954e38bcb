// Compares the arguments of a launch with the manifest.
#ifndef KCC_RUNTIME_CORE_MATCH_H
#define KCC_RUNTIME_CORE_MATCH_H

#include "loaded_module.h"

#include <kcc/runtime/arguments.h>

#include <string_view>

namespace kcc::core {

/// Whether two signatures describe the same type. In names of classes and enumerations, one may omit
/// namespaces: GCC prints inline namespaces (`ns::v1::Pixel`), Clang does not (`ns::Pixel`), and either may
/// have compiled the program.
bool same_signature(std::string_view a, std::string_view b);

/// Converts the argument with this number, counted from 1, to `parameter`, and returns its bytes, which are
/// either the argument's own or its slot. If that is impossible, throws an Error that names the parameter.
const void *match_argument(const LoadedKernel &kernel, std::size_t number, const ParameterInfo &parameter,
                           detail::RuntimeArgument &argument, const Device &device);

} // namespace kcc::core

#endif
