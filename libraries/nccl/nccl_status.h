// NCCL's status codes.
#ifndef KCC_LIBRARIES_NCCL_NCCL_STATUS_H
#define KCC_LIBRARIES_NCCL_NCCL_STATUS_H

#include "common/library.h"

#include <array>

namespace kcc::libraries {

// X(number, name, category, text, hint), names without nccl.
#define KCC_NCCL_STATUSES(X)                                                                                 \
  X(1, UnhandledCudaError, internal, "a call of CUDA failed",                                                \
    "An earlier kernel may have failed, or there is not enough device memory; NCCL_DEBUG=WARN says more")    \
  X(2, SystemError, system, "a call of the operating system failed",                                         \
    "Connections or shared memory may be missing (in a container: --ipc=host or a larger --shm-size); "      \
    "NCCL_DEBUG=WARN says more")                                                                             \
  X(3, InternalError, internal, "NCCL failed internally", "NCCL_DEBUG=WARN says more")                       \
  X(4, InvalidArgument, invalid_argument, "NCCL refused an argument", "NCCL_DEBUG=WARN says more")           \
  X(5, InvalidUsage, invalid_argument, "NCCL is used wrongly: ranks may make different calls",               \
    "NCCL_DEBUG=WARN says more")                                                                             \
  X(6, RemoteError, device_lost, "another rank failed or ended", "")                                         \
  X(7, InProgress, busy, "an earlier call has not finished", "")

#define KCC_ROW(number, name, category, text, hint)                                                          \
  StatusRow{number, "nccl" #name, text, hint, ErrorCategory::category},
inline constexpr auto nccl_statuses = std::to_array<StatusRow>({KCC_NCCL_STATUSES(KCC_ROW)});
#undef KCC_ROW

} // namespace kcc::libraries

#endif
