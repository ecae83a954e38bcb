// The part of the CUDA driver API that kcc uses, declared once. The loader, the function table and the names
// in error messages are generated from this list; tests compare it with cuda.h. The declarations are kcc's
// own, so neither building nor running needs a CUDA toolkit.
#ifndef KCC_RUNTIME_CUDA_DRIVER_API_H
#define KCC_RUNTIME_CUDA_DRIVER_API_H

#include "../core/shared_library.h"

#include <kcc/runtime/device_attribute.h>

#include <cstddef>
#include <cstdint>

namespace kcc::cuda {

using kcc::DeviceAttribute;
using kcc::PeerAttribute;
using Result = int; // CUresult
using DeviceNumber = int;
using DevicePointer = unsigned long long;
struct DeviceUuid { // CUuuid
  unsigned char bytes[16];
};
struct ContextObject;
struct StreamObject;
struct EventObject;
struct ModuleObject;
struct FunctionObject;
struct PoolObject;
struct LinkObject;
struct GraphObject;
struct GraphNodeObject;
struct GraphExecObject;
struct ArrayObject;
struct MipmappedArrayObject;
struct ExternalMemoryObject;
struct ExternalSemaphoreObject;
using Context = ContextObject *;
using StreamRef = StreamObject *;
using EventRef = EventObject *;
using ModuleRef = ModuleObject *;
using FunctionRef = FunctionObject *;
using PoolRef = PoolObject *;
using LinkRef = LinkObject *;
using GraphRef = GraphObject *;
using GraphNodeRef = GraphNodeObject *;
using GraphExecRef = GraphExecObject *;
using ArrayRef = ArrayObject *;
using MipmappedArrayRef = MipmappedArrayObject *;
using ExternalMemoryRef = ExternalMemoryObject *;
using ExternalSemaphoreRef = ExternalSemaphoreObject *;
using HostFunction = void (*)(void *); // CUhostFn

enum FunctionAttribute : unsigned { // CUfunction_attribute
  function_max_threads = 0,
  function_static_shared_bytes = 1,
  function_constant_bytes = 2,
  function_local_bytes = 3,
  function_registers = 4,
  function_ptx_version = 5,
  function_binary_version = 6,
  function_max_dynamic_shared_bytes = 8,
  function_non_portable_cluster_allowed = 14
};

enum Limit : unsigned { // CUlimit
  limit_stack_bytes = 0,
  limit_malloc_heap_bytes = 2
};

enum JitOption : unsigned { // CUjit_option
  jit_max_registers = 0,
  jit_info_log = 3,
  jit_info_log_bytes = 4,
  jit_error_log = 5,
  jit_error_log_bytes = 6,
  jit_optimization_level = 7,
  jit_target = 9,
  jit_fallback_strategy = 10,
  jit_debug_info = 11,
  jit_log_verbose = 12,
  jit_line_info = 13,
  jit_cache_mode = 14
};

enum JitInput : unsigned { // CUjitInputType
  jit_input_cubin = 0,
  jit_input_ptx = 1,
  jit_input_fatbin = 2,
  jit_input_object = 3,
  jit_input_library = 4
};

enum JitFallback : unsigned { // CUjit_fallback
  jit_prefer_ptx = 0,
  jit_prefer_binary = 1
};

enum JitCacheMode : unsigned { // CUjit_cacheMode
  jit_cache_cg = 1,
  jit_cache_ca = 2
};

// CUjit_target: ten times the major plus the minor number, and for code that runs only there or in its family
inline constexpr unsigned jit_target_accelerated = 0x10000; // CU_COMPUTE_ACCELERATED_TARGET_BASE
inline constexpr unsigned jit_target_family = 0x20000;      // CU_COMPUTE_FAMILY_TARGET_BASE

enum LaunchAttributeKind : unsigned { // CUlaunchAttributeID
  launch_cooperative = 2,
  launch_cluster_dimension = 4,
  launch_cluster_scheduling = 5,
  launch_programmatic_serialization = 6,
  launch_priority = 8,
  launch_shared_memory_carveout = 14 // CUDA 12.5
};

enum ClusterSchedulingPolicy : unsigned { // CUclusterSchedulingPolicy
  cluster_scheduling_default = 0,
  cluster_scheduling_spread = 1,
  cluster_scheduling_load_balancing = 2
};

struct LaunchAttribute { // CUlaunchAttribute
  LaunchAttributeKind kind;
  char pad[4];
  union {
    char whole[64];
    int cooperative;
    ClusterSchedulingPolicy cluster_scheduling;
    int programmatic_serialization;
    int priority;
    unsigned shared_memory_carveout;
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

enum ContextFlag : unsigned { // CUctx_flags
  context_automatic = 0,
  context_spin = 1,
  context_yield = 2,
  context_block = 4,
  context_wait_mask = 7
};

enum MemoryType : unsigned { // CUmemorytype
  memory_of_host = 1,
  memory_of_device = 2,
  memory_of_array = 3
};

struct Copy3D { // CUDA_MEMCPY3D, and CUDA_MEMCPY3D_PEER, which alone has contexts
  struct Side {
    std::size_t x_bytes, y, z, level;
    MemoryType type;
    const void *host;
    DevicePointer device;
    ArrayRef array;
    Context context;
    std::size_t pitch, height; ///< bytes in a row, rows in a slice
  } from, to;
  std::size_t width_bytes, height, depth;
};

enum ArrayFormat : unsigned { // CUarray_format
  array_uint8 = 1,
  array_uint16 = 2,
  array_uint32 = 3,
  array_int8 = 8,
  array_int16 = 9,
  array_int32 = 10,
  array_half = 16,
  array_float = 32
};

inline constexpr unsigned array_layered = 1; // CUDA_ARRAY3D_LAYERED and so on
inline constexpr unsigned array_surface = 2;
inline constexpr unsigned array_cube = 4;
inline constexpr unsigned array_gather = 8;

struct DriverArrayDescription { // CUDA_ARRAY3D_DESCRIPTOR
  std::size_t width, height, depth;
  ArrayFormat format;
  unsigned channels, flags;
};

enum ResourceType : unsigned { // CUresourcetype
  resource_array = 0,
  resource_mipmapped_array = 1,
  resource_linear = 2,
  resource_pitched = 3
};

struct ResourceDescription { // CUDA_RESOURCE_DESC
  ResourceType type;
  union {
    ArrayRef array;
    MipmappedArrayRef mipmapped;
    struct {
      DevicePointer memory;
      ArrayFormat format;
      unsigned channels;
      std::size_t bytes;
    } linear;
    struct {
      DevicePointer memory;
      ArrayFormat format;
      unsigned channels;
      std::size_t width, height, pitch;
    } pitched;
    int reserved[32];
  } resource;
  unsigned flags;
};

struct SamplingDescription { // CUDA_TEXTURE_DESC
  unsigned address[3], filter, flags, max_anisotropy, level_filter;
  float level_bias, min_level, max_level;
  float border[4];
  int reserved[12];
};
inline constexpr unsigned sampling_reads_integers = 1;         // CU_TRSF_READ_AS_INTEGER
inline constexpr unsigned sampling_normalized_coordinates = 2; // CU_TRSF_NORMALIZED_COORDINATES

struct ResourceViewDescription; // CUDA_RESOURCE_VIEW_DESC, which kcc does not use

enum PointerAttribute : unsigned { // CUpointer_attribute
  pointer_memory_type = 2,
  pointer_is_managed = 8,
  pointer_device_number = 9 // CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL
};

struct MemoryLocation { // CUmemLocation
  unsigned type;
  int id;
};
inline constexpr unsigned location_device = 1; // CU_MEM_LOCATION_TYPE_DEVICE

struct PoolProperties { // CUmemPoolProps
  unsigned type, handle_types;
  MemoryLocation location;
  void *security_attributes;
  std::size_t most_bytes;
  unsigned short usage;
  unsigned char reserved[54];
};
inline constexpr unsigned allocation_pinned = 1; // CU_MEM_ALLOCATION_TYPE_PINNED

struct AccessDescription { // CUmemAccessDesc
  MemoryLocation location;
  unsigned flags;
};
inline constexpr unsigned access_read_and_write = 3; // CU_MEM_ACCESS_FLAGS_PROT_READWRITE

using AllocationHandle = unsigned long long; // CUmemGenericAllocationHandle

struct AllocationProperties { // CUmemAllocationProp
  unsigned type, handle_types;
  MemoryLocation location;
  void *win32_data;
  struct {
    unsigned char compression, rdma;
    unsigned short usage;
    unsigned char reserved[4];
  } flags;
};
enum AllocationGranularity : unsigned { granularity_recommended = 1 }; // CUmemAllocationGranularity_flags

struct IpcDriverHandle { // CUipcMemHandle and CUipcEventHandle
  char bytes[64];
};
inline constexpr unsigned ipc_lazy_enable_peer_access = 1; // CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS

struct ExternalSource { // the first fields of the next two; a union of which kcc uses this
  unsigned type;
  union {
    int fd;
    void *words[2];
  } handle;
};
enum ExternalMemoryType : unsigned { // CUexternalMemoryHandleType
  external_memory_opaque_fd = 1,
  external_memory_dma_buf = 9
};
inline constexpr unsigned external_memory_dedicated = 1; // CUDA_EXTERNAL_MEMORY_DEDICATED
struct ExternalMemoryDescription {                       // CUDA_EXTERNAL_MEMORY_HANDLE_DESC
  ExternalSource source;
  unsigned long long bytes;
  unsigned flags;
  unsigned reserved[16];
};
struct ExternalBufferDescription { // CUDA_EXTERNAL_MEMORY_BUFFER_DESC
  unsigned long long offset, bytes;
  unsigned flags;
  unsigned reserved[16];
};
enum ExternalSemaphoreType : unsigned { // CUexternalSemaphoreHandleType
  external_semaphore_opaque_fd = 1,
  external_semaphore_timeline_fd = 9
};
struct ExternalSemaphoreDescription { // CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC
  ExternalSource source;
  unsigned flags;
  unsigned reserved[16];
};
struct ExternalSemaphoreParameters { // CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS and WAIT_PARAMS
  unsigned long long value;
  char unused[64];
  unsigned flags;
  unsigned reserved[16];
};

enum DriverPoolAttribute : unsigned { // CUmemPool_attribute
  pool_release_threshold = 4,
  pool_reserved_now = 5,
  pool_reserved_high = 6,
  pool_used_now = 7,
  pool_used_high = 8
};

inline constexpr unsigned stream_default = 0;        // CU_STREAM_DEFAULT
inline constexpr unsigned stream_non_blocking = 1;   // CU_STREAM_NON_BLOCKING
inline constexpr unsigned stream_legacy = 1;         // CU_STREAM_LEGACY, a handle
enum CaptureMode : unsigned { capture_relaxed = 2 }; // CUstreamCaptureMode

struct GraphUpdateResult { // CUgraphExecUpdateResultInfo
  unsigned result;
  GraphNodeRef node, from_node;
};

inline constexpr Result error_graph_update_failure = 910;

using ConditionalHandle = std::uint64_t; // CUgraphConditionalHandle
struct GraphEdge;                        // CUgraphEdgeData

enum GraphNodeKind : unsigned { // CUgraphNodeType
  graph_node_kernel = 0,
  graph_node_conditional = 13
};

enum ConditionalNodeKind : unsigned { // CUgraphConditionalNodeType
  conditional_if = 0,
  conditional_while = 1,
  conditional_switch = 2
};

struct GraphNodeDescription { // CUgraphNodeParams
  GraphNodeKind kind;
  int reserved[3];
  union {
    long long whole[29];
    struct {
      FunctionRef function;
      unsigned grid_x, grid_y, grid_z;
      unsigned block_x, block_y, block_z;
      unsigned shared_bytes;
      void **arguments;
    } kernel; // the first members of CUDA_KERNEL_NODE_PARAMS_v3
    struct {
      ConditionalHandle handle;
      ConditionalNodeKind kind;
      unsigned body_count;
      GraphRef *bodies; ///< written by the driver, which owns them
      Context context;
    } conditional; // CUDA_CONDITIONAL_NODE_PARAMS
  };
  long long reserved_at_end;
};

inline constexpr unsigned event_default = 0;        // CU_EVENT_DEFAULT
inline constexpr unsigned event_blocking_sync = 1;  // CU_EVENT_BLOCKING_SYNC
inline constexpr unsigned event_disable_timing = 2; // CU_EVENT_DISABLE_TIMING
inline constexpr unsigned event_interprocess = 4;   // CU_EVENT_INTERPROCESS

inline constexpr Result success = 0;
inline constexpr unsigned mem_host_portable = 1;   // CU_MEMHOSTALLOC_PORTABLE
inline constexpr unsigned mem_host_device_map = 2; // CU_MEMHOSTALLOC_DEVICEMAP
inline constexpr unsigned mem_host_write_combined = 4;
inline constexpr unsigned mem_register_portable = 1; // CU_MEMHOSTREGISTER_PORTABLE
inline constexpr unsigned mem_register_device_map = 2;
inline constexpr unsigned mem_register_read_only = 8;
inline constexpr unsigned mem_attach_global = 1;          // CU_MEM_ATTACH_GLOBAL
inline constexpr unsigned advise_read_mostly = 1;         // CU_MEM_ADVISE_SET_READ_MOSTLY, the first of six
inline constexpr DeviceNumber device_number_of_host = -1; // CU_DEVICE_CPU

inline constexpr Result error_invalid_value = 1;
inline constexpr Result error_no_device = 100;
inline constexpr Result error_invalid_device = 101;
inline constexpr Result error_not_found = 500;
inline constexpr Result error_not_ready = 600;
inline constexpr Result error_peer_access_already_enabled = 704;
inline constexpr Result error_peer_access_not_enabled = 705;
inline constexpr Result error_cooperative_launch_too_large = 720;
inline constexpr Result error_not_supported = 801;
inline constexpr Result error_invalid_cluster_size = 912;

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
