// Comparing what a launch passes with what the manifest says.
#ifndef KCC_RUNTIME_CORE_MATCH_H
#define KCC_RUNTIME_CORE_MATCH_H

#include "loaded_module.h"

#include <kcc/runtime/arguments.h>

#include <string_view>

namespace kcc::core {

/// Whether two signatures are of one type. Names of classes and enumerations may differ by namespaces left
/// out in one of them: GCC spells inline namespaces (`ns::v1::Pixel`) and clang does not (`ns::Pixel`), and
/// the program may be built by either.
bool same_signature(std::string_view a, std::string_view b);

/// Makes `parameter` from the argument with this number, counted from 1, and returns its bytes, which are
/// the argument's own or its slot. Throws Error that names the parameter if it cannot be made.
const void *match_argument(const LoadedKernel &kernel, std::size_t number, const ParameterInfo &parameter,
                           detail::RuntimeArgument &argument, const Device &device);

} // namespace kcc::core

#endif
