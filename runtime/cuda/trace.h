// Writes down every call of the CUDA driver.
#ifndef KCC_RUNTIME_CUDA_TRACE_H
#define KCC_RUNTIME_CUDA_TRACE_H

#include "driver_api.h"

namespace kcc::cuda {

/// Replaces the functions of \p api by ones that call them and write a line (core/call_trace.h).
void trace_calls(DriverApi &api);

} // namespace kcc::cuda

#endif
