// Types and constants of the CUDA driver API, as far as kcc uses them, with their names in cuda.h. Tests
// compare them with that file (tests/unit/runtime/driver_api_test.cpp). The declarations are kcc's own, so
// neither building nor running needs a CUDA toolkit.
#ifndef KCC_RUNTIME_CUDA_DRIVER_TYPES_H
#define KCC_RUNTIME_CUDA_DRIVER_TYPES_H

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

// Results

inline constexpr Result success = 0;
inline constexpr Result error_invalid_value = 1;
inline constexpr Result error_no_device = 100;
inline constexpr Result error_invalid_device = 101;
inline constexpr Result error_not_found = 500;
inline constexpr Result error_not_ready = 600;
inline constexpr Result error_peer_access_already_enabled = 704;
inline constexpr Result error_peer_access_not_enabled = 705;
inline constexpr Result error_cooperative_launch_too_large = 720;
inline constexpr Result error_not_supported = 801;
inline constexpr Result error_graph_update_failure = 910;
inline constexpr Result error_invalid_cluster_size = 912;

// Devices and contexts

inline constexpr DeviceNumber device_number_of_host = -1; // CU_DEVICE_CPU

enum ContextFlag : unsigned { // CUctx_flags
  context_automatic = 0,
  context_spin = 1,
  context_yield = 2,
  context_block = 4,
  context_wait_mask = 7
};

enum Limit : unsigned { // CUlimit
  limit_stack_bytes = 0,
  limit_malloc_heap_bytes = 2
};

// Memory

enum MemoryType : unsigned { // CUmemorytype
  memory_of_host = 1,
  memory_of_device = 2,
  memory_of_array = 3
};

enum PointerAttribute : unsigned { // CUpointer_attribute
  pointer_memory_type = 2,
  pointer_is_managed = 8,
  pointer_device_number = 9 // CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL
};

inline constexpr unsigned mem_host_portable = 1;   // CU_MEMHOSTALLOC_PORTABLE
inline constexpr unsigned mem_host_device_map = 2; // CU_MEMHOSTALLOC_DEVICEMAP
inline constexpr unsigned mem_host_write_combined = 4;
inline constexpr unsigned mem_register_portable = 1; // CU_MEMHOSTREGISTER_PORTABLE
inline constexpr unsigned mem_register_device_map = 2;
inline constexpr unsigned mem_register_read_only = 8;
inline constexpr unsigned mem_attach_global = 1;  // CU_MEM_ATTACH_GLOBAL
inline constexpr unsigned advise_read_mostly = 1; // CU_MEM_ADVISE_SET_READ_MOSTLY, the first of six

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

struct MemoryLocation { // CUmemLocation
  unsigned type;
  int id;
};
inline constexpr unsigned location_device = 1; // CU_MEM_LOCATION_TYPE_DEVICE

struct AccessDescription { // CUmemAccessDesc
  MemoryLocation location;
  unsigned flags;
};
inline constexpr unsigned access_read_and_write = 3; // CU_MEM_ACCESS_FLAGS_PROT_READWRITE

struct PoolProperties { // CUmemPoolProps
  unsigned type, handle_types;
  MemoryLocation location;
  void *security_attributes;
  std::size_t most_bytes;
  unsigned short usage;
  unsigned char reserved[54];
};
inline constexpr unsigned allocation_pinned = 1; // CU_MEM_ALLOCATION_TYPE_PINNED

enum DriverPoolAttribute : unsigned { // CUmemPool_attribute
  pool_release_threshold = 4,
  pool_reserved_now = 5,
  pool_reserved_high = 6,
  pool_used_now = 7,
  pool_used_high = 8
};

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

// Arrays, textures and surfaces

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

// Memory and semaphores of other processes and libraries

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

// Streams and events

inline constexpr unsigned stream_default = 0;        // CU_STREAM_DEFAULT
inline constexpr unsigned stream_non_blocking = 1;   // CU_STREAM_NON_BLOCKING
inline constexpr unsigned stream_legacy = 1;         // CU_STREAM_LEGACY, a handle
enum CaptureMode : unsigned { capture_relaxed = 2 }; // CUstreamCaptureMode

inline constexpr unsigned event_default = 0;        // CU_EVENT_DEFAULT
inline constexpr unsigned event_blocking_sync = 1;  // CU_EVENT_BLOCKING_SYNC
inline constexpr unsigned event_disable_timing = 2; // CU_EVENT_DISABLE_TIMING
inline constexpr unsigned event_interprocess = 4;   // CU_EVENT_INTERPROCESS

// Graphs

struct GraphUpdateResult { // CUgraphExecUpdateResultInfo
  unsigned result;
  GraphNodeRef node, from_node;
};

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

// Modules and the JIT compiler

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

// Functions and launches

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

} // namespace kcc::cuda

#endif
