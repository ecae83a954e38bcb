// Loads the CUDA driver library.
#ifndef KCC_RUNTIME_CUDA_DRIVER_H
#define KCC_RUNTIME_CUDA_DRIVER_H

#include "driver_api.h"

#include <kcc/runtime/error.h>

#include <string>
#include <variant>

namespace kcc::cuda {

/// A loaded and initialized driver. The library stays loaded until the process ends, because static objects
/// may still use its handles.
struct Driver {
  DriverApi api;
  int version; ///< 1000 * major + 10 * minor of the CUDA version it supports
};

/// Loads the library, looks up every function and calls cuInit. The Error says which of these failed and what
/// to do. Every call loads it again; driver() loads it once.
std::variant<Driver, Error> load_driver(const std::string &library);

/// The process's driver: the library given to kcc::use_cuda_driver_library, else the environment variable
/// KCC_CUDA_DRIVER_LIBRARY, else libcuda.so.1. Loaded by the first call, and again by later ones as long as
/// the error may be temporary (may_pass).
std::variant<const Driver *, Error> driver();

/// "CUDA 13.0 (580.65.06)": the version in parentheses is the kernel module's, if the system provides it.
std::string driver_text(const Driver &driver);

} // namespace kcc::cuda

#endif
