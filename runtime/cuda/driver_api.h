// The functions of the CUDA driver that kcc uses, declared once. The loader, the function table and the names
// in error messages are generated from this list; tests compare it with cuda.h.
#ifndef KCC_RUNTIME_CUDA_DRIVER_API_H
#define KCC_RUNTIME_CUDA_DRIVER_API_H

#include "../core/shared_library.h"
#include "driver_types.h"

#include <cstddef>
#include <cstdint>

namespace kcc::cuda {

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
  X(device_get_pci_bus_id, cuDeviceGetPCIBusId, "cuDeviceGetPCIBusId", (char *, int, DeviceNumber))          \
  X(device_can_access_peer, cuDeviceCanAccessPeer, "cuDeviceCanAccessPeer",                                  \
    (int *, DeviceNumber, DeviceNumber))                                                                     \
  X(device_get_p2p_attribute, cuDeviceGetP2PAttribute, "cuDeviceGetP2PAttribute",                            \
    (int *, PeerAttribute, DeviceNumber, DeviceNumber))                                                      \
  X(primary_ctx_get_state, cuDevicePrimaryCtxGetState, "cuDevicePrimaryCtxGetState",                         \
    (DeviceNumber, unsigned *, int *))                                                                       \
  X(primary_ctx_set_flags, cuDevicePrimaryCtxSetFlags, "cuDevicePrimaryCtxSetFlags_v2",                      \
    (DeviceNumber, unsigned))                                                                                \
  X(primary_ctx_retain, cuDevicePrimaryCtxRetain, "cuDevicePrimaryCtxRetain", (Context *, DeviceNumber))     \
  X(primary_ctx_release, cuDevicePrimaryCtxRelease, "cuDevicePrimaryCtxRelease_v2", (DeviceNumber))          \
  X(primary_ctx_reset, cuDevicePrimaryCtxReset, "cuDevicePrimaryCtxReset_v2", (DeviceNumber))                \
  X(ctx_get_device, cuCtxGetDevice, "cuCtxGetDevice", (DeviceNumber *))                                      \
  X(ctx_get_flags, cuCtxGetFlags, "cuCtxGetFlags", (unsigned *))                                             \
  X(ctx_get_current, cuCtxGetCurrent, "cuCtxGetCurrent", (Context *))                                        \
  X(ctx_set_current, cuCtxSetCurrent, "cuCtxSetCurrent", (Context))                                          \
  X(ctx_push_current, cuCtxPushCurrent, "cuCtxPushCurrent_v2", (Context))                                    \
  X(ctx_pop_current, cuCtxPopCurrent, "cuCtxPopCurrent_v2", (Context *))                                     \
  X(ctx_synchronize, cuCtxSynchronize, "cuCtxSynchronize", ())                                               \
  X(ctx_get_stream_priority_range, cuCtxGetStreamPriorityRange, "cuCtxGetStreamPriorityRange",               \
    (int *, int *))                                                                                          \
  X(ctx_enable_peer_access, cuCtxEnablePeerAccess, "cuCtxEnablePeerAccess", (Context, unsigned))             \
  X(ctx_disable_peer_access, cuCtxDisablePeerAccess, "cuCtxDisablePeerAccess", (Context))                    \
  X(mem_get_info, cuMemGetInfo, "cuMemGetInfo_v2", (std::size_t *, std::size_t *))                           \
  X(mem_alloc, cuMemAlloc, "cuMemAlloc_v2", (DevicePointer *, std::size_t))                                  \
  X(mem_free, cuMemFree, "cuMemFree_v2", (DevicePointer))                                                    \
  X(mem_host_alloc, cuMemHostAlloc, "cuMemHostAlloc", (void **, std::size_t, unsigned))                      \
  X(mem_host_get_device_pointer, cuMemHostGetDevicePointer, "cuMemHostGetDevicePointer_v2",                  \
    (DevicePointer *, void *, unsigned))                                                                     \
  X(mem_free_host, cuMemFreeHost, "cuMemFreeHost", (void *))                                                 \
  X(mem_host_register, cuMemHostRegister, "cuMemHostRegister_v2", (void *, std::size_t, unsigned))           \
  X(mem_host_unregister, cuMemHostUnregister, "cuMemHostUnregister", (void *))                               \
  X(mem_alloc_managed, cuMemAllocManaged, "cuMemAllocManaged", (DevicePointer *, std::size_t, unsigned))     \
  X(mem_get_allocation_granularity, cuMemGetAllocationGranularity, "cuMemGetAllocationGranularity",          \
    (std::size_t *, const AllocationProperties *, AllocationGranularity))                                    \
  X(mem_address_reserve, cuMemAddressReserve, "cuMemAddressReserve",                                         \
    (DevicePointer *, std::size_t, std::size_t, DevicePointer, unsigned long long))                          \
  X(mem_address_free, cuMemAddressFree, "cuMemAddressFree", (DevicePointer, std::size_t))                    \
  X(mem_create, cuMemCreate, "cuMemCreate",                                                                  \
    (AllocationHandle *, std::size_t, const AllocationProperties *, unsigned long long))                     \
  X(mem_release, cuMemRelease, "cuMemRelease", (AllocationHandle))                                           \
  X(mem_map, cuMemMap, "cuMemMap",                                                                           \
    (DevicePointer, std::size_t, std::size_t, AllocationHandle, unsigned long long))                         \
  X(mem_unmap, cuMemUnmap, "cuMemUnmap", (DevicePointer, std::size_t))                                       \
  X(mem_set_access, cuMemSetAccess, "cuMemSetAccess",                                                        \
    (DevicePointer, std::size_t, const AccessDescription *, std::size_t))                                    \
  X(memcpy_htod_async, cuMemcpyHtoDAsync, "cuMemcpyHtoDAsync_v2",                                            \
    (DevicePointer, const void *, std::size_t, StreamRef))                                                   \
  X(memcpy_dtoh_async, cuMemcpyDtoHAsync, "cuMemcpyDtoHAsync_v2",                                            \
    (void *, DevicePointer, std::size_t, StreamRef))                                                         \
  X(memcpy_dtod_async, cuMemcpyDtoDAsync, "cuMemcpyDtoDAsync_v2",                                            \
    (DevicePointer, DevicePointer, std::size_t, StreamRef))                                                  \
  X(memset_d8_async, cuMemsetD8Async, "cuMemsetD8Async",                                                     \
    (DevicePointer, unsigned char, std::size_t, StreamRef))                                                  \
  X(memset_d16_async, cuMemsetD16Async, "cuMemsetD16Async",                                                  \
    (DevicePointer, unsigned short, std::size_t, StreamRef))                                                 \
  X(memset_d32_async, cuMemsetD32Async, "cuMemsetD32Async",                                                  \
    (DevicePointer, unsigned, std::size_t, StreamRef))                                                       \
  X(memset_d2d8_async, cuMemsetD2D8Async, "cuMemsetD2D8Async",                                               \
    (DevicePointer, std::size_t, unsigned char, std::size_t, std::size_t, StreamRef))                        \
  X(memset_d2d16_async, cuMemsetD2D16Async, "cuMemsetD2D16Async",                                            \
    (DevicePointer, std::size_t, unsigned short, std::size_t, std::size_t, StreamRef))                       \
  X(memset_d2d32_async, cuMemsetD2D32Async, "cuMemsetD2D32Async",                                            \
    (DevicePointer, std::size_t, unsigned, std::size_t, std::size_t, StreamRef))                             \
  X(memcpy_peer_async, cuMemcpyPeerAsync, "cuMemcpyPeerAsync",                                               \
    (DevicePointer, Context, DevicePointer, Context, std::size_t, StreamRef))                                \
  X(memcpy_3d_async, cuMemcpy3DAsync, "cuMemcpy3DAsync_v2", (const Copy3D *, StreamRef))                     \
  X(memcpy_3d_peer_async, cuMemcpy3DPeerAsync, "cuMemcpy3DPeerAsync", (const Copy3D *, StreamRef))           \
  X(array_3d_create, cuArray3DCreate, "cuArray3DCreate_v2", (ArrayRef *, const DriverArrayDescription *))    \
  X(array_destroy, cuArrayDestroy, "cuArrayDestroy", (ArrayRef))                                             \
  X(mipmapped_array_create, cuMipmappedArrayCreate, "cuMipmappedArrayCreate",                                \
    (MipmappedArrayRef *, const DriverArrayDescription *, unsigned))                                         \
  X(mipmapped_array_get_level, cuMipmappedArrayGetLevel, "cuMipmappedArrayGetLevel",                         \
    (ArrayRef *, MipmappedArrayRef, unsigned))                                                               \
  X(mipmapped_array_destroy, cuMipmappedArrayDestroy, "cuMipmappedArrayDestroy", (MipmappedArrayRef))        \
  X(tex_object_create, cuTexObjectCreate, "cuTexObjectCreate",                                               \
    (unsigned long long *, const ResourceDescription *, const SamplingDescription *,                         \
     const ResourceViewDescription *))                                                                       \
  X(tex_object_destroy, cuTexObjectDestroy, "cuTexObjectDestroy", (unsigned long long))                      \
  X(surf_object_create, cuSurfObjectCreate, "cuSurfObjectCreate",                                            \
    (unsigned long long *, const ResourceDescription *))                                                     \
  X(surf_object_destroy, cuSurfObjectDestroy, "cuSurfObjectDestroy", (unsigned long long))                   \
  X(pointer_get_attribute, cuPointerGetAttribute, "cuPointerGetAttribute",                                   \
    (void *, PointerAttribute, DevicePointer))                                                               \
  X(stream_create_with_priority, cuStreamCreateWithPriority, "cuStreamCreateWithPriority",                   \
    (StreamRef *, unsigned, int))                                                                            \
  X(stream_get_context, cuStreamGetCtx, "cuStreamGetCtx", (StreamRef, Context *))                            \
  X(stream_get_priority, cuStreamGetPriority, "cuStreamGetPriority", (StreamRef, int *))                     \
  X(stream_get_flags, cuStreamGetFlags, "cuStreamGetFlags", (StreamRef, unsigned *))                         \
  X(stream_destroy, cuStreamDestroy, "cuStreamDestroy_v2", (StreamRef))                                      \
  X(stream_synchronize, cuStreamSynchronize, "cuStreamSynchronize", (StreamRef))                             \
  X(stream_query, cuStreamQuery, "cuStreamQuery", (StreamRef))                                               \
  X(stream_wait_event, cuStreamWaitEvent, "cuStreamWaitEvent", (StreamRef, EventRef, unsigned))              \
  X(thread_exchange_stream_capture_mode, cuThreadExchangeStreamCaptureMode,                                  \
    "cuThreadExchangeStreamCaptureMode", (CaptureMode *))                                                    \
  X(launch_host_func, cuLaunchHostFunc, "cuLaunchHostFunc", (StreamRef, HostFunction, void *))               \
  X(event_create, cuEventCreate, "cuEventCreate", (EventRef *, unsigned))                                    \
  X(event_destroy, cuEventDestroy, "cuEventDestroy_v2", (EventRef))                                          \
  X(event_record, cuEventRecord, "cuEventRecord", (EventRef, StreamRef))                                     \
  X(event_query, cuEventQuery, "cuEventQuery", (EventRef))                                                   \
  X(event_synchronize, cuEventSynchronize, "cuEventSynchronize", (EventRef))                                 \
  X(event_elapsed_time, cuEventElapsedTime, "cuEventElapsedTime", (float *, EventRef, EventRef))             \
  X(ipc_get_mem_handle, cuIpcGetMemHandle, "cuIpcGetMemHandle", (IpcDriverHandle *, DevicePointer))          \
  X(ipc_open_mem_handle, cuIpcOpenMemHandle, "cuIpcOpenMemHandle_v2",                                        \
    (DevicePointer *, IpcDriverHandle, unsigned))                                                            \
  X(ipc_close_mem_handle, cuIpcCloseMemHandle, "cuIpcCloseMemHandle", (DevicePointer))                       \
  X(ipc_get_event_handle, cuIpcGetEventHandle, "cuIpcGetEventHandle", (IpcDriverHandle *, EventRef))         \
  X(ipc_open_event_handle, cuIpcOpenEventHandle, "cuIpcOpenEventHandle", (EventRef *, IpcDriverHandle))      \
  X(import_external_memory, cuImportExternalMemory, "cuImportExternalMemory",                                \
    (ExternalMemoryRef *, const ExternalMemoryDescription *))                                                \
  X(external_memory_get_mapped_buffer, cuExternalMemoryGetMappedBuffer, "cuExternalMemoryGetMappedBuffer",   \
    (DevicePointer *, ExternalMemoryRef, const ExternalBufferDescription *))                                 \
  X(destroy_external_memory, cuDestroyExternalMemory, "cuDestroyExternalMemory", (ExternalMemoryRef))        \
  X(import_external_semaphore, cuImportExternalSemaphore, "cuImportExternalSemaphore",                       \
    (ExternalSemaphoreRef *, const ExternalSemaphoreDescription *))                                          \
  X(destroy_external_semaphore, cuDestroyExternalSemaphore, "cuDestroyExternalSemaphore",                    \
    (ExternalSemaphoreRef))                                                                                  \
  X(signal_external_semaphores, cuSignalExternalSemaphoresAsync, "cuSignalExternalSemaphoresAsync",          \
    (const ExternalSemaphoreRef *, const ExternalSemaphoreParameters *, unsigned, StreamRef))                \
  X(wait_external_semaphores, cuWaitExternalSemaphoresAsync, "cuWaitExternalSemaphoresAsync",                \
    (const ExternalSemaphoreRef *, const ExternalSemaphoreParameters *, unsigned, StreamRef))                \
  X(module_load_data_ex, cuModuleLoadDataEx, "cuModuleLoadDataEx",                                           \
    (ModuleRef *, const void *, unsigned, JitOption *, void **))                                             \
  X(module_unload, cuModuleUnload, "cuModuleUnload", (ModuleRef))                                            \
  X(module_get_function, cuModuleGetFunction, "cuModuleGetFunction",                                         \
    (FunctionRef *, ModuleRef, const char *))                                                                \
  X(module_get_global, cuModuleGetGlobal, "cuModuleGetGlobal_v2",                                            \
    (DevicePointer *, std::size_t *, ModuleRef, const char *))                                               \
  X(link_create, cuLinkCreate, "cuLinkCreate_v2", (unsigned, JitOption *, void **, LinkRef *))               \
  X(link_add_data, cuLinkAddData, "cuLinkAddData_v2",                                                        \
    (LinkRef, JitInput, void *, std::size_t, const char *, unsigned, JitOption *, void **))                  \
  X(link_complete, cuLinkComplete, "cuLinkComplete", (LinkRef, void **, std::size_t *))                      \
  X(link_destroy, cuLinkDestroy, "cuLinkDestroy", (LinkRef))                                                 \
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
    "cuOccupancyMaxActiveBlocksPerMultiprocessor", (int *, FunctionRef, int, std::size_t))                   \
  X(occupancy_available_dynamic_shared, cuOccupancyAvailableDynamicSMemPerBlock,                             \
    "cuOccupancyAvailableDynamicSMemPerBlock", (std::size_t *, FunctionRef, int, int))

// The same for functions of which the first version is used, which all drivers have; their names in cuda.h
// mean later versions, which older drivers lack.
#define KCC_FIRST_VERSION_DRIVER_FUNCTIONS(X)                                                                \
  X(mem_advise, cuMemAdvise, "cuMemAdvise", (DevicePointer, std::size_t, unsigned, DeviceNumber))            \
  X(mem_prefetch_async, cuMemPrefetchAsync, "cuMemPrefetchAsync",                                            \
    (DevicePointer, std::size_t, DeviceNumber, StreamRef))

// The same for functions that older drivers lack. They are only called for features that need a newer driver
// anyway.
#define KCC_OPTIONAL_DRIVER_FUNCTIONS(X)                                                                     \
  X(ctx_get_id, cuCtxGetId, "cuCtxGetId", (Context, unsigned long long *))                                   \
  X(ctx_set_flags, cuCtxSetFlags, "cuCtxSetFlags", (unsigned))                                               \
  X(mem_alloc_async, cuMemAllocAsync, "cuMemAllocAsync", (DevicePointer *, std::size_t, StreamRef))          \
  X(mem_free_async, cuMemFreeAsync, "cuMemFreeAsync", (DevicePointer, StreamRef))                            \
  X(mem_alloc_from_pool_async, cuMemAllocFromPoolAsync, "cuMemAllocFromPoolAsync",                           \
    (DevicePointer *, std::size_t, PoolRef, StreamRef))                                                      \
  X(device_get_default_mem_pool, cuDeviceGetDefaultMemPool, "cuDeviceGetDefaultMemPool",                     \
    (PoolRef *, DeviceNumber))                                                                               \
  X(mem_pool_create, cuMemPoolCreate, "cuMemPoolCreate", (PoolRef *, const PoolProperties *))                \
  X(mem_pool_destroy, cuMemPoolDestroy, "cuMemPoolDestroy", (PoolRef))                                       \
  X(mem_pool_get_attribute, cuMemPoolGetAttribute, "cuMemPoolGetAttribute",                                  \
    (PoolRef, DriverPoolAttribute, void *))                                                                  \
  X(mem_pool_set_attribute, cuMemPoolSetAttribute, "cuMemPoolSetAttribute",                                  \
    (PoolRef, DriverPoolAttribute, void *))                                                                  \
  X(mem_pool_trim_to, cuMemPoolTrimTo, "cuMemPoolTrimTo", (PoolRef, std::size_t))                            \
  X(mem_pool_set_access, cuMemPoolSetAccess, "cuMemPoolSetAccess",                                           \
    (PoolRef, const AccessDescription *, std::size_t))                                                       \
  /* Graphs: the newest of these came with CUDA 12.0. */                                                     \
  X(stream_begin_capture, cuStreamBeginCapture, "cuStreamBeginCapture_v2", (StreamRef, CaptureMode))         \
  X(stream_end_capture, cuStreamEndCapture, "cuStreamEndCapture", (StreamRef, GraphRef *))                   \
  X(graph_create, cuGraphCreate, "cuGraphCreate", (GraphRef *, unsigned))                                    \
  X(graph_destroy, cuGraphDestroy, "cuGraphDestroy", (GraphRef))                                             \
  X(graph_add_child_graph_node, cuGraphAddChildGraphNode, "cuGraphAddChildGraphNode",                        \
    (GraphNodeRef *, GraphRef, const GraphNodeRef *, std::size_t, GraphRef))                                 \
  X(graph_get_nodes, cuGraphGetNodes, "cuGraphGetNodes", (GraphRef, GraphNodeRef *, std::size_t *))          \
  X(graph_debug_dot_print, cuGraphDebugDotPrint, "cuGraphDebugDotPrint", (GraphRef, const char *, unsigned)) \
  X(graph_instantiate, cuGraphInstantiateWithFlags, "cuGraphInstantiateWithFlags",                           \
    (GraphExecRef *, GraphRef, unsigned long long))                                                          \
  X(graph_exec_destroy, cuGraphExecDestroy, "cuGraphExecDestroy", (GraphExecRef))                            \
  X(graph_launch, cuGraphLaunch, "cuGraphLaunch", (GraphExecRef, StreamRef))                                 \
  X(graph_exec_update, cuGraphExecUpdate, "cuGraphExecUpdate_v2",                                            \
    (GraphExecRef, GraphRef, GraphUpdateResult *))                                                           \
  X(graph_exec_child_graph_node_set_params, cuGraphExecChildGraphNodeSetParams,                              \
    "cuGraphExecChildGraphNodeSetParams", (GraphExecRef, GraphNodeRef, GraphRef))                            \
  X(device_get_uuid, cuDeviceGetUuid, "cuDeviceGetUuid_v2", (DeviceUuid *, DeviceNumber))                    \
  X(launch_kernel_ex, cuLaunchKernelEx, "cuLaunchKernelEx",                                                  \
    (const LaunchDescription *, FunctionRef, void **, void **))                                              \
  X(occupancy_max_active_clusters, cuOccupancyMaxActiveClusters, "cuOccupancyMaxActiveClusters",             \
    (int *, FunctionRef, const LaunchDescription *))                                                         \
  /* CUDA 12.4, the name 12.3 */                                                                             \
  X(module_get_function_count, cuModuleGetFunctionCount, "cuModuleGetFunctionCount",                         \
    (unsigned *, ModuleRef))                                                                                 \
  X(module_enumerate_functions, cuModuleEnumerateFunctions, "cuModuleEnumerateFunctions",                    \
    (FunctionRef *, unsigned, ModuleRef))                                                                    \
  X(func_get_name, cuFuncGetName, "cuFuncGetName", (const char **, FunctionRef))                             \
  X(func_get_param_info, cuFuncGetParamInfo, "cuFuncGetParamInfo",                                           \
    (FunctionRef, std::size_t, std::size_t *, std::size_t *))                                                \
  X(func_load, cuFuncLoad, "cuFuncLoad", (FunctionRef))                                                      \
  X(graph_conditional_handle_create, cuGraphConditionalHandleCreate, "cuGraphConditionalHandleCreate",       \
    (ConditionalHandle *, GraphRef, Context, unsigned, unsigned))                                            \
  X(graph_add_node, cuGraphAddNode, "cuGraphAddNode_v2",                                                     \
    (GraphNodeRef *, GraphRef, const GraphNodeRef *, const GraphEdge *, std::size_t,                         \
     GraphNodeDescription *))

template <class Signature> using DriverCall = core::ImportedFunction<Signature>;

/// The functions of the loaded driver.
struct DriverApi {
#define KCC_DECLARE(name, function, symbol, parameters) DriverCall<Result parameters> name;
  KCC_DRIVER_FUNCTIONS(KCC_DECLARE)
  KCC_FIRST_VERSION_DRIVER_FUNCTIONS(KCC_DECLARE)
  KCC_OPTIONAL_DRIVER_FUNCTIONS(KCC_DECLARE)
#undef KCC_DECLARE
};

} // namespace kcc::cuda

#endif
