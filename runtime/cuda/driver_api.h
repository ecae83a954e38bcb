// The part of the CUDA driver API that kcc uses, declared once. The loader, the function table and the names
// in error messages are generated from this list; tests compare it with cuda.h. The declarations are kcc's
// own, so neither building nor running needs a CUDA toolkit.
#ifndef KCC_RUNTIME_CUDA_DRIVER_API_H
#define KCC_RUNTIME_CUDA_DRIVER_API_H

#include <cstddef>

namespace kcc::cuda {

using Result = int; // CUresult
using DeviceNumber = int;
using DevicePointer = unsigned long long;
struct ContextObject;
struct StreamObject;
struct EventObject;
struct ModuleObject;
struct FunctionObject;
using Context = ContextObject *;
using StreamRef = StreamObject *;
using EventRef = EventObject *;
using ModuleRef = ModuleObject *;
using FunctionRef = FunctionObject *;

enum DeviceAttribute : unsigned { // CUdevice_attribute
  max_threads_per_block = 1,
  max_block_x = 2,
  max_block_y = 3,
  max_block_z = 4,
  max_grid_x = 5,
  max_grid_y = 6,
  max_grid_z = 7,
  shared_bytes_per_block = 8,
  warp_size = 10,
  clock_rate_khz = 13,
  multiprocessor_count = 16,
  compute_capability_major = 75,
  compute_capability_minor = 76,
  cooperative_launch = 95,
  shared_bytes_per_block_optin = 97,
  cluster_launch = 120
};

enum FunctionAttribute : unsigned { // CUfunction_attribute
  function_max_threads = 0,
  function_static_shared_bytes = 1,
  function_max_dynamic_shared_bytes = 8
};

enum Limit : unsigned { // CUlimit
  limit_stack_bytes = 0,
  limit_malloc_heap_bytes = 2
};

enum JitOption : unsigned { // CUjit_option
  jit_info_log = 3,
  jit_info_log_bytes = 4,
  jit_error_log = 5,
  jit_error_log_bytes = 6
};

enum LaunchAttributeKind : unsigned { // CUlaunchAttributeID
  launch_cooperative = 2,
  launch_cluster_dimension = 4
};

struct LaunchAttribute { // CUlaunchAttribute
  LaunchAttributeKind kind;
  char pad[4];
  union {
    char whole[64];
    int cooperative;
    struct {
      unsigned x, y, z;
    } cluster;
  } value;
};

struct LaunchDescription { // CUlaunchConfig
  unsigned grid_x, grid_y, grid_z;
  unsigned block_x, block_y, block_z;
  unsigned shared_bytes;
  StreamRef stream;
  LaunchAttribute *attributes;
  unsigned attribute_count;
};

inline constexpr unsigned stream_non_blocking = 1; // CU_STREAM_NON_BLOCKING
inline constexpr unsigned event_default = 0;       // CU_EVENT_DEFAULT

inline constexpr Result success = 0;
inline constexpr unsigned mem_host_portable = 1;   // CU_MEMHOSTALLOC_PORTABLE
inline constexpr unsigned mem_host_device_map = 2; // CU_MEMHOSTALLOC_DEVICEMAP

inline constexpr Result error_no_device = 100;
inline constexpr Result error_not_found = 500;
inline constexpr Result error_not_ready = 600;
inline constexpr Result error_cooperative_launch_too_large = 720;

// X(name, function, symbol, parameters): the name here, the function in cuda.h, the library's symbol (to
// which macros in cuda.h map it), the parameter types.
#define KCC_DRIVER_FUNCTIONS(X)                                                                              \
  X(init, cuInit, "cuInit", (unsigned))                                                                      \
  X(driver_get_version, cuDriverGetVersion, "cuDriverGetVersion", (int *))                                   \
  X(get_error_string, cuGetErrorString, "cuGetErrorString", (Result, const char **))                         \
  X(device_get_count, cuDeviceGetCount, "cuDeviceGetCount", (int *))                                         \
  X(device_get, cuDeviceGet, "cuDeviceGet", (DeviceNumber *, int))                                           \
  X(device_get_name, cuDeviceGetName, "cuDeviceGetName", (char *, int, DeviceNumber))                        \
  X(device_total_mem, cuDeviceTotalMem, "cuDeviceTotalMem_v2", (std::size_t *, DeviceNumber))                \
  X(device_get_attribute, cuDeviceGetAttribute, "cuDeviceGetAttribute",                                      \
    (int *, DeviceAttribute, DeviceNumber))                                                                  \
  X(primary_ctx_retain, cuDevicePrimaryCtxRetain, "cuDevicePrimaryCtxRetain", (Context *, DeviceNumber))     \
  X(ctx_get_current, cuCtxGetCurrent, "cuCtxGetCurrent", (Context *))                                        \
  X(ctx_set_current, cuCtxSetCurrent, "cuCtxSetCurrent", (Context))                                          \
  X(ctx_push_current, cuCtxPushCurrent, "cuCtxPushCurrent_v2", (Context))                                    \
  X(ctx_pop_current, cuCtxPopCurrent, "cuCtxPopCurrent_v2", (Context *))                                     \
  X(ctx_synchronize, cuCtxSynchronize, "cuCtxSynchronize", ())                                               \
  X(mem_alloc, cuMemAlloc, "cuMemAlloc_v2", (DevicePointer *, std::size_t))                                  \
  X(mem_free, cuMemFree, "cuMemFree_v2", (DevicePointer))                                                    \
  X(mem_host_alloc, cuMemHostAlloc, "cuMemHostAlloc", (void **, std::size_t, unsigned))                      \
  X(mem_host_get_device_pointer, cuMemHostGetDevicePointer, "cuMemHostGetDevicePointer_v2",                  \
    (DevicePointer *, void *, unsigned))                                                                     \
  X(memcpy_htod_async, cuMemcpyHtoDAsync, "cuMemcpyHtoDAsync_v2",                                            \
    (DevicePointer, const void *, std::size_t, StreamRef))                                                   \
  X(memcpy_dtoh_async, cuMemcpyDtoHAsync, "cuMemcpyDtoHAsync_v2",                                            \
    (void *, DevicePointer, std::size_t, StreamRef))                                                         \
  X(memcpy_dtod_async, cuMemcpyDtoDAsync, "cuMemcpyDtoDAsync_v2",                                            \
    (DevicePointer, DevicePointer, std::size_t, StreamRef))                                                  \
  X(memset_d8_async, cuMemsetD8Async, "cuMemsetD8Async",                                                     \
    (DevicePointer, unsigned char, std::size_t, StreamRef))                                                  \
  X(stream_create, cuStreamCreate, "cuStreamCreate", (StreamRef *, unsigned))                                \
  X(stream_destroy, cuStreamDestroy, "cuStreamDestroy_v2", (StreamRef))                                      \
  X(stream_synchronize, cuStreamSynchronize, "cuStreamSynchronize", (StreamRef))                             \
  X(stream_query, cuStreamQuery, "cuStreamQuery", (StreamRef))                                               \
  X(stream_wait_event, cuStreamWaitEvent, "cuStreamWaitEvent", (StreamRef, EventRef, unsigned))              \
  X(event_create, cuEventCreate, "cuEventCreate", (EventRef *, unsigned))                                    \
  X(event_destroy, cuEventDestroy, "cuEventDestroy_v2", (EventRef))                                          \
  X(event_record, cuEventRecord, "cuEventRecord", (EventRef, StreamRef))                                     \
  X(event_query, cuEventQuery, "cuEventQuery", (EventRef))                                                   \
  X(event_synchronize, cuEventSynchronize, "cuEventSynchronize", (EventRef))                                 \
  X(event_elapsed_time, cuEventElapsedTime, "cuEventElapsedTime", (float *, EventRef, EventRef))             \
  X(module_load_data_ex, cuModuleLoadDataEx, "cuModuleLoadDataEx",                                           \
    (ModuleRef *, const void *, unsigned, JitOption *, void **))                                             \
  X(module_unload, cuModuleUnload, "cuModuleUnload", (ModuleRef))                                            \
  X(module_get_function, cuModuleGetFunction, "cuModuleGetFunction",                                         \
    (FunctionRef *, ModuleRef, const char *))                                                                \
  X(module_get_global, cuModuleGetGlobal, "cuModuleGetGlobal_v2",                                            \
    (DevicePointer *, std::size_t *, ModuleRef, const char *))                                               \
  X(ctx_set_limit, cuCtxSetLimit, "cuCtxSetLimit", (Limit, std::size_t))                                     \
  X(ctx_get_limit, cuCtxGetLimit, "cuCtxGetLimit", (std::size_t *, Limit))                                   \
  X(func_get_attribute, cuFuncGetAttribute, "cuFuncGetAttribute", (int *, FunctionAttribute, FunctionRef))   \
  X(func_set_attribute, cuFuncSetAttribute, "cuFuncSetAttribute", (FunctionRef, FunctionAttribute, int))     \
  X(launch_kernel, cuLaunchKernel, "cuLaunchKernel",                                                         \
    (FunctionRef, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, StreamRef, void **,  \
     void **))                                                                                               \
  X(launch_cooperative_kernel, cuLaunchCooperativeKernel, "cuLaunchCooperativeKernel",                       \
    (FunctionRef, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, StreamRef, void **)) \
  X(occupancy_max_active_blocks, cuOccupancyMaxActiveBlocksPerMultiprocessor,                                \
    "cuOccupancyMaxActiveBlocksPerMultiprocessor", (int *, FunctionRef, int, std::size_t))

// The same for functions that older drivers lack. They are only called for features that need a newer driver
// anyway.
#define KCC_OPTIONAL_DRIVER_FUNCTIONS(X)                                                                     \
  X(launch_kernel_ex, cuLaunchKernelEx, "cuLaunchKernelEx",                                                  \
    (const LaunchDescription *, FunctionRef, void **, void **))                                              \
  X(occupancy_max_active_clusters, cuOccupancyMaxActiveClusters, "cuOccupancyMaxActiveClusters",             \
    (int *, FunctionRef, const LaunchDescription *))

/// A driver function, with its name for messages.
template <class Signature> struct DriverCall;
template <class... P> struct DriverCall<Result(P...)> {
  Result (*function)(P...) = nullptr;
  const char *name = nullptr;
  Result operator()(P... arguments) const { return function(arguments...); }
};

/// The functions of the loaded driver.
struct DriverApi {
#define KCC_DECLARE(name, function, symbol, parameters) DriverCall<Result parameters> name;
  KCC_DRIVER_FUNCTIONS(KCC_DECLARE)
  KCC_OPTIONAL_DRIVER_FUNCTIONS(KCC_DECLARE)
#undef KCC_DECLARE
};

} // namespace kcc::cuda

#endif
