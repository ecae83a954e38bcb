// The meaning of OpenCL's error codes, and what to do about them.
#ifndef KCC_RUNTIME_OPENCL_OPENCL_ERRORS_H
#define KCC_RUNTIME_OPENCL_OPENCL_ERRORS_H

#include "../core/backend.h"
#include "opencl_types.h"

#include <kcc/runtime/error.h>

#include <string>

namespace kcc::opencl {

// X(number, name, category, text, advice): the failures that kcc's calls may return. Names are without CL_.
#define KCC_OPENCL_ERRORS(X)                                                                                 \
  X(-1, DEVICE_NOT_FOUND, no_device, "there is no device", "Install the driver of the device")               \
  X(-2, DEVICE_NOT_AVAILABLE, device_lost, "the device is not available any more",                           \
    "A kernel may have accessed memory outside of its buffers or run too long: find it on the CPU device "   \
    "(KCC_DEVICE=cpu). The device is unusable to this process from now on")                                  \
  X(-3, COMPILER_NOT_AVAILABLE, driver, "the driver has no compiler", "Install the driver's compiler")       \
  X(-4, MEM_OBJECT_ALLOCATION_FAILURE, out_of_memory, "the device has not enough memory",                    \
    "Free buffers, or work on smaller parts")                                                                \
  X(-5, OUT_OF_RESOURCES, out_of_memory, "the device has not enough resources, or has failed",               \
    "Take smaller blocks or less shared memory, or free buffers")                                            \
  X(-6, OUT_OF_HOST_MEMORY, out_of_memory, "the host has not enough memory", "")                             \
  X(-7, PROFILING_INFO_NOT_AVAILABLE, not_supported, "the driver has not noted the time", "")                \
  X(-11, BUILD_PROGRAM_FAILURE, invalid_code, "the driver cannot compile the code",                          \
    "The log has the driver's words. A newer driver may take the code")                                      \
  X(-14, EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, internal, "work before it has failed", "")               \
  X(-30, INVALID_VALUE, internal, "the driver refuses a value", "")                                          \
  X(-33, INVALID_DEVICE, internal, "the device is not valid", "")                                            \
  X(-34, INVALID_CONTEXT, internal, "the context is not valid", "")                                          \
  X(-35, INVALID_QUEUE_PROPERTIES, not_supported, "the device has no such queues", "")                       \
  X(-36, INVALID_COMMAND_QUEUE, internal, "the command queue is not valid", "")                              \
  X(-42, INVALID_BINARY, invalid_code, "the driver refuses the binary", "")                                  \
  X(-43, INVALID_BUILD_OPTIONS, internal, "the driver refuses the build options", "")                        \
  X(-44, INVALID_PROGRAM, invalid_code, "the driver refuses the code", "")                                   \
  X(-45, INVALID_PROGRAM_EXECUTABLE, invalid_code, "the code is not compiled for the device", "")            \
  X(-46, INVALID_KERNEL_NAME, not_found, "the code has no such kernel", "")                                  \
  X(-47, INVALID_KERNEL_DEFINITION, invalid_code, "the kernel is not the same for all devices", "")          \
  X(-48, INVALID_KERNEL, internal, "the kernel is not valid", "")                                            \
  X(-49, INVALID_ARG_INDEX, invalid_code, "the kernel lacks an argument",                                    \
    "Compile the kernels again: the code is from another version of kcc")                                    \
  X(-50, INVALID_ARG_VALUE, invalid_code, "the kernel has an argument of another kind",                      \
    "Compile the kernels again: the code is from another version of kcc")                                    \
  X(-51, INVALID_ARG_SIZE, invalid_code,                                                                     \
    "the kernel has an argument of another size, or the device has "                                         \
    "not so much shared memory",                                                                             \
    "Compile the kernels again if the code is from another version of kcc, or take less shared memory")      \
  X(-52, INVALID_KERNEL_ARGS, invalid_code, "the kernel has more arguments than kcc passes",                 \
    "Compile the kernels again: the code is from another version of kcc")                                    \
  X(-54, INVALID_WORK_GROUP_SIZE, invalid_argument, "the kernel cannot run with blocks of this shape",       \
    "Take a smaller block")                                                                                  \
  X(-55, INVALID_WORK_ITEM_SIZE, invalid_argument, "the block is too long in one dimension",                 \
    "Take a smaller block")                                                                                  \
  X(-57, INVALID_EVENT_WAIT_LIST, internal, "the list of events is not valid", "")                           \
  X(-58, INVALID_EVENT, internal, "the event is not valid", "")                                              \
  X(-59, INVALID_OPERATION, not_supported, "the driver has no such function", "")                            \
  X(-61, INVALID_BUFFER_SIZE, out_of_memory, "the driver has no memory of this size in one piece",           \
    "Work on smaller parts")                                                                                 \
  X(-63, INVALID_GLOBAL_WORK_SIZE, invalid_argument, "the grid has too many threads", "Take a smaller grid") \
  X(-1001, PLATFORM_NOT_FOUND_KHR, no_device, "there is no driver",                                          \
    "Install the device's driver: Debian has intel-opencl-icd, mesa-opencl-icd and pocl-opencl-icd")

/// "CL_OUT_OF_RESOURCES"; "cl_int" for numbers not in the table.
const char *status_name(Status status) noexcept;

/// The error of a failed call. `call` is the name of the OpenCL function, `log` what the driver's compiler
/// said.
Error opencl_error(Status status, const char *call, std::string operation, std::string log = {});

/// Throws opencl_error() unless the call succeeded.
inline void check(Status status, const char *call, const core::Operation &operation) {
  if (status != success)
    throw opencl_error(status, call, operation.text());
}

} // namespace kcc::opencl

#endif
