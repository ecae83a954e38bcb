// cuBLAS's status codes.
#ifndef KCC_LIBRARIES_BLAS_CUBLAS_STATUS_H
#define KCC_LIBRARIES_BLAS_CUBLAS_STATUS_H

#include "common/library.h"

#include <array>

namespace kcc::libraries {

// X(number, name, category, text, hint), names without CUBLAS_STATUS_.
#define KCC_CUBLAS_STATUSES(X)                                                                               \
  X(1, NOT_INITIALIZED, driver, "cuBLAS could not start or found no usable GPU",                             \
    "The driver may be too old for this cuBLAS, or the device is out of memory")                             \
  X(3, ALLOC_FAILED, out_of_memory, "cuBLAS could not allocate its work space",                              \
    "Free buffers on the device")                                                                            \
  X(7, INVALID_VALUE, invalid_argument, "cuBLAS refused an argument", "")                                    \
  X(8, ARCH_MISMATCH, not_supported, "the GPU lacks what this operation needs", "")                          \
  X(11, MAPPING_ERROR, internal, "cuBLAS could not access the device's memory", "")                          \
  X(13, EXECUTION_FAILED, kernel_failed, "cuBLAS could not run its kernel",                                  \
    "An earlier kernel may have failed: Stream::synchronize() says which")                                   \
  X(14, INTERNAL_ERROR, internal, "cuBLAS failed internally", "")                                            \
  X(15, NOT_SUPPORTED, not_supported, "cuBLAS does not support this combination", "")                        \
  X(16, LICENSE_ERROR, driver, "cuBLAS found no license", "")

#define KCC_ROW(number, name, category, text, hint)                                                          \
  StatusRow{number, "CUBLAS_STATUS_" #name, text, hint, ErrorCategory::category},
inline constexpr auto cublas_statuses = std::to_array<StatusRow>({KCC_CUBLAS_STATUSES(KCC_ROW)});
#undef KCC_ROW

} // namespace kcc::libraries

#endif
