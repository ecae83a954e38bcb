// cuDNN's status codes.
#ifndef KCC_LIBRARIES_DNN_CUDNN_STATUS_H
#define KCC_LIBRARIES_DNN_CUDNN_STATUS_H

#include "common/library.h"

#include <array>

namespace kcc::libraries {

// X(number, name, category, text, hint), names without CUDNN_STATUS_.
#define KCC_CUDNN_STATUSES(X)                                                                                \
  X(1001, NOT_INITIALIZED, driver, "cuDNN could not start",                                                  \
    "The driver may be too old for this cuDNN, or the device is out of memory")                              \
  X(1002, SUBLIBRARY_VERSION_MISMATCH, driver, "parts of cuDNN are of different versions",                   \
    "Install all files of cuDNN again, from one package")                                                    \
  X(1005, LICENSE_ERROR, driver, "cuDNN found no license", "")                                               \
  X(1007, RUNTIME_FP_OVERFLOW, kernel_failed, "a number became too large in cuDNN's kernel", "")             \
  X(1008, SUBLIBRARY_LOADING_FAILED, driver, "a part of cuDNN cannot be opened",                             \
    "Install all files of cuDNN (libcudnn_ops.so.9, libcudnn_cnn.so.9 and so on) beside libcudnn.so.9")      \
  X(2000, BAD_PARAM, invalid_argument, "cuDNN refused an argument", "")                                      \
  X(2002, BAD_PARAM_NULL_POINTER, invalid_argument, "cuDNN was given a null pointer", "")                    \
  X(2003, BAD_PARAM_MISALIGNED_POINTER, invalid_argument, "memory is not aligned as cuDNN needs it", "")     \
  X(2005, BAD_PARAM_OUT_OF_BOUND, invalid_argument, "a number is out of the range that cuDNN allows", "")    \
  X(2006, BAD_PARAM_SIZE_INSUFFICIENT, invalid_argument, "memory is too small for cuDNN", "")                \
  X(2008, BAD_PARAM_SHAPE_MISMATCH, invalid_argument, "shapes of tensors do not match", "")                  \
  X(3000, NOT_SUPPORTED, not_supported, "cuDNN does not support this operation on these tensors",            \
    "Another layout or element type may be supported")                                                       \
  X(3002, NOT_SUPPORTED_SHAPE, not_supported, "cuDNN does not support these shapes", "")                     \
  X(3003, NOT_SUPPORTED_DATA_TYPE, not_supported, "cuDNN does not support this element type here", "")       \
  X(3004, NOT_SUPPORTED_LAYOUT, not_supported, "cuDNN does not support this layout here", "")                \
  X(3005, NOT_SUPPORTED_INCOMPATIBLE_CUDA_DRIVER, driver, "the driver is too old for this cuDNN", "")        \
  X(3006, NOT_SUPPORTED_INCOMPATIBLE_CUDART, driver, "the CUDA runtime is too old for this cuDNN", "")       \
  X(3007, NOT_SUPPORTED_ARCH_MISMATCH, not_supported, "cuDNN has no kernel for this GPU", "")                \
  X(3008, NOT_SUPPORTED_RUNTIME_PREREQUISITE_MISSING, driver, "a library that cuDNN needs is missing", "")   \
  X(3009, NOT_SUPPORTED_SUBLIBRARY_UNAVAILABLE, driver, "a part of cuDNN is missing", "")                    \
  X(4000, INTERNAL_ERROR, internal, "cuDNN failed internally", "")                                           \
  X(4001, INTERNAL_ERROR_COMPILATION_FAILED, internal, "cuDNN could not compile its kernel", "")             \
  X(4002, INTERNAL_ERROR_UNEXPECTED_VALUE, internal, "cuDNN failed internally", "")                          \
  X(4003, INTERNAL_ERROR_HOST_ALLOCATION_FAILED, out_of_memory, "the host is out of memory", "")             \
  X(4004, INTERNAL_ERROR_DEVICE_ALLOCATION_FAILED, out_of_memory, "the device is out of memory",             \
    "Free buffers on the device")                                                                            \
  X(5000, EXECUTION_FAILED, kernel_failed, "cuDNN could not run its kernel",                                 \
    "An earlier kernel may have failed: Stream::synchronize() says which")                                   \
  X(5001, EXECUTION_FAILED_CUDA_DRIVER, kernel_failed, "the driver refused cuDNN's kernel",                  \
    "An earlier kernel may have failed: Stream::synchronize() says which")                                   \
  X(5002, EXECUTION_FAILED_CUBLAS, kernel_failed, "cuBLAS failed in cuDNN", "")                              \
  X(5003, EXECUTION_FAILED_CUDART, kernel_failed, "the CUDA runtime failed in cuDNN",                        \
    "An earlier kernel may have failed: Stream::synchronize() says which")

#define KCC_ROW(number, name, category, text, hint)                                                          \
  StatusRow{number, "CUDNN_STATUS_" #name, text, hint, ErrorCategory::category},
inline constexpr auto cudnn_statuses = std::to_array<StatusRow>({KCC_CUDNN_STATUSES(KCC_ROW)});
#undef KCC_ROW

} // namespace kcc::libraries

#endif
