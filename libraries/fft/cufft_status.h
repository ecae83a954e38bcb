// cuFFT's status codes.
#ifndef KCC_LIBRARIES_FFT_CUFFT_STATUS_H
#define KCC_LIBRARIES_FFT_CUFFT_STATUS_H

#include "common/library.h"

#include <array>

namespace kcc::libraries {

// X(number, name, category, text, hint), names without CUFFT_.
#define KCC_CUFFT_STATUSES(X)                                                                                \
  X(1, INVALID_PLAN, internal, "cuFFT does not know the plan", "")                                           \
  X(2, ALLOC_FAILED, out_of_memory, "cuFFT could not allocate its work area",                                \
    "Free buffers on the device, or transform fewer arrays at once")                                         \
  X(3, INVALID_TYPE, invalid_argument, "cuFFT refused the kind of transform", "")                            \
  X(4, INVALID_VALUE, invalid_argument, "cuFFT refused an argument", "")                                     \
  X(5, INTERNAL_ERROR, internal, "cuFFT failed internally", "")                                              \
  X(6, EXEC_FAILED, kernel_failed, "cuFFT could not run its kernel",                                         \
    "An earlier kernel may have failed: Stream::synchronize() says which")                                   \
  X(7, SETUP_FAILED, driver, "cuFFT could not start",                                                        \
    "The driver may be too old for this cuFFT, or the device is out of memory")                              \
  X(8, INVALID_SIZE, invalid_argument, "cuFFT cannot transform arrays of this size", "")                     \
  X(9, UNALIGNED_DATA, invalid_argument, "the memory is not aligned to its elements", "")                    \
  X(11, INVALID_DEVICE, internal, "the plan belongs to another device", "")                                  \
  X(13, NO_WORKSPACE, internal, "the plan has no work area", "")                                             \
  X(14, NOT_IMPLEMENTED, not_supported, "cuFFT does not have this transform", "")                            \
  X(16, NOT_SUPPORTED, not_supported, "cuFFT does not support this transform", "")

#define KCC_ROW(number, name, category, text, hint)                                                          \
  StatusRow{number, "CUFFT_" #name, text, hint, ErrorCategory::category},
inline constexpr auto cufft_statuses = std::to_array<StatusRow>({KCC_CUFFT_STATUSES(KCC_ROW)});
#undef KCC_ROW

} // namespace kcc::libraries

#endif
