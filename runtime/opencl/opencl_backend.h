// Devices of any vendor as a backend of the runtime, through OpenCL.
#ifndef KCC_RUNTIME_OPENCL_OPENCL_BACKEND_H
#define KCC_RUNTIME_OPENCL_OPENCL_BACKEND_H

#include "../core/backend.h"

namespace kcc::opencl {

core::BackendEntry backend_entry();

} // namespace kcc::opencl

#endif
