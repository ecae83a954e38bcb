// Opening the CUDA driver's library.
#ifndef KCC_RUNTIME_CUDA_DRIVER_H
#define KCC_RUNTIME_CUDA_DRIVER_H

#include "driver_api.h"

#include <kcc/runtime/error.h>

#include <string>
#include <variant>

namespace kcc::cuda {

/// A loaded and initialised driver. The library stays open until the process ends: its handles are in use
/// by static objects for all one knows.
struct Driver {
  DriverApi api;
  int version; ///< 1000 * major + 10 * minor of the CUDA version it supports
};

/// Opens the library, finds every function and calls cuInit. The Error says which of these failed and what to
/// do. Every call opens anew; driver() does it once.
std::variant<Driver, Error> load_driver(const std::string &library);

/// The process's driver: what kcc::use_cuda_driver_library named, else the environment variable
/// KCC_CUDA_DRIVER_LIBRARY, else libcuda.so.1. Loaded at the first call, and again by later ones while the
/// error is one that may pass (may_pass).
std::variant<const Driver *, Error> driver();

/// "CUDA 13.0 (580.65.06)": the version in brackets is the kernel module's, where the system tells.
std::string driver_text(const Driver &driver);

} // namespace kcc::cuda

#endif
