// A record of every call of the drivers.
#ifndef KCC_RUNTIME_TRACE_H
#define KCC_RUNTIME_TRACE_H

#include <filesystem>

namespace kcc {

/// Writes a line for each call that kcc makes to the CUDA driver, HIP, Vulkan and OpenCL: when, in which
/// thread, with which arguments and result, and how long it took. "stderr" writes to standard error; a file
/// that exists is overwritten. Has the effect of the environment variable KCC_TRACE and takes precedence over
/// it. Call it before the first use of a device; later it throws Error. Calls cost nothing more when it is
/// not used.
void trace_drivers(const std::filesystem::path &file);

} // namespace kcc

#endif
