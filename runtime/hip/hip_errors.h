// The meaning of HIP's error numbers, and what to do about them.
#ifndef KCC_RUNTIME_HIP_HIP_ERRORS_H
#define KCC_RUNTIME_HIP_HIP_ERRORS_H

#include "hip_api.h"

#include <kcc/runtime/error.h>

#include <string>

namespace kcc::hip {

// X(number, name, category, advice): the values of hipError_t that calls of kcc's can return. Names are
// without hipError. Advice is one or more sentences without the final full stop, or empty if HIP's text is
// sufficient.
#define KCC_HIP_ERRORS(X)                                                                                    \
  X(1, InvalidValue, invalid_argument, "")                                                                   \
  X(2, OutOfMemory, out_of_memory,                                                                           \
    "Free buffers, work on smaller parts, or check with rocm-smi who else uses the GPU")                     \
  X(3, NotInitialized, invalid_state, "")                                                                    \
  X(4, Deinitialized, invalid_state, "The process is ending: let no static object use the GPU")              \
  X(9, InvalidConfiguration, invalid_argument, "")                                                           \
  X(12, InvalidPitchValue, invalid_argument, "")                                                             \
  X(13, InvalidSymbol, not_found, "")                                                                        \
  X(17, InvalidDevicePointer, invalid_argument, "")                                                          \
  X(21, InvalidMemcpyDirection, invalid_argument, "")                                                        \
  X(35, InsufficientDriver, driver, "Update the kernel's driver amdgpu")                                     \
  X(52, MissingConfiguration, invalid_argument, "")                                                          \
  X(53, PriorLaunchFailure, kernel_failed, "")                                                               \
  X(98, InvalidDeviceFunction, invalid_code, "Compile the kernel for this GPU's architecture")               \
  X(100, NoDevice, no_device,                                                                                \
    "Check with rocminfo whether the system has a GPU that ROCm supports, and whether you may open "         \
    "/dev/kfd (group render); HIP_VISIBLE_DEVICES and ROCR_VISIBLE_DEVICES may hide it")                     \
  X(101, InvalidDevice, no_device, "See kcc::Device::all() for the devices there are")                       \
  X(200, InvalidImage, invalid_code, "The code object is damaged: compile the kernel again")                 \
  X(201, InvalidContext, invalid_state, "")                                                                  \
  X(205, MapFailed, system, "")                                                                              \
  X(206, UnmapFailed, system, "")                                                                            \
  X(209, NoBinaryForGpu, invalid_code, "Compile the kernel for this GPU's architecture")                     \
  X(214, ECCNotCorrectable, device_lost, "The GPU's memory failed: reset the GPU or replace it")             \
  X(215, UnsupportedLimit, not_supported, "")                                                                \
  X(217, PeerAccessUnsupported, not_supported, "")                                                           \
  X(218, InvalidKernelFile, invalid_code, "The code object is damaged: compile the kernel again")            \
  X(301, FileNotFound, not_found, "")                                                                        \
  X(302, SharedObjectSymbolNotFound, not_found, "")                                                          \
  X(303, SharedObjectInitFailed, invalid_code, "")                                                           \
  X(304, OperatingSystem, system, "")                                                                        \
  X(400, InvalidHandle, invalid_argument, "")                                                                \
  X(401, IllegalState, invalid_state, "")                                                                    \
  X(500, NotFound, not_found, "")                                                                            \
  X(600, NotReady, invalid_state, "")                                                                        \
  X(700, IllegalAddress, kernel_failed,                                                                      \
    "A kernel accessed memory that is not its own: find it on the CPU device with kcc --check=memory")       \
  X(701, LaunchOutOfResources, invalid_argument, "Take a smaller block or less shared memory")               \
  X(702, LaunchTimeOut, kernel_failed, "")                                                                   \
  X(704, PeerAccessAlreadyEnabled, invalid_state, "")                                                        \
  X(705, PeerAccessNotEnabled, invalid_state, "")                                                            \
  X(708, SetOnActiveProcess, invalid_state, "")                                                              \
  X(709, ContextIsDestroyed, invalid_state, "")                                                              \
  X(710, Assert, kernel_failed, "")                                                                          \
  X(712, HostMemoryAlreadyRegistered, invalid_argument, "")                                                  \
  X(713, HostMemoryNotRegistered, invalid_argument, "")                                                      \
  X(719, LaunchFailure, kernel_failed, "A kernel trapped or accessed memory that is not its own")            \
  X(720, CooperativeLaunchTooLarge, invalid_argument, "")                                                    \
  X(801, NotSupported, not_supported, "")                                                                    \
  X(999, Unknown, device_lost, "Check the kernel's log (dmesg, \"amdgpu\")")                                 \
  X(1052, RuntimeMemory, system, "")                                                                         \
  X(1053, RuntimeOther, system, "")

/// "hipErrorInvalidValue"; "hipError" for numbers not in the table.
std::string error_name(Result result);

/// Whether the number means that the GPU refuses all work of the process from now on.
bool is_sticky(Result result) noexcept;

/// Whether the same call may succeed later in this process.
bool may_pass(Result result) noexcept;

/// The error of a failed call. `call` is the name of HIP's function.
Error hip_error(const HipApi &api, Result result, const char *call, std::string operation);

} // namespace kcc::hip

#endif
