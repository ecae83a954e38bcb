// The functions of HIP that kcc uses, declared once. The loader, the function table and the names in error
// messages are generated from this list.
#ifndef KCC_RUNTIME_HIP_HIP_API_H
#define KCC_RUNTIME_HIP_HIP_API_H

#include "../core/shared_library.h"
#include "hip_types.h"

#include <cstddef>

namespace kcc::hip {

// X(name, function, parameters): the name here, the function in hip_runtime_api.h and in the library, the
// parameter types. All return a Result.
#define KCC_HIP_FUNCTIONS(X)                                                                                 \
  X(init, hipInit, (unsigned))                                                                               \
  X(runtime_get_version, hipRuntimeGetVersion, (int *))                                                      \
  X(get_last_error, hipGetLastError, ())                                                                     \
  X(get_device_count, hipGetDeviceCount, (int *))                                                            \
  X(get_device, hipGetDevice, (int *))                                                                       \
  X(set_device, hipSetDevice, (int))                                                                         \
  X(device_get_name, hipDeviceGetName, (char *, int, int))                                                   \
  X(device_total_mem, hipDeviceTotalMem, (std::size_t *, int))                                               \
  X(device_get_attribute, hipDeviceGetAttribute, (int *, Attribute, int))                                    \
  X(device_get_pci_bus_id, hipDeviceGetPCIBusId, (char *, int, int))                                         \
  X(device_get_stream_priority_range, hipDeviceGetStreamPriorityRange, (int *, int *))                       \
  X(device_get_limit, hipDeviceGetLimit, (std::size_t *, Limit))                                             \
  X(device_set_limit, hipDeviceSetLimit, (Limit, std::size_t))                                               \
  X(device_synchronize, hipDeviceSynchronize, ())                                                            \
  X(get_device_flags, hipGetDeviceFlags, (unsigned *))                                                       \
  X(set_device_flags, hipSetDeviceFlags, (unsigned))                                                         \
  X(mem_get_info, hipMemGetInfo, (std::size_t *, std::size_t *))                                             \
  X(malloc, hipMalloc, (void **, std::size_t))                                                               \
  X(free, hipFree, (void *))                                                                                 \
  X(malloc_managed, hipMallocManaged, (void **, std::size_t, unsigned))                                      \
  X(mem_advise, hipMemAdvise, (const void *, std::size_t, unsigned, int))                                    \
  X(mem_prefetch_async, hipMemPrefetchAsync, (const void *, std::size_t, int, StreamRef))                    \
  X(host_malloc, hipHostMalloc, (void **, std::size_t, unsigned))                                            \
  X(host_free, hipHostFree, (void *))                                                                        \
  X(host_register, hipHostRegister, (void *, std::size_t, unsigned))                                         \
  X(host_unregister, hipHostUnregister, (void *))                                                            \
  X(host_get_device_pointer, hipHostGetDevicePointer, (void **, void *, unsigned))                           \
  X(host_get_flags, hipHostGetFlags, (unsigned *, void *))                                                   \
  X(memcpy_async, hipMemcpyAsync, (void *, const void *, std::size_t, CopyKind, StreamRef))                  \
  X(memcpy_2d_async, hipMemcpy2DAsync,                                                                       \
    (void *, std::size_t, const void *, std::size_t, std::size_t, std::size_t, CopyKind, StreamRef))         \
  X(memcpy_peer_async, hipMemcpyPeerAsync, (void *, int, const void *, int, std::size_t, StreamRef))         \
  X(memset_d8_async, hipMemsetD8Async, (void *, unsigned char, std::size_t, StreamRef))                      \
  X(memset_d16_async, hipMemsetD16Async, (void *, unsigned short, std::size_t, StreamRef))                   \
  X(memset_d32_async, hipMemsetD32Async, (void *, int, std::size_t, StreamRef))                              \
  X(stream_create_with_priority, hipStreamCreateWithPriority, (StreamRef *, unsigned, int))                  \
  X(stream_destroy, hipStreamDestroy, (StreamRef))                                                           \
  X(stream_synchronize, hipStreamSynchronize, (StreamRef))                                                   \
  X(stream_query, hipStreamQuery, (StreamRef))                                                               \
  X(stream_wait_event, hipStreamWaitEvent, (StreamRef, EventRef, unsigned))                                  \
  X(launch_host_func, hipLaunchHostFunc, (StreamRef, HostFunction, void *))                                  \
  X(event_create_with_flags, hipEventCreateWithFlags, (EventRef *, unsigned))                                \
  X(event_destroy, hipEventDestroy, (EventRef))                                                              \
  X(event_record, hipEventRecord, (EventRef, StreamRef))                                                     \
  X(event_query, hipEventQuery, (EventRef))                                                                  \
  X(event_synchronize, hipEventSynchronize, (EventRef))                                                      \
  X(event_elapsed_time, hipEventElapsedTime, (float *, EventRef, EventRef))                                  \
  X(module_load_data, hipModuleLoadData, (ModuleRef *, const void *))                                        \
  X(module_unload, hipModuleUnload, (ModuleRef))                                                             \
  X(module_get_function, hipModuleGetFunction, (FunctionRef *, ModuleRef, const char *))                     \
  X(module_get_global, hipModuleGetGlobal, (void **, std::size_t *, ModuleRef, const char *))                \
  X(func_get_attribute, hipFuncGetAttribute, (int *, FunctionAttribute, FunctionRef))                        \
  X(module_launch_kernel, hipModuleLaunchKernel,                                                             \
    (FunctionRef, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, StreamRef, void **,  \
     void **))                                                                                               \
  X(occupancy_max_active_blocks, hipModuleOccupancyMaxActiveBlocksPerMultiprocessor,                         \
    (int *, FunctionRef, int, std::size_t))

// The same for functions that some versions lack. hipGetDeviceProperties is in all, and means the struct of
// ROCm 5 in all: newer headers rename it to the other one.
#define KCC_OPTIONAL_HIP_FUNCTIONS(X)                                                                        \
  X(get_device_properties_r0000, hipGetDeviceProperties, (PropertiesBytes *, int))                           \
  X(get_device_properties_r0600, hipGetDevicePropertiesR0600, (PropertiesBytes *, int))                      \
  X(device_get_uuid, hipDeviceGetUuid, (Uuid *, int)) /* ROCm 5.2 */

template <class Signature> using HipCall = core::ImportedFunction<Signature>;

/// The functions of the loaded library.
struct HipApi {
#define KCC_DECLARE(name, function, parameters) HipCall<Result parameters> name;
  KCC_HIP_FUNCTIONS(KCC_DECLARE)
  KCC_OPTIONAL_HIP_FUNCTIONS(KCC_DECLARE)
#undef KCC_DECLARE
  HipCall<const char *(Result)> get_error_string;
};

} // namespace kcc::hip

#endif
