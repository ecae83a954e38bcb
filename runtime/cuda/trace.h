// Writes down every call of the driver.
#ifndef KCC_RUNTIME_CUDA_TRACE_H
#define KCC_RUNTIME_CUDA_TRACE_H

#include "driver_api.h"

#include <string>

namespace kcc::cuda {

/// The file of the trace: what was given to kcc::trace_cuda_driver, else the environment variable KCC_TRACE;
/// empty if there is to be none. From then on it is too late for kcc::trace_cuda_driver.
std::string take_trace_file();

/// Replaces the functions of \p api by ones that write to \p file ("stderr": to standard error) and then
/// call the old ones. Throws Error if the file cannot be written.
void trace_calls(DriverApi &api, const std::string &file);

} // namespace kcc::cuda

#endif
