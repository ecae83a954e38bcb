// Types and constants of OpenCL, as far as kcc uses them, with their names in cl.h. Tests compare them with
// that file (tests/unit/runtime/opencl_api_test.cpp). The declarations are kcc's own, so neither building nor
// running needs OpenCL's headers.
#ifndef KCC_RUNTIME_OPENCL_OPENCL_TYPES_H
#define KCC_RUNTIME_OPENCL_OPENCL_TYPES_H

#include <cstddef>
#include <cstdint>

namespace kcc::opencl {

using Status = std::int32_t;    // cl_int: 0, or a failure below 0
using Uint = std::uint32_t;     // cl_uint
using Bool = std::uint32_t;     // cl_bool
using Bits = std::uint64_t;     // cl_bitfield
using Property = std::intptr_t; // cl_context_properties
using QueueProperty = std::uint64_t;

struct PlatformObject;
struct DeviceObject;
struct ContextObject;
struct QueueObject;
struct ProgramObject;
struct KernelObject;
struct EventObject;
using PlatformRef = PlatformObject *;
using DeviceRef = DeviceObject *;
using ContextRef = ContextObject *;
using QueueRef = QueueObject *;
using ProgramRef = ProgramObject *;
using KernelRef = KernelObject *;
using EventRef = EventObject *;

/// cl_device_pci_bus_info_khr
struct PciBusInfo {
  Uint domain, bus, device, function;
};

inline constexpr std::size_t uuid_bytes = 16;

// X(name, number, name in the headers): the constants, which are numbers of one kind or another. Those of
// cl_ext.h end in the name of their extension's vendor.
#define KCC_OPENCL_CONSTANTS(X)                                                                              \
  X(success, 0, CL_SUCCESS)                                                                                  \
  X(error_device_not_found, -1, CL_DEVICE_NOT_FOUND)                                                         \
  X(error_device_not_available, -2, CL_DEVICE_NOT_AVAILABLE)                                                 \
  X(error_allocation_failure, -4, CL_MEM_OBJECT_ALLOCATION_FAILURE)                                          \
  X(error_in_wait_list, -14, CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST)                                   \
  X(error_no_platform, -1001, CL_PLATFORM_NOT_FOUND_KHR)                                                     \
  X(platform_name, 0x0902, CL_PLATFORM_NAME)                                                                 \
  X(platform_extensions, 0x0904, CL_PLATFORM_EXTENSIONS)                                                     \
  X(device_type_all, 0xffffffff, CL_DEVICE_TYPE_ALL)                                                         \
  X(device_type_cpu, 2, CL_DEVICE_TYPE_CPU)                                                                  \
  X(device_type, 0x1000, CL_DEVICE_TYPE)                                                                     \
  X(device_vendor_id, 0x1001, CL_DEVICE_VENDOR_ID)                                                           \
  X(device_max_compute_units, 0x1002, CL_DEVICE_MAX_COMPUTE_UNITS)                                           \
  X(device_max_work_group_size, 0x1004, CL_DEVICE_MAX_WORK_GROUP_SIZE)                                       \
  X(device_max_work_item_sizes, 0x1005, CL_DEVICE_MAX_WORK_ITEM_SIZES)                                       \
  X(device_address_bits, 0x100d, CL_DEVICE_ADDRESS_BITS)                                                     \
  X(device_max_allocation, 0x1010, CL_DEVICE_MAX_MEM_ALLOC_SIZE)                                             \
  X(device_single_fp_config, 0x101b, CL_DEVICE_SINGLE_FP_CONFIG)                                             \
  X(device_double_fp_config, 0x1032, CL_DEVICE_DOUBLE_FP_CONFIG)                                             \
  X(device_global_memory, 0x101f, CL_DEVICE_GLOBAL_MEM_SIZE)                                                 \
  X(device_local_memory, 0x1023, CL_DEVICE_LOCAL_MEM_SIZE)                                                   \
  X(device_available, 0x1027, CL_DEVICE_AVAILABLE)                                                           \
  X(device_name, 0x102b, CL_DEVICE_NAME)                                                                     \
  X(driver_version, 0x102d, CL_DRIVER_VERSION)                                                               \
  X(device_version, 0x102f, CL_DEVICE_VERSION)                                                               \
  X(device_extensions, 0x1030, CL_DEVICE_EXTENSIONS)                                                         \
  X(device_host_unified_memory, 0x1035, CL_DEVICE_HOST_UNIFIED_MEMORY)                                       \
  X(device_svm_capabilities, 0x1053, CL_DEVICE_SVM_CAPABILITIES)                                             \
  X(device_il_version, 0x105b, CL_DEVICE_IL_VERSION)                                                         \
  X(device_uuid, 0x106a, CL_DEVICE_UUID_KHR)                                                                 \
  X(device_sub_group_sizes, 0x4108, CL_DEVICE_SUB_GROUP_SIZES_INTEL)                                         \
  X(device_pci_bus_info, 0x410f, CL_DEVICE_PCI_BUS_INFO_KHR)                                                 \
  X(fp_denorm, 1, CL_FP_DENORM)                                                                              \
  X(fp_correctly_rounded_divide_sqrt, 128, CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT)                              \
  X(svm_coarse_grain_buffer, 1, CL_DEVICE_SVM_COARSE_GRAIN_BUFFER)                                           \
  X(svm_fine_grain_buffer, 2, CL_DEVICE_SVM_FINE_GRAIN_BUFFER)                                               \
  X(svm_fine_grain_system, 4, CL_DEVICE_SVM_FINE_GRAIN_SYSTEM)                                               \
  X(context_platform, 0x1084, CL_CONTEXT_PLATFORM)                                                           \
  X(queue_properties, 0x1093, CL_QUEUE_PROPERTIES)                                                           \
  X(queue_profiling_enable, 2, CL_QUEUE_PROFILING_ENABLE)                                                    \
  X(queue_priority, 0x1096, CL_QUEUE_PRIORITY_KHR)                                                           \
  X(queue_priority_high, 1, CL_QUEUE_PRIORITY_HIGH_KHR)                                                      \
  X(queue_priority_medium, 2, CL_QUEUE_PRIORITY_MED_KHR)                                                     \
  X(queue_priority_low, 4, CL_QUEUE_PRIORITY_LOW_KHR)                                                        \
  X(memory_read_write, 1, CL_MEM_READ_WRITE)                                                                 \
  X(memory_fine_grain, 1024, CL_MEM_SVM_FINE_GRAIN_BUFFER)                                                   \
  X(program_binary_sizes, 0x1165, CL_PROGRAM_BINARY_SIZES)                                                   \
  X(program_binaries, 0x1166, CL_PROGRAM_BINARIES)                                                           \
  X(program_build_log, 0x1183, CL_PROGRAM_BUILD_LOG)                                                         \
  X(kernel_work_group_size, 0x11b0, CL_KERNEL_WORK_GROUP_SIZE)                                               \
  X(kernel_svm_pointers, 0x11b6, CL_KERNEL_EXEC_INFO_SVM_PTRS)                                               \
  X(event_execution_status, 0x11d3, CL_EVENT_COMMAND_EXECUTION_STATUS)                                       \
  X(event_complete, 0, CL_COMPLETE)                                                                          \
  X(profiling_end, 0x1283, CL_PROFILING_COMMAND_END)

#define KCC_DECLARE(name, number, symbol) inline constexpr auto name = number;
KCC_OPENCL_CONSTANTS(KCC_DECLARE)
#undef KCC_DECLARE

} // namespace kcc::opencl

#endif
