// Types and constants of HIP's API, as far as kcc uses them, with their names in hip_runtime_api.h. The
// declarations are kcc's own, so neither building nor running needs ROCm's headers.
#ifndef KCC_RUNTIME_HIP_HIP_TYPES_H
#define KCC_RUNTIME_HIP_HIP_TYPES_H

#include <cstddef>

namespace kcc::hip {

using Result = int; // hipError_t
struct StreamObject;
struct EventObject;
struct ModuleObject;
struct FunctionObject;
using StreamRef = StreamObject *;
using EventRef = EventObject *;
using ModuleRef = ModuleObject *;
using FunctionRef = FunctionObject *;
using HostFunction = void (*)(void *); // hipHostFn_t

// Results

inline constexpr Result success = 0;
inline constexpr Result error_invalid_value = 1;
inline constexpr Result error_no_device = 100;
inline constexpr Result error_not_found = 500;
inline constexpr Result error_not_ready = 600;

// Devices

enum class Attribute : unsigned { // hipDeviceAttribute_t, the same numbers since ROCm 5
  ecc_enabled = 0,
  async_engine_count = 2,
  can_map_host_memory = 3,
  clock_rate = 5,
  compute_mode = 6,
  concurrent_kernels = 8,
  concurrent_managed_access = 9,
  cooperative_launch = 10,
  integrated = 16,
  kernel_exec_timeout = 18,
  l2_cache_size = 19,
  managed_memory = 24,
  max_blocks_per_multiprocessor = 25,
  max_block_dim_x = 26,
  max_block_dim_y = 27,
  max_block_dim_z = 28,
  max_grid_dim_x = 29,
  max_grid_dim_y = 30,
  max_grid_dim_z = 31,
  max_threads_per_block = 56,
  max_threads_per_multiprocessor = 57,
  max_pitch = 58,
  memory_bus_width = 59,
  memory_clock_rate = 60,
  multiprocessor_count = 63,
  pageable_memory_access = 65,
  pci_bus_id = 67,
  pci_device_id = 68,
  pci_domain_id = 69,
  max_registers_per_block = 71,
  max_registers_per_multiprocessor = 72,
  max_shared_memory_per_block = 74,
  stream_priorities_supported = 78,
  total_constant_memory = 83,
  unified_addressing = 85
};

/// What hipGetDeviceProperties writes, which has room for later versions. Only the place of the
/// architecture's name is needed: the rest are attributes.
struct PropertiesBytes {
  alignas(8) char bytes[8192];
};
inline constexpr std::size_t arch_name_bytes = 256;
inline constexpr std::size_t arch_name_place_r0000 = 396;  // hipDeviceProp_tR0000::gcnArchName, ROCm 5
inline constexpr std::size_t arch_name_place_r0600 = 1160; // hipDeviceProp_tR0600::gcnArchName, ROCm 6 and 7

struct Uuid { // hipUUID
  char bytes[16];
};

enum Limit : unsigned { // hipLimit_t
  limit_stack_bytes = 0
};

enum ScheduleFlag : unsigned { // hipDeviceScheduleAuto and so on
  schedule_automatic = 0,
  schedule_spin = 1,
  schedule_yield = 2,
  schedule_block = 4,
  schedule_mask = 7
};

// Memory

enum CopyKind : unsigned { // hipMemcpyKind
  copy_host_to_device = 1,
  copy_device_to_host = 2,
  copy_device_to_device = 3
};

inline constexpr unsigned host_portable = 1; // hipHostMallocPortable
inline constexpr unsigned host_mapped = 2;   // hipHostMallocMapped
inline constexpr unsigned host_write_combined = 4;
inline constexpr unsigned host_coherent = 0x40000000; // hipHostMallocCoherent: seen while a kernel runs
inline constexpr unsigned register_portable = 1;      // hipHostRegisterPortable
inline constexpr unsigned register_mapped = 2;
inline constexpr unsigned attach_global = 1;      // hipMemAttachGlobal
inline constexpr unsigned advise_read_mostly = 1; // hipMemAdviseSetReadMostly, the first of six
inline constexpr int device_number_of_host = -1;  // hipCpuDeviceId

// Streams, events and launches

inline constexpr unsigned stream_default = 0;
inline constexpr unsigned stream_non_blocking = 1;
inline constexpr unsigned event_default = 0;
inline constexpr unsigned event_blocking_sync = 1;
inline constexpr unsigned event_disable_timing = 2;

enum FunctionAttribute : unsigned { // hipFunction_attribute
  function_max_threads = 0,
  function_static_shared_bytes = 1,
  function_constant_bytes = 2,
  function_local_bytes = 3,
  function_registers = 4
};

// The list of an `extra` argument: each is followed by its value.
inline void *const launch_buffer = reinterpret_cast<void *>(1);       // HIP_LAUNCH_PARAM_BUFFER_POINTER
inline void *const launch_buffer_bytes = reinterpret_cast<void *>(2); // HIP_LAUNCH_PARAM_BUFFER_SIZE
inline void *const launch_end = reinterpret_cast<void *>(3);          // HIP_LAUNCH_PARAM_END

} // namespace kcc::hip

#endif
