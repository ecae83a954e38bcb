// The functions of OpenCL that kcc calls.
#ifndef KCC_RUNTIME_OPENCL_OPENCL_API_H
#define KCC_RUNTIME_OPENCL_OPENCL_API_H

#include "../core/shared_library.h"
#include "opencl_types.h"

namespace kcc::opencl {

// X(member, symbol, result, parameters)
#define KCC_OPENCL_FUNCTIONS(X)                                                                              \
  X(get_platforms, clGetPlatformIDs, Status, (Uint, PlatformRef *, Uint *))                                  \
  X(get_platform_info, clGetPlatformInfo, Status, (PlatformRef, Uint, std::size_t, void *, std::size_t *))   \
  X(get_devices, clGetDeviceIDs, Status, (PlatformRef, Bits, Uint, DeviceRef *, Uint *))                     \
  X(get_device_info, clGetDeviceInfo, Status, (DeviceRef, Uint, std::size_t, void *, std::size_t *))         \
  X(create_context, clCreateContext, ContextRef,                                                             \
    (const Property *, Uint, const DeviceRef *, const void *, void *, Status *))                             \
  X(release_context, clReleaseContext, Status, (ContextRef))                                                 \
  X(create_queue, clCreateCommandQueueWithProperties, QueueRef,                                              \
    (ContextRef, DeviceRef, const QueueProperty *, Status *))                                                \
  X(release_queue, clReleaseCommandQueue, Status, (QueueRef))                                                \
  X(flush, clFlush, Status, (QueueRef))                                                                      \
  X(svm_allocate, clSVMAlloc, void *, (ContextRef, Bits, std::size_t, Uint))                                 \
  X(svm_free, clSVMFree, void, (ContextRef, void *))                                                         \
  X(enqueue_copy, clEnqueueSVMMemcpy, Status,                                                                \
    (QueueRef, Bool, void *, const void *, std::size_t, Uint, const EventRef *, EventRef *))                 \
  X(enqueue_fill, clEnqueueSVMMemFill, Status,                                                               \
    (QueueRef, void *, const void *, std::size_t, std::size_t, Uint, const EventRef *, EventRef *))          \
  X(create_program, clCreateProgramWithIL, ProgramRef, (ContextRef, const void *, std::size_t, Status *))    \
  X(create_program_of_binary, clCreateProgramWithBinary, ProgramRef,                                         \
    (ContextRef, Uint, const DeviceRef *, const std::size_t *, const unsigned char **, Status *, Status *))  \
  X(build_program, clBuildProgram, Status,                                                                   \
    (ProgramRef, Uint, const DeviceRef *, const char *, const void *, void *))                               \
  X(get_program_info, clGetProgramInfo, Status, (ProgramRef, Uint, std::size_t, void *, std::size_t *))      \
  X(get_build_info, clGetProgramBuildInfo, Status,                                                           \
    (ProgramRef, DeviceRef, Uint, std::size_t, void *, std::size_t *))                                       \
  X(release_program, clReleaseProgram, Status, (ProgramRef))                                                 \
  X(create_kernel, clCreateKernel, KernelRef, (ProgramRef, const char *, Status *))                          \
  X(release_kernel, clReleaseKernel, Status, (KernelRef))                                                    \
  X(set_argument, clSetKernelArg, Status, (KernelRef, Uint, std::size_t, const void *))                      \
  X(set_execution_info, clSetKernelExecInfo, Status, (KernelRef, Uint, std::size_t, const void *))           \
  X(get_work_group_info, clGetKernelWorkGroupInfo, Status,                                                   \
    (KernelRef, DeviceRef, Uint, std::size_t, void *, std::size_t *))                                        \
  X(enqueue_kernel, clEnqueueNDRangeKernel, Status,                                                          \
    (QueueRef, KernelRef, Uint, const std::size_t *, const std::size_t *, const std::size_t *, Uint,         \
     const EventRef *, EventRef *))                                                                          \
  X(enqueue_marker, clEnqueueMarkerWithWaitList, Status, (QueueRef, Uint, const EventRef *, EventRef *))     \
  X(enqueue_barrier, clEnqueueBarrierWithWaitList, Status, (QueueRef, Uint, const EventRef *, EventRef *))   \
  X(create_user_event, clCreateUserEvent, EventRef, (ContextRef, Status *))                                  \
  X(set_user_event_status, clSetUserEventStatus, Status, (EventRef, Status))                                 \
  X(wait_for_events, clWaitForEvents, Status, (Uint, const EventRef *))                                      \
  X(get_event_info, clGetEventInfo, Status, (EventRef, Uint, std::size_t, void *, std::size_t *))            \
  X(get_profiling_info, clGetEventProfilingInfo, Status,                                                     \
    (EventRef, Uint, std::size_t, void *, std::size_t *))                                                    \
  X(retain_event, clRetainEvent, Status, (EventRef))                                                         \
  X(release_event, clReleaseEvent, Status, (EventRef))

template <class Signature> using Call = core::ImportedFunction<Signature>;

/// The functions, as the loader library gives them. Those of version 2.1 may only be called with objects of
/// drivers that have it.
struct Api {
#define KCC_DECLARE(name, symbol, result, parameters) Call<result parameters> name;
  KCC_OPENCL_FUNCTIONS(KCC_DECLARE)
#undef KCC_DECLARE
};

} // namespace kcc::opencl

#endif
