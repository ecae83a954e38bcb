// Types and constants of Vulkan, as far as kcc uses them, with their names in vulkan_core.h. Tests compare
// them with that file (tests/unit/runtime/vulkan_api_test.cpp). The declarations are kcc's own, so neither
// building nor running needs Vulkan's headers.
#ifndef KCC_RUNTIME_VULKAN_VULKAN_TYPES_H
#define KCC_RUNTIME_VULKAN_VULKAN_TYPES_H

#include <cstddef>
#include <cstdint>

namespace kcc::vulkan {

using Result = int;          // VkResult
using Flags = std::uint32_t; // VkFlags
using Bool = std::uint32_t;  // VkBool32

struct InstanceObject;
struct PhysicalDeviceObject;
struct DeviceObject;
struct QueueObject;
struct CommandBufferObject;
using InstanceRef = InstanceObject *;
using PhysicalDeviceRef = PhysicalDeviceObject *;
using DeviceRef = DeviceObject *;
using QueueRef = QueueObject *;
using CommandBufferRef = CommandBufferObject *;

// Handles of these are pointers to incomplete types where pointers have 64 bits.
struct BufferObject;
struct MemoryObject;
struct SemaphoreObject;
struct CommandPoolObject;
struct QueryPoolObject;
struct ShaderModuleObject;
struct PipelineObject;
struct PipelineLayoutObject;
struct PipelineCacheObject;
using BufferRef = BufferObject *;
using MemoryRef = MemoryObject *;
using SemaphoreRef = SemaphoreObject *;
using CommandPoolRef = CommandPoolObject *;
using QueryPoolRef = QueryPoolObject *;
using ShaderModuleRef = ShaderModuleObject *;
using PipelineRef = PipelineObject *;
using PipelineLayoutRef = PipelineLayoutObject *;
using PipelineCacheRef = PipelineCacheObject *;

// Results

inline constexpr Result success = 0;
inline constexpr Result not_ready = 1;
inline constexpr Result timeout = 2;
inline constexpr Result incomplete = 5;
inline constexpr Result error_out_of_device_memory = -2;
inline constexpr Result error_device_lost = -4;
inline constexpr Result error_incompatible_driver = -9;

constexpr std::uint32_t make_version(std::uint32_t major, std::uint32_t minor) {
  return major << 22 | minor << 12;
}
constexpr std::uint32_t version_major(std::uint32_t version) {
  return version >> 22 & 0x7f;
}
constexpr std::uint32_t version_minor(std::uint32_t version) {
  return version >> 12 & 0x3ff;
}
constexpr std::uint32_t version_patch(std::uint32_t version) {
  return version & 0xfff;
}

enum class StructureType : std::uint32_t {
  application_info = 0,
  instance_create_info = 1,
  device_queue_create_info = 2,
  device_create_info = 3,
  submit_info = 4,
  memory_allocate_info = 5,
  semaphore_create_info = 9,
  query_pool_create_info = 11,
  buffer_create_info = 12,
  shader_module_create_info = 16,
  pipeline_cache_create_info = 17,
  pipeline_shader_stage_create_info = 18,
  compute_pipeline_create_info = 29,
  pipeline_layout_create_info = 30,
  command_pool_create_info = 39,
  command_buffer_allocate_info = 40,
  command_buffer_begin_info = 42,
  memory_barrier = 46,
  features_11 = 49,
  properties_11 = 50,
  features_12 = 51,
  properties_12 = 52,
  features_13 = 53,
  features_2 = 1000059000,
  properties_2 = 1000059001,
  memory_properties_2 = 1000059006,
  memory_allocate_flags_info = 1000060000,
  properties_maintenance_3 = 1000168000,
  shader_clock_features = 1000181000,
  timeline_semaphore_submit_info = 1000207003,
  semaphore_type_create_info = 1000207002,
  semaphore_wait_info = 1000207004,
  semaphore_signal_info = 1000207005,
  pci_bus_info_properties = 1000212000,
  subgroup_size_control_properties = 1000225000,
  required_subgroup_size_create_info = 1000225001,
  subgroup_size_control_features = 1000225002,
  memory_budget_properties = 1000237000,
  buffer_device_address_info = 1000244001,
  shader_atomic_float_features = 1000260000,
  shader_atomic_float_2_features = 1000273000,
  integer_dot_product_features = 1000280000,
  workgroup_memory_explicit_layout_features = 1000336000,
  maintenance_4_features = 1000413000
};

// Flags and enumerations

inline constexpr Flags queue_graphics = 1, queue_compute = 2;
inline constexpr Flags memory_device_local = 1, memory_host_visible = 2, memory_host_coherent = 4,
                       memory_host_cached = 8;
inline constexpr Flags memory_allocate_device_address = 2;
inline constexpr Flags buffer_transfer_source = 1, buffer_transfer_destination = 2, buffer_storage = 0x20,
                       buffer_device_address = 0x20000;
inline constexpr Flags stage_compute = 0x20;
inline constexpr Flags pipeline_stage_compute = 0x800, pipeline_stage_transfer = 0x1000,
                       pipeline_stage_bottom = 0x2000, pipeline_stage_host = 0x4000,
                       pipeline_stage_all_commands = 0x10000;
inline constexpr Flags access_shader_read = 0x20, access_shader_write = 0x40, access_transfer_read = 0x800,
                       access_transfer_write = 0x1000, access_host_read = 0x2000, access_host_write = 0x4000;
inline constexpr Flags command_pool_transient = 1, command_pool_reset_buffers = 2;
inline constexpr Flags command_buffer_one_time = 1;
inline constexpr Flags query_result_64 = 1;
inline constexpr Flags shader_stage_require_full_subgroups = 2;
inline constexpr std::uint32_t query_timestamp = 2;
inline constexpr std::uint32_t semaphore_timeline = 1;
inline constexpr std::uint32_t bind_point_compute = 1;
inline constexpr std::uint32_t device_type_cpu = 4;
inline constexpr std::uint64_t whole_size = ~std::uint64_t{0};

/// The start of every struct in a chain.
struct BaseStructure { // VkBaseOutStructure
  StructureType type;
  void *next = nullptr;
};

// Instances and devices

struct ApplicationInfo { // VkApplicationInfo
  StructureType type = StructureType::application_info;
  const void *next = nullptr;
  const char *application_name = nullptr;
  std::uint32_t application_version = 0;
  const char *engine_name = nullptr;
  std::uint32_t engine_version = 0;
  std::uint32_t api_version = 0;
};

struct InstanceCreateInfo { // VkInstanceCreateInfo
  StructureType type = StructureType::instance_create_info;
  const void *next = nullptr;
  Flags flags = 0;
  const ApplicationInfo *application_info = nullptr;
  std::uint32_t layer_count = 0;
  const char *const *layers = nullptr;
  std::uint32_t extension_count = 0;
  const char *const *extensions = nullptr;
};

struct ExtensionProperties { // VkExtensionProperties
  char name[256];
  std::uint32_t spec_version;
};

struct QueueFamilyProperties { // VkQueueFamilyProperties
  Flags flags;
  std::uint32_t count;
  std::uint32_t timestamp_valid_bits;
  std::uint32_t min_image_transfer_granularity[3];
};

struct MemoryType { // VkMemoryType
  Flags flags;
  std::uint32_t heap;
};

struct MemoryHeap { // VkMemoryHeap
  std::uint64_t bytes;
  Flags flags;
};

struct MemoryProperties { // VkPhysicalDeviceMemoryProperties
  std::uint32_t type_count;
  MemoryType types[32];
  std::uint32_t heap_count;
  MemoryHeap heaps[16];
};

struct MemoryBudget { // VkPhysicalDeviceMemoryBudgetPropertiesEXT
  StructureType type = StructureType::memory_budget_properties;
  void *next = nullptr;
  std::uint64_t budget[16];
  std::uint64_t usage[16];
};

struct MemoryProperties2 { // VkPhysicalDeviceMemoryProperties2
  StructureType type = StructureType::memory_properties_2;
  void *next = nullptr;
  MemoryProperties properties{};
};

struct DeviceQueueCreateInfo { // VkDeviceQueueCreateInfo
  StructureType type = StructureType::device_queue_create_info;
  const void *next = nullptr;
  Flags flags = 0;
  std::uint32_t family = 0;
  std::uint32_t count = 1;
  const float *priorities = nullptr;
};

struct DeviceCreateInfo { // VkDeviceCreateInfo
  StructureType type = StructureType::device_create_info;
  const void *next = nullptr;
  Flags flags = 0;
  std::uint32_t queue_create_info_count = 0;
  const DeviceQueueCreateInfo *queue_create_infos = nullptr;
  std::uint32_t layer_count = 0;
  const char *const *layers = nullptr;
  std::uint32_t extension_count = 0;
  const char *const *extensions = nullptr;
  const void *features = nullptr;
};

// Properties

/// Those members of VkPhysicalDeviceLimits that kcc uses have names.
struct alignas(8) Limits { // VkPhysicalDeviceLimits
  std::byte before_memory_allocations[36];
  std::uint32_t max_memory_allocations;
  std::byte before_shared_memory[176];
  std::uint32_t max_compute_shared_memory_size;
  std::uint32_t max_compute_work_group_count[3];
  std::uint32_t max_compute_work_group_invocations;
  std::uint32_t max_compute_work_group_size[3];
  std::byte before_timestamps[176];
  float timestamp_period; ///< nanoseconds
  std::byte rest[76];
};

struct Properties { // VkPhysicalDeviceProperties
  std::uint32_t api_version;
  std::uint32_t driver_version;
  std::uint32_t vendor_id;
  std::uint32_t device_id;
  std::uint32_t device_type;
  char device_name[256];
  std::uint8_t pipeline_cache_uuid[16];
  Limits limits;
  std::uint32_t sparse_properties[5];
};

struct Properties2 { // VkPhysicalDeviceProperties2
  StructureType type = StructureType::properties_2;
  void *next = nullptr;
  Properties properties{};
};

struct Properties11 { // VkPhysicalDeviceVulkan11Properties
  StructureType type = StructureType::properties_11;
  void *next = nullptr;
  std::uint8_t device_uuid[16];
  std::uint8_t driver_uuid[16];
  std::uint8_t device_luid[8];
  std::uint32_t device_node_mask;
  Bool device_luid_valid;
  std::uint32_t subgroup_size;
  Flags subgroup_stages;
  Flags subgroup_operations;
  Bool subgroup_quad_operations_in_all_stages;
  std::uint32_t point_clipping_behavior;
  std::uint32_t max_multiview_view_count;
  std::uint32_t max_multiview_instance_index;
  Bool protected_no_fault;
  std::uint32_t max_per_set_descriptors;
  std::uint64_t max_memory_allocation_bytes;
};

struct Properties12 { // VkPhysicalDeviceVulkan12Properties
  StructureType type = StructureType::properties_12;
  void *next = nullptr;
  std::uint32_t driver_id;
  char driver_name[256];
  char driver_info[256];
  std::uint8_t conformance_version[4];
  std::uint32_t denorm_behavior_independence;
  std::uint32_t rounding_mode_independence;
  Bool signed_zero_inf_nan_preserve[3]; ///< of floats of 16, 32 and 64 bits; so are the next four
  Bool denorm_preserve[3];
  Bool denorm_flush_to_zero[3];
  Bool rounding_mode_rte[3];
  Bool rounding_mode_rtz[3];
  alignas(8) std::byte rest[128];
};

struct SubgroupSizeControlProperties { // VkPhysicalDeviceSubgroupSizeControlProperties
  StructureType type = StructureType::subgroup_size_control_properties;
  void *next = nullptr;
  std::uint32_t min_subgroup_size = 0;
  std::uint32_t max_subgroup_size = 0;
  std::uint32_t max_compute_workgroup_subgroups = 0;
  Flags required_subgroup_size_stages = 0;
};

struct PciBusInfo { // VkPhysicalDevicePCIBusInfoPropertiesEXT
  StructureType type = StructureType::pci_bus_info_properties;
  void *next = nullptr;
  std::uint32_t domain = 0;
  std::uint32_t bus = 0;
  std::uint32_t device = 0;
  std::uint32_t function = 0;
};

// Memory

struct BufferCreateInfo { // VkBufferCreateInfo
  StructureType type = StructureType::buffer_create_info;
  const void *next = nullptr;
  Flags flags = 0;
  std::uint64_t bytes = 0;
  Flags usage = 0;
  std::uint32_t sharing_mode = 0;
  std::uint32_t family_count = 0;
  const std::uint32_t *families = nullptr;
};

struct MemoryRequirements { // VkMemoryRequirements
  std::uint64_t bytes;
  std::uint64_t alignment;
  std::uint32_t type_bits;
};

struct MemoryAllocateFlagsInfo { // VkMemoryAllocateFlagsInfo
  StructureType type = StructureType::memory_allocate_flags_info;
  const void *next = nullptr;
  Flags flags = 0;
  std::uint32_t device_mask = 0;
};

struct MemoryAllocateInfo { // VkMemoryAllocateInfo
  StructureType type = StructureType::memory_allocate_info;
  const void *next = nullptr;
  std::uint64_t bytes = 0;
  std::uint32_t memory_type = 0;
};

struct BufferDeviceAddressInfo { // VkBufferDeviceAddressInfo
  StructureType type = StructureType::buffer_device_address_info;
  const void *next = nullptr;
  BufferRef buffer = nullptr;
};

struct BufferCopy { // VkBufferCopy
  std::uint64_t from;
  std::uint64_t to;
  std::uint64_t bytes;
};

// Queues

struct SemaphoreTypeCreateInfo { // VkSemaphoreTypeCreateInfo
  StructureType type = StructureType::semaphore_type_create_info;
  const void *next = nullptr;
  std::uint32_t kind = semaphore_timeline;
  std::uint64_t initial_value = 0;
};

struct SemaphoreCreateInfo { // VkSemaphoreCreateInfo
  StructureType type = StructureType::semaphore_create_info;
  const void *next = nullptr;
  Flags flags = 0;
};

struct SemaphoreWaitInfo { // VkSemaphoreWaitInfo
  StructureType type = StructureType::semaphore_wait_info;
  const void *next = nullptr;
  Flags flags = 0;
  std::uint32_t count = 1;
  const SemaphoreRef *semaphores = nullptr;
  const std::uint64_t *values = nullptr;
};

struct SemaphoreSignalInfo { // VkSemaphoreSignalInfo
  StructureType type = StructureType::semaphore_signal_info;
  const void *next = nullptr;
  SemaphoreRef semaphore = nullptr;
  std::uint64_t value = 0;
};

struct TimelineSemaphoreSubmitInfo { // VkTimelineSemaphoreSubmitInfo
  StructureType type = StructureType::timeline_semaphore_submit_info;
  const void *next = nullptr;
  std::uint32_t wait_count = 0;
  const std::uint64_t *wait_values = nullptr;
  std::uint32_t signal_count = 0;
  const std::uint64_t *signal_values = nullptr;
};

struct SubmitInfo { // VkSubmitInfo
  StructureType type = StructureType::submit_info;
  const void *next = nullptr;
  std::uint32_t wait_count = 0;
  const SemaphoreRef *waits = nullptr;
  const Flags *wait_stages = nullptr;
  std::uint32_t command_buffer_count = 0;
  const CommandBufferRef *command_buffers = nullptr;
  std::uint32_t signal_count = 0;
  const SemaphoreRef *signals = nullptr;
};

struct CommandPoolCreateInfo { // VkCommandPoolCreateInfo
  StructureType type = StructureType::command_pool_create_info;
  const void *next = nullptr;
  Flags flags = 0;
  std::uint32_t family = 0;
};

struct CommandBufferAllocateInfo { // VkCommandBufferAllocateInfo
  StructureType type = StructureType::command_buffer_allocate_info;
  const void *next = nullptr;
  CommandPoolRef pool = nullptr;
  std::uint32_t level = 0;
  std::uint32_t count = 1;
};

struct CommandBufferBeginInfo { // VkCommandBufferBeginInfo
  StructureType type = StructureType::command_buffer_begin_info;
  const void *next = nullptr;
  Flags flags = 0;
  const void *inheritance = nullptr;
};

struct MemoryBarrier { // VkMemoryBarrier
  StructureType type = StructureType::memory_barrier;
  const void *next = nullptr;
  Flags from = 0;
  Flags to = 0;
};

struct QueryPoolCreateInfo { // VkQueryPoolCreateInfo
  StructureType type = StructureType::query_pool_create_info;
  const void *next = nullptr;
  Flags flags = 0;
  std::uint32_t kind = query_timestamp;
  std::uint32_t count = 0;
  Flags statistics = 0;
};

// Pipelines

struct ShaderModuleCreateInfo { // VkShaderModuleCreateInfo
  StructureType type = StructureType::shader_module_create_info;
  const void *next = nullptr;
  Flags flags = 0;
  std::size_t bytes = 0;
  const std::uint32_t *code = nullptr;
};

struct PushConstantRange { // VkPushConstantRange
  Flags stages;
  std::uint32_t offset;
  std::uint32_t bytes;
};

struct PipelineLayoutCreateInfo { // VkPipelineLayoutCreateInfo
  StructureType type = StructureType::pipeline_layout_create_info;
  const void *next = nullptr;
  Flags flags = 0;
  std::uint32_t set_layout_count = 0;
  const void *set_layouts = nullptr;
  std::uint32_t push_constant_range_count = 0;
  const PushConstantRange *push_constant_ranges = nullptr;
};

struct SpecializationMapEntry { // VkSpecializationMapEntry
  std::uint32_t id;
  std::uint32_t offset;
  std::size_t bytes;
};

struct SpecializationInfo { // VkSpecializationInfo
  std::uint32_t entry_count = 0;
  const SpecializationMapEntry *entries = nullptr;
  std::size_t bytes = 0;
  const void *data = nullptr;
};

struct RequiredSubgroupSize { // VkPipelineShaderStageRequiredSubgroupSizeCreateInfo
  StructureType type = StructureType::required_subgroup_size_create_info;
  void *next = nullptr;
  std::uint32_t size = 0;
};

struct ShaderStageCreateInfo { // VkPipelineShaderStageCreateInfo
  StructureType type = StructureType::pipeline_shader_stage_create_info;
  const void *next = nullptr;
  Flags flags = 0;
  Flags stage = stage_compute;
  ShaderModuleRef module = nullptr;
  const char *name = nullptr;
  const SpecializationInfo *specialization = nullptr;
};

struct ComputePipelineCreateInfo { // VkComputePipelineCreateInfo
  StructureType type = StructureType::compute_pipeline_create_info;
  const void *next = nullptr;
  Flags flags = 0;
  ShaderStageCreateInfo stage{};
  PipelineLayoutRef layout = nullptr;
  PipelineRef base = nullptr;
  std::int32_t base_index = -1;
};

struct PipelineCacheCreateInfo { // VkPipelineCacheCreateInfo
  StructureType type = StructureType::pipeline_cache_create_info;
  const void *next = nullptr;
  Flags flags = 0;
  std::size_t bytes = 0;
  const void *data = nullptr;
};

// Features: each is a Bool, in the order of vulkan_core.h.

struct Features { // VkPhysicalDeviceFeatures
  Bool robust_buffer_access, full_draw_index_uint32, image_cube_array, independent_blend, geometry_shader,
      tessellation_shader, sample_rate_shading, dual_src_blend, logic_op, multi_draw_indirect,
      draw_indirect_first_instance, depth_clamp, depth_bias_clamp, fill_mode_non_solid, depth_bounds,
      wide_lines, large_points, alpha_to_one, multi_viewport, sampler_anisotropy, texture_compression_etc2,
      texture_compression_astc_ldr, texture_compression_bc, occlusion_query_precise,
      pipeline_statistics_query, vertex_pipeline_stores_and_atomics, fragment_stores_and_atomics,
      shader_tessellation_and_geometry_point_size, shader_image_gather_extended,
      shader_storage_image_extended_formats, shader_storage_image_multisample,
      shader_storage_image_read_without_format, shader_storage_image_write_without_format,
      shader_uniform_buffer_array_dynamic_indexing, shader_sampled_image_array_dynamic_indexing,
      shader_storage_buffer_array_dynamic_indexing, shader_storage_image_array_dynamic_indexing,
      shader_clip_distance, shader_cull_distance, shader_float64, shader_int64, shader_int16,
      shader_resource_residency, shader_resource_min_lod, sparse_binding, sparse_residency_buffer,
      sparse_residency_image_2d, sparse_residency_image_3d, sparse_residency_2_samples,
      sparse_residency_4_samples, sparse_residency_8_samples, sparse_residency_16_samples,
      sparse_residency_aliased, variable_multisample_rate, inherited_queries;
};

struct Features2 { // VkPhysicalDeviceFeatures2
  StructureType type = StructureType::features_2;
  void *next = nullptr;
  Features features{};
};

struct Features11 { // VkPhysicalDeviceVulkan11Features
  StructureType type = StructureType::features_11;
  void *next = nullptr;
  Bool storage_buffer_16bit_access = 0, uniform_and_storage_buffer_16bit_access = 0,
       storage_push_constant_16 = 0, storage_input_output_16 = 0, multiview = 0,
       multiview_geometry_shader = 0, multiview_tessellation_shader = 0, variable_pointers_storage_buffer = 0,
       variable_pointers = 0, protected_memory = 0, sampler_ycbcr_conversion = 0, shader_draw_parameters = 0;
};

struct Features12 { // VkPhysicalDeviceVulkan12Features
  StructureType type = StructureType::features_12;
  void *next = nullptr;
  Bool sampler_mirror_clamp_to_edge = 0, draw_indirect_count = 0, storage_buffer_8bit_access = 0,
       uniform_and_storage_buffer_8bit_access = 0, storage_push_constant_8 = 0,
       shader_buffer_int64_atomics = 0, shader_shared_int64_atomics = 0, shader_float16 = 0, shader_int8 = 0,
       descriptor_indexing = 0, shader_input_attachment_array_dynamic_indexing = 0,
       shader_uniform_texel_buffer_array_dynamic_indexing = 0,
       shader_storage_texel_buffer_array_dynamic_indexing = 0,
       shader_uniform_buffer_array_non_uniform_indexing = 0,
       shader_sampled_image_array_non_uniform_indexing = 0,
       shader_storage_buffer_array_non_uniform_indexing = 0,
       shader_storage_image_array_non_uniform_indexing = 0,
       shader_input_attachment_array_non_uniform_indexing = 0,
       shader_uniform_texel_buffer_array_non_uniform_indexing = 0,
       shader_storage_texel_buffer_array_non_uniform_indexing = 0,
       descriptor_binding_uniform_buffer_update_after_bind = 0,
       descriptor_binding_sampled_image_update_after_bind = 0,
       descriptor_binding_storage_image_update_after_bind = 0,
       descriptor_binding_storage_buffer_update_after_bind = 0,
       descriptor_binding_uniform_texel_buffer_update_after_bind = 0,
       descriptor_binding_storage_texel_buffer_update_after_bind = 0,
       descriptor_binding_update_unused_while_pending = 0, descriptor_binding_partially_bound = 0,
       descriptor_binding_variable_descriptor_count = 0, runtime_descriptor_array = 0,
       sampler_filter_minmax = 0, scalar_block_layout = 0, imageless_framebuffer = 0,
       uniform_buffer_standard_layout = 0, shader_subgroup_extended_types = 0,
       separate_depth_stencil_layouts = 0, host_query_reset = 0, timeline_semaphore = 0,
       buffer_device_address = 0, buffer_device_address_capture_replay = 0,
       buffer_device_address_multi_device = 0, vulkan_memory_model = 0, vulkan_memory_model_device_scope = 0,
       vulkan_memory_model_availability_visibility_chains = 0, shader_output_viewport_index = 0,
       shader_output_layer = 0, subgroup_broadcast_dynamic_id = 0;
};

struct Features13 { // VkPhysicalDeviceVulkan13Features
  StructureType type = StructureType::features_13;
  void *next = nullptr;
  Bool robust_image_access = 0, inline_uniform_block = 0,
       descriptor_binding_inline_uniform_block_update_after_bind = 0, pipeline_creation_cache_control = 0,
       private_data = 0, shader_demote_to_helper_invocation = 0, shader_terminate_invocation = 0,
       subgroup_size_control = 0, compute_full_subgroups = 0, synchronization2 = 0,
       texture_compression_astc_hdr = 0, shader_zero_initialize_workgroup_memory = 0, dynamic_rendering = 0,
       shader_integer_dot_product = 0, maintenance4 = 0;
};

struct SubgroupSizeControlFeatures { // VkPhysicalDeviceSubgroupSizeControlFeatures
  StructureType type = StructureType::subgroup_size_control_features;
  void *next = nullptr;
  Bool subgroup_size_control = 0, compute_full_subgroups = 0;
};

struct IntegerDotProductFeatures { // VkPhysicalDeviceShaderIntegerDotProductFeatures
  StructureType type = StructureType::integer_dot_product_features;
  void *next = nullptr;
  Bool shader_integer_dot_product = 0;
};

struct Maintenance4Features { // VkPhysicalDeviceMaintenance4Features
  StructureType type = StructureType::maintenance_4_features;
  void *next = nullptr;
  Bool maintenance4 = 0;
};

struct ShaderClockFeatures { // VkPhysicalDeviceShaderClockFeaturesKHR
  StructureType type = StructureType::shader_clock_features;
  void *next = nullptr;
  Bool shader_subgroup_clock = 0, shader_device_clock = 0;
};

struct ShaderAtomicFloatFeatures { // VkPhysicalDeviceShaderAtomicFloatFeaturesEXT
  StructureType type = StructureType::shader_atomic_float_features;
  void *next = nullptr;
  Bool buffer_float32_atomics = 0, buffer_float32_atomic_add = 0, buffer_float64_atomics = 0,
       buffer_float64_atomic_add = 0, shared_float32_atomics = 0, shared_float32_atomic_add = 0,
       shared_float64_atomics = 0, shared_float64_atomic_add = 0, image_float32_atomics = 0,
       image_float32_atomic_add = 0, sparse_image_float32_atomics = 0, sparse_image_float32_atomic_add = 0;
};

struct ShaderAtomicFloat2Features { // VkPhysicalDeviceShaderAtomicFloat2FeaturesEXT
  StructureType type = StructureType::shader_atomic_float_2_features;
  void *next = nullptr;
  Bool buffer_float16_atomics = 0, buffer_float16_atomic_add = 0, buffer_float16_atomic_min_max = 0,
       buffer_float32_atomic_min_max = 0, buffer_float64_atomic_min_max = 0, shared_float16_atomics = 0,
       shared_float16_atomic_add = 0, shared_float16_atomic_min_max = 0, shared_float32_atomic_min_max = 0,
       shared_float64_atomic_min_max = 0, image_float32_atomic_min_max = 0,
       sparse_image_float32_atomic_min_max = 0;
};

struct WorkgroupLayoutFeatures { // VkPhysicalDeviceWorkgroupMemoryExplicitLayoutFeaturesKHR
  StructureType type = StructureType::workgroup_memory_explicit_layout_features;
  void *next = nullptr;
  Bool explicit_layout = 0, scalar_block_layout = 0, access_8bit = 0, access_16bit = 0;
};

} // namespace kcc::vulkan

#endif
