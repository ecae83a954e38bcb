// cuRAND's status codes.
#ifndef KCC_LIBRARIES_RAND_CURAND_STATUS_H
#define KCC_LIBRARIES_RAND_CURAND_STATUS_H

#include "common/library.h"

#include <array>

namespace kcc::libraries {

// X(number, name, category, text, hint), names without CURAND_STATUS_.
#define KCC_CURAND_STATUSES(X)                                                                               \
  X(100, VERSION_MISMATCH, driver, "cuRAND's parts have different versions", "")                             \
  X(101, NOT_INITIALIZED, internal, "cuRAND does not know the generator", "")                                \
  X(102, ALLOCATION_FAILED, out_of_memory, "cuRAND could not allocate its state",                            \
    "Free buffers on the device")                                                                            \
  X(103, TYPE_ERROR, not_supported, "this kind of generator does not have the operation", "")                \
  X(104, OUT_OF_RANGE, invalid_argument, "cuRAND refused an argument", "")                                   \
  X(105, LENGTH_NOT_MULTIPLE, invalid_argument, "cuRAND does not make this many numbers at once", "")        \
  X(106, DOUBLE_PRECISION_REQUIRED, not_supported, "the GPU has no double precision", "")                    \
  X(201, LAUNCH_FAILURE, kernel_failed, "cuRAND could not run its kernel",                                   \
    "An earlier kernel may have failed: Stream::synchronize() says which")                                   \
  X(202, PREEXISTING_FAILURE, kernel_failed, "an earlier call of CUDA failed",                               \
    "Stream::synchronize() says which kernel failed")                                                        \
  X(203, INITIALIZATION_FAILED, driver, "cuRAND could not start",                                            \
    "The driver may be too old for this cuRAND, or the device is out of memory")                             \
  X(204, ARCH_MISMATCH, not_supported, "the GPU lacks what this operation needs", "")                        \
  X(999, INTERNAL_ERROR, internal, "cuRAND failed internally", "")

#define KCC_ROW(number, name, category, text, hint)                                                          \
  StatusRow{number, "CURAND_STATUS_" #name, text, hint, ErrorCategory::category},
inline constexpr auto curand_statuses = std::to_array<StatusRow>({KCC_CURAND_STATUSES(KCC_ROW)});
#undef KCC_ROW

} // namespace kcc::libraries

#endif
