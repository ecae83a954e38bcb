// Converts the arguments of a launch by name to the parameters of the manifest.
#ifndef KCC_RUNTIME_CORE_ARGUMENT_CONVERSION_H
#define KCC_RUNTIME_CORE_ARGUMENT_CONVERSION_H

#include "loaded_module.h"

#include <kcc/runtime/arguments.h>

namespace kcc::core {

/// Converts the argument with this number, counted from 1, to `parameter`, and returns its bytes, which are
/// either the argument's own or its slot. If that is impossible, throws an Error that names the parameter.
const void *convert_argument(const LoadedKernel &kernel, std::size_t number, const ParameterInfo &parameter,
                             detail::RuntimeArgument &argument, const Device &device);

} // namespace kcc::core

#endif
