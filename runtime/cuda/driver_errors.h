// The meaning of the CUDA driver's error numbers, and what to do about them.
#ifndef KCC_RUNTIME_CUDA_DRIVER_ERRORS_H
#define KCC_RUNTIME_CUDA_DRIVER_ERRORS_H

#include "driver_api.h"

#include <kcc/runtime/error.h>

#include <string>

namespace kcc::cuda {

// X(number, name, category, advice): all values of CUresult but CUDA_SUCCESS. Names are without CUDA_ERROR_.
// Advice is one or more sentences without the final full stop, or empty if the driver's text is sufficient.
#define KCC_DRIVER_ERRORS(X)                                                                                 \
  X(1, INVALID_VALUE, invalid_argument, "")                                                                  \
  X(2, OUT_OF_MEMORY, out_of_memory,                                                                         \
    "Free buffers, work on smaller parts, or check with nvidia-smi who else uses the GPU")                   \
  X(3, NOT_INITIALIZED, invalid_state, "")                                                                   \
  X(4, DEINITIALIZED, invalid_state, "The process is ending: let no static object use the GPU")              \
  X(5, PROFILER_DISABLED, not_supported, "")                                                                 \
  X(6, PROFILER_NOT_INITIALIZED, invalid_state, "")                                                          \
  X(7, PROFILER_ALREADY_STARTED, invalid_state, "")                                                          \
  X(8, PROFILER_ALREADY_STOPPED, invalid_state, "")                                                          \
  X(34, STUB_LIBRARY, driver,                                                                                \
    "The libcuda.so.1 found is a toolkit's link-time library: take its directory out of LD_LIBRARY_PATH")    \
  X(36, CALL_REQUIRES_NEWER_DRIVER, driver, "Update the NVIDIA driver")                                      \
  X(46, DEVICE_UNAVAILABLE, busy,                                                                            \
    "Another process may hold the GPU exclusively: see nvidia-smi -q -d COMPUTE")                            \
  X(100, NO_DEVICE, no_device,                                                                               \
    "Check with nvidia-smi whether the system has a GPU; CUDA_VISIBLE_DEVICES may hide it, and a container " \
    "needs it passed in (--gpus all)")                                                                       \
  X(101, INVALID_DEVICE, no_device, "See kcc::Device::all() for the devices there are")                      \
  X(102, DEVICE_NOT_LICENSED, no_device,                                                                     \
    "The GPU's license (vGPU) is missing or has expired: see nvidia-smi -q")                                 \
  X(200, INVALID_IMAGE, invalid_code, "The text is not PTX or is damaged: compile the kernel again")         \
  X(201, INVALID_CONTEXT, invalid_state,                                                                     \
    "Another library may have reset the device (cuDevicePrimaryCtxReset)")                                   \
  X(202, CONTEXT_ALREADY_CURRENT, invalid_state, "")                                                         \
  X(205, MAP_FAILED, system, "")                                                                             \
  X(206, UNMAP_FAILED, system, "")                                                                           \
  X(207, ARRAY_IS_MAPPED, invalid_state, "")                                                                 \
  X(208, ALREADY_MAPPED, invalid_state, "")                                                                  \
  X(209, NO_BINARY_FOR_GPU, invalid_code, "Compile the kernel for this GPU's architecture or an older one")  \
  X(210, ALREADY_ACQUIRED, invalid_state, "")                                                                \
  X(211, NOT_MAPPED, invalid_state, "")                                                                      \
  X(212, NOT_MAPPED_AS_ARRAY, invalid_state, "")                                                             \
  X(213, NOT_MAPPED_AS_POINTER, invalid_state, "")                                                           \
  X(214, ECC_UNCORRECTABLE, device_lost, "The GPU's memory failed: reset the GPU or replace it")             \
  X(215, UNSUPPORTED_LIMIT, not_supported, "")                                                               \
  X(216, CONTEXT_ALREADY_IN_USE, invalid_state, "")                                                          \
  X(217, PEER_ACCESS_UNSUPPORTED, not_supported,                                                             \
    "The devices have no direct connection, see kcc::Device::can_access_peer(); copies between them work "   \
    "all the same")                                                                                          \
  X(218, INVALID_PTX, invalid_code,                                                                          \
    "The log names the line and the reason, for example PTX for a newer architecture than the GPU's")        \
  X(219, INVALID_GRAPHICS_CONTEXT, invalid_argument, "")                                                     \
  X(220, NVLINK_UNCORRECTABLE, device_lost, "")                                                              \
  X(221, JIT_COMPILER_NOT_FOUND, driver,                                                                     \
    "libnvidia-ptxjitcompiler.so.1 belongs to the driver and is missing: install the complete driver, and "  \
    "start containers with NVIDIA_DRIVER_CAPABILITIES=compute,utility")                                      \
  X(222, UNSUPPORTED_PTX_VERSION, driver,                                                                    \
    "Update the NVIDIA driver, or compile the kernel for an older PTX version (kcc --ptx-version=7.0)")      \
  X(223, JIT_COMPILATION_DISABLED, driver, "Unset CUDA_DISABLE_PTX_JIT")                                     \
  X(224, UNSUPPORTED_EXEC_AFFINITY, not_supported, "")                                                       \
  X(225, UNSUPPORTED_DEVSIDE_SYNC, not_supported, "")                                                        \
  X(226, CONTAINED, device_lost, "")                                                                         \
  X(300, INVALID_SOURCE, invalid_code,                                                                       \
    "The log names what is missing or defined twice. Inputs of a kcc::Linker that contain LTO-IR need "      \
    "LinkEngine::nvjitlink")                                                                                 \
  X(301, FILE_NOT_FOUND, not_found, "")                                                                      \
  X(302, SHARED_OBJECT_SYMBOL_NOT_FOUND, not_found, "")                                                      \
  X(303, SHARED_OBJECT_INIT_FAILED, driver, "")                                                              \
  X(304, OPERATING_SYSTEM, system, "")                                                                       \
  X(400, INVALID_HANDLE, invalid_argument, "")                                                               \
  X(401, ILLEGAL_STATE, invalid_state, "")                                                                   \
  X(402, LOSSY_QUERY, not_supported, "")                                                                     \
  X(500, NOT_FOUND, not_found,                                                                               \
    "The module has no such symbol: code and manifest come from different versions")                         \
  X(600, NOT_READY, busy, "")                                                                                \
  X(700, ILLEGAL_ADDRESS, kernel_failed,                                                                     \
    "A kernel read or wrote outside its buffers, or got a pointer to host memory. Run it on the CPU device " \
    "(KCC_DEVICE=cpu) under AddressSanitizer")                                                               \
  X(701, LAUNCH_OUT_OF_RESOURCES, invalid_argument,                                                          \
    "Take a smaller block: its registers or shared memory do not fit")                                       \
  X(702, LAUNCH_TIMEOUT, kernel_failed,                                                                      \
    "The GPU also drives a display, which limits kernels to a few seconds: use more and shorter launches")   \
  X(703, LAUNCH_INCOMPATIBLE_TEXTURING, invalid_argument, "")                                                \
  X(704, PEER_ACCESS_ALREADY_ENABLED, invalid_state, "")                                                     \
  X(705, PEER_ACCESS_NOT_ENABLED, invalid_state, "Call kcc::Device::enable_peer_access() first")             \
  X(708, PRIMARY_CONTEXT_ACTIVE, invalid_state, "Set it before the first use of the device")                 \
  X(709, CONTEXT_IS_DESTROYED, invalid_state,                                                                \
    "Another library may have reset the device (cuDevicePrimaryCtxReset)")                                   \
  X(710, ASSERT, kernel_failed, "An assert in a kernel failed")                                              \
  X(711, TOO_MANY_PEERS, not_supported,                                                                      \
    "The hardware connects a limited number of devices at a time: disable the access to others")             \
  X(712, HOST_MEMORY_ALREADY_REGISTERED, invalid_state, "")                                                  \
  X(713, HOST_MEMORY_NOT_REGISTERED, invalid_state, "")                                                      \
  X(714, HARDWARE_STACK_ERROR, kernel_failed, "A kernel's recursion may be too deep")                        \
  X(715, ILLEGAL_INSTRUCTION, kernel_failed, "A kernel executed a trap or broken code")                      \
  X(716, MISALIGNED_ADDRESS, kernel_failed,                                                                  \
    "A kernel accessed memory at an address that is not aligned for the type")                               \
  X(717, INVALID_ADDRESS_SPACE, kernel_failed,                                                               \
    "A kernel used a pointer to shared or local memory as one to another space")                             \
  X(718, INVALID_PC, kernel_failed, "A kernel called through a wrong function pointer")                      \
  X(719, LAUNCH_FAILED, kernel_failed,                                                                       \
    "A kernel trapped: a failed check, or a bad access to shared memory. Run it on the CPU device "          \
    "(KCC_DEVICE=cpu) to see where")                                                                         \
  X(720, COOPERATIVE_LAUNCH_TOO_LARGE, invalid_argument,                                                     \
    "Take at most Stream::max_cooperative_blocks() blocks")                                                  \
  X(721, TENSOR_MEMORY_LEAK, kernel_failed, "A kernel ended without freeing its tensor memory")              \
  X(800, NOT_PERMITTED, invalid_state, "A function given to Stream::run_on_host must not use devices")       \
  X(801, NOT_SUPPORTED, not_supported, "")                                                                   \
  X(802, SYSTEM_NOT_READY, busy, "Start nvidia-fabricmanager (nvidia-persistenced), or wait for it")         \
  X(803, SYSTEM_DRIVER_MISMATCH, driver,                                                                     \
    "libcuda.so.1 and the kernel module have different versions: reboot after updating the driver")          \
  X(804, COMPAT_NOT_SUPPORTED_ON_DEVICE, driver,                                                             \
    "A forward-compatibility libcuda.so.1 was found first, which this GPU does not support: remove it from " \
    "LD_LIBRARY_PATH")                                                                                       \
  X(805, MPS_CONNECTION_FAILED, busy, "Check whether nvidia-cuda-mps-control is running")                    \
  X(806, MPS_RPC_FAILURE, system, "Check whether nvidia-cuda-mps-control is running")                        \
  X(807, MPS_SERVER_NOT_READY, busy, "Try again in a moment")                                                \
  X(808, MPS_MAX_CLIENTS_REACHED, busy, "Too many processes share the GPU: end some")                        \
  X(809, MPS_MAX_CONNECTIONS_REACHED, busy, "Too many processes share the GPU: end some")                    \
  X(810, MPS_CLIENT_TERMINATED, device_lost,                                                                 \
    "The MPS server ended this process's connection: start the program again")                               \
  X(811, CDP_NOT_SUPPORTED, not_supported, "")                                                               \
  X(812, CDP_VERSION_MISMATCH, invalid_code, "")                                                             \
  X(900, STREAM_CAPTURE_UNSUPPORTED, invalid_state, "The stream is being captured into a graph")             \
  X(901, STREAM_CAPTURE_INVALIDATED, invalid_state, "The stream is being captured into a graph")             \
  X(902, STREAM_CAPTURE_MERGE, invalid_state, "")                                                            \
  X(903, STREAM_CAPTURE_UNMATCHED, invalid_state, "")                                                        \
  X(904, STREAM_CAPTURE_UNJOINED, invalid_state, "")                                                         \
  X(905, STREAM_CAPTURE_ISOLATION, invalid_state, "")                                                        \
  X(906, STREAM_CAPTURE_IMPLICIT, invalid_state, "The stream is being captured into a graph")                \
  X(907, CAPTURED_EVENT, invalid_state, "")                                                                  \
  X(908, STREAM_CAPTURE_WRONG_THREAD, invalid_state, "")                                                     \
  X(909, TIMEOUT, busy, "")                                                                                  \
  X(910, GRAPH_EXEC_UPDATE_FAILURE, invalid_argument, "")                                                    \
  X(911, EXTERNAL_DEVICE, system, "")                                                                        \
  X(912, INVALID_CLUSTER_SIZE, invalid_argument, "")                                                         \
  X(913, FUNCTION_NOT_LOADED, invalid_state, "")                                                             \
  X(914, INVALID_RESOURCE_TYPE, invalid_argument, "")                                                        \
  X(915, INVALID_RESOURCE_CONFIGURATION, invalid_argument, "")                                               \
  X(916, KEY_ROTATION, busy, "")                                                                             \
  X(999, UNKNOWN, device_lost, "Check the kernel's log (dmesg, \"NVRM: Xid\"); reloading the driver may help")

/// "CUDA_ERROR_INVALID_VALUE"; "CUDA_ERROR" for numbers not in the table.
const char *error_name(Result result) noexcept;

/// What kind of error it is; `internal` for numbers not in the table.
ErrorCategory error_category(Result result) noexcept;

/// Whether the number means that the device's context is destroyed, because a kernel or the device failed.
bool is_sticky(Result result) noexcept;

/// Whether the same call may succeed later in this process, after what the advice says to wait for or to
/// free.
bool may_pass(Result result) noexcept;

/// What to do about it; empty if there is nothing to add.
std::string error_advice(Result result);

/// The error of a failed call. `call` is the name of the driver function; `api` provides the driver's own
/// text, if that function has been loaded.
Error driver_error(const DriverApi &api, Result result, const char *call, std::string operation,
                   std::string log = {});

} // namespace kcc::cuda

#endif
