// The part of nvJitLink that kcc uses, declared once, like the driver's functions (driver_api.h). Tests
// compare it with nvJitLink.h.
#ifndef KCC_RUNTIME_CUDA_NVJITLINK_API_H
#define KCC_RUNTIME_CUDA_NVJITLINK_API_H

#include <cstddef>
#include <cstdint>

namespace kcc::cuda {

struct NvJitLinkObject;
using NvJitLinkRef = NvJitLinkObject *;
using NvJitLinkResult = int; // nvJitLinkResult

enum NvJitLinkInput : unsigned { // nvJitLinkInputType
  nvjitlink_cubin = 1,
  nvjitlink_ptx = 2,
  nvjitlink_lto_ir = 3,
  nvjitlink_fatbin = 4,
  nvjitlink_object = 5,
  nvjitlink_library = 6
};

// X(number, name, category): nvJitLinkResult, names without NVJITLINK_ERROR_.
#define KCC_NVJITLINK_ERRORS(X)                                                                              \
  X(1, UNRECOGNIZED_OPTION, invalid_argument)                                                                \
  X(2, MISSING_ARCH, invalid_argument)                                                                       \
  X(3, INVALID_INPUT, invalid_code)                                                                          \
  X(4, PTX_COMPILE, invalid_code)                                                                            \
  X(5, NVVM_COMPILE, invalid_code)                                                                           \
  X(6, INTERNAL, internal)                                                                                   \
  X(7, THREADPOOL, system)                                                                                   \
  X(8, UNRECOGNIZED_INPUT, invalid_code)                                                                     \
  X(9, FINALIZE, invalid_code)                                                                               \
  X(10, NULL_INPUT, invalid_argument)                                                                        \
  X(11, INCOMPATIBLE_OPTIONS, invalid_argument)                                                              \
  X(12, INCORRECT_INPUT_TYPE, invalid_code)                                                                  \
  X(13, ARCH_MISMATCH, invalid_code)                                                                         \
  X(14, OUTDATED_LIBRARY, driver)                                                                            \
  X(15, MISSING_FATBIN, invalid_code)                                                                        \
  X(16, UNRECOGNIZED_ARCH, invalid_argument)                                                                 \
  X(17, UNSUPPORTED_ARCH, not_supported)                                                                     \
  X(18, LTO_NOT_ENABLED, invalid_argument)

inline constexpr NvJitLinkResult error_lto_not_enabled = 18;

// X(name, function, parameters). The library has each function under its name, and under one with the
// toolkit's version, __nvJitLinkCreate_13_0, which is what nvJitLink.h calls.
#define KCC_NVJITLINK_FUNCTIONS(X)                                                                           \
  X(create, nvJitLinkCreate, (NvJitLinkRef *, std::uint32_t, const char **))                                 \
  X(destroy, nvJitLinkDestroy, (NvJitLinkRef *))                                                             \
  X(add_data, nvJitLinkAddData, (NvJitLinkRef, NvJitLinkInput, const void *, std::size_t, const char *))     \
  X(complete, nvJitLinkComplete, (NvJitLinkRef))                                                             \
  X(cubin_size, nvJitLinkGetLinkedCubinSize, (NvJitLinkRef, std::size_t *))                                  \
  X(cubin, nvJitLinkGetLinkedCubin, (NvJitLinkRef, void *))                                                  \
  X(error_log_size, nvJitLinkGetErrorLogSize, (NvJitLinkRef, std::size_t *))                                 \
  X(error_log, nvJitLinkGetErrorLog, (NvJitLinkRef, char *))                                                 \
  X(info_log_size, nvJitLinkGetInfoLogSize, (NvJitLinkRef, std::size_t *))                                   \
  X(info_log, nvJitLinkGetInfoLog, (NvJitLinkRef, char *))

} // namespace kcc::cuda

#endif
