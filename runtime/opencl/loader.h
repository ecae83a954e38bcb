// Loads OpenCL.
#ifndef KCC_RUNTIME_OPENCL_LOADER_H
#define KCC_RUNTIME_OPENCL_LOADER_H

#include "opencl_api.h"

#include <kcc/runtime/error.h>

#include <variant>

namespace kcc::opencl {

/// Opens libOpenCL.so.1, which stays loaded until the process ends. The Error says what failed and what to
/// do.
std::variant<Api, Error> load_api();

} // namespace kcc::opencl

#endif
