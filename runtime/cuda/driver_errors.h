// The meaning of the CUDA driver's error numbers, and what to do about them.
#ifndef KCC_RUNTIME_CUDA_DRIVER_ERRORS_H
#define KCC_RUNTIME_CUDA_DRIVER_ERRORS_H

#include "driver_api.h"

#include <kcc/runtime/error.h>

#include <string>

namespace kcc::cuda {

// X(number, name, advice): the CUresult values that the functions in driver_api.h can return. Names are
// without CUDA_ERROR_. Advice is a sentence without its full stop, or empty if the driver's text is
// sufficient.
#define KCC_DRIVER_ERRORS(X)                                                                                 \
  X(1, INVALID_VALUE, "")                                                                                    \
  X(2, OUT_OF_MEMORY, "Free buffers, work on smaller parts, or check with nvidia-smi who else uses the GPU") \
  X(3, NOT_INITIALIZED, "")                                                                                  \
  X(4, DEINITIALIZED, "The process is ending: let no static object use the GPU")                             \
  X(34, STUB_LIBRARY,                                                                                        \
    "The libcuda.so.1 found is a toolkit's link-time library: take its directory out of LD_LIBRARY_PATH")    \
  X(36, CALL_REQUIRES_NEWER_DRIVER, "Update the NVIDIA driver")                                              \
  X(46, DEVICE_UNAVAILABLE, "Another process may hold the GPU exclusively: see nvidia-smi -q -d COMPUTE")    \
  X(100, NO_DEVICE,                                                                                          \
    "Check with nvidia-smi whether the system has a GPU; CUDA_VISIBLE_DEVICES may hide it, and a container " \
    "needs it passed in (--gpus all)")                                                                       \
  X(101, INVALID_DEVICE, "See kcc::Device::all() for the devices there are")                                 \
  X(200, INVALID_IMAGE, "The text is not PTX or is damaged: compile the kernel again")                       \
  X(201, INVALID_CONTEXT, "Another library may have reset the device (cuDevicePrimaryCtxReset)")             \
  X(209, NO_BINARY_FOR_GPU, "Compile the kernel for this GPU's architecture or an older one")                \
  X(214, ECC_UNCORRECTABLE, "The GPU's memory failed: reset the GPU or replace it")                          \
  X(218, INVALID_PTX,                                                                                        \
    "The log names the line and the reason, for example PTX for a newer architecture than the GPU's")        \
  X(220, NVLINK_UNCORRECTABLE, "")                                                                           \
  X(221, JIT_COMPILER_NOT_FOUND,                                                                             \
    "libnvidia-ptxjitcompiler.so.1 belongs to the driver and is missing: install the complete driver, and "  \
    "start containers with NVIDIA_DRIVER_CAPABILITIES=compute,utility")                                      \
  X(222, UNSUPPORTED_PTX_VERSION,                                                                            \
    "Update the NVIDIA driver, or compile the kernel for an older PTX version (kcc --ptx-version=7.0)")      \
  X(223, JIT_COMPILATION_DISABLED, "Unset CUDA_DISABLE_PTX_JIT")                                             \
  X(226, CONTAINED, "")                                                                                      \
  X(300, INVALID_SOURCE, "")                                                                                 \
  X(304, OPERATING_SYSTEM, "")                                                                               \
  X(400, INVALID_HANDLE, "")                                                                                 \
  X(500, NOT_FOUND, "The module has no such symbol: code and manifest come from different versions")         \
  X(600, NOT_READY, "")                                                                                      \
  X(700, ILLEGAL_ADDRESS,                                                                                    \
    "A kernel read or wrote outside its buffers, or got a pointer to host memory. Run it on the CPU device " \
    "(KCC_DEVICE=cpu) under AddressSanitizer; the GPU is unusable to this process from now on")              \
  X(701, LAUNCH_OUT_OF_RESOURCES, "Take a smaller block: its registers or shared memory do not fit")         \
  X(702, LAUNCH_TIMEOUT,                                                                                     \
    "The GPU also drives a display, which limits kernels to a few seconds: use more and shorter launches")   \
  X(709, CONTEXT_IS_DESTROYED, "Another library may have reset the device (cuDevicePrimaryCtxReset)")        \
  X(710, ASSERT, "An assert in a kernel failed; the GPU is unusable to this process from now on")            \
  X(714, HARDWARE_STACK_ERROR, "A kernel's recursion may be too deep")                                       \
  X(715, ILLEGAL_INSTRUCTION,                                                                                \
    "A kernel executed a trap or broken code; the GPU is unusable to this process "                          \
    "from now on")                                                                                           \
  X(716, MISALIGNED_ADDRESS, "A kernel accessed memory at an address that is not aligned for the type")      \
  X(717, INVALID_ADDRESS_SPACE, "A kernel used a pointer to shared or local memory as one to another space") \
  X(718, INVALID_PC, "A kernel called through a wrong function pointer")                                     \
  X(719, LAUNCH_FAILED,                                                                                      \
    "A kernel trapped: a failed check, or a bad access to shared memory. Run it on the CPU device "          \
    "(KCC_DEVICE=cpu) to see where; the GPU is unusable to this process from now on")                        \
  X(720, COOPERATIVE_LAUNCH_TOO_LARGE, "Take at most Stream::max_cooperative_blocks() blocks")               \
  X(800, NOT_PERMITTED, "")                                                                                  \
  X(801, NOT_SUPPORTED, "")                                                                                  \
  X(802, SYSTEM_NOT_READY, "Start nvidia-fabricmanager (nvidia-persistenced), or wait for it")               \
  X(803, SYSTEM_DRIVER_MISMATCH,                                                                             \
    "libcuda.so.1 and the kernel module have different versions: reboot after updating the driver")          \
  X(804, COMPAT_NOT_SUPPORTED_ON_DEVICE,                                                                     \
    "A forward-compatibility libcuda.so.1 was found first, which this GPU does not support: remove it from " \
    "LD_LIBRARY_PATH")                                                                                       \
  X(805, MPS_CONNECTION_FAILED, "Check whether nvidia-cuda-mps-control is running")                          \
  X(807, MPS_SERVER_NOT_READY, "Try again in a moment")                                                      \
  X(808, MPS_MAX_CLIENTS_REACHED, "Too many processes share the GPU: end some")                              \
  X(900, STREAM_CAPTURE_UNSUPPORTED, "The stream is being captured into a graph by other code")              \
  X(901, STREAM_CAPTURE_INVALIDATED, "The stream is being captured into a graph by other code")              \
  X(906, STREAM_CAPTURE_IMPLICIT, "The stream is being captured into a graph by other code")                 \
  X(999, UNKNOWN, "Check the kernel's log (dmesg, \"NVRM: Xid\"); reloading the driver may help")

/// "CUDA_ERROR_INVALID_VALUE"; "CUDA_ERROR" for numbers not in the table.
const char *error_name(Result result) noexcept;

/// Whether the number means that a kernel failed, which destroys the context.
bool is_kernel_failure(Result result) noexcept;

/// Whether the same call may succeed later in this process, after what the advice says to wait for or to
/// free.
bool may_pass(Result result) noexcept;

/// What to do about it; empty if there is nothing to add.
const char *error_advice(Result result) noexcept;

/// The error of a failed call. `call` is the name of the driver function; `api` provides the driver's own
/// text, if that function has been loaded.
Error driver_error(const DriverApi &api, Result result, const char *call, std::string operation,
                   std::string log = {});

} // namespace kcc::cuda

#endif
