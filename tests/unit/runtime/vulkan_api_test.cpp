// Compares the declarations of vulkan_api.h and vulkan_types.h, and every result, with Khronos'
// vulkan_core.h. Only built if that header is found. There is nothing to run: mistakes do not compile.
#include "vulkan/vulkan_api.h"
#include "vulkan/vulkan_errors.h"

#include <cstddef>
#include <type_traits>

#include <vulkan/vulkan_core.h>

namespace {

/// Whether two types are passed in the same way: pointers, or of the same kind and size.
template <class Ours, class Theirs> constexpr bool alike() {
  if constexpr (std::is_pointer_v<Ours> || std::is_pointer_v<Theirs>)
    return std::is_pointer_v<Ours> && std::is_pointer_v<Theirs>;
  else if constexpr (std::is_void_v<Ours> || std::is_void_v<Theirs>)
    return std::is_void_v<Ours> && std::is_void_v<Theirs>;
  else
    return sizeof(Ours) == sizeof(Theirs) &&
           std::is_floating_point_v<Ours> == std::is_floating_point_v<Theirs>;
}

template <class Ours, class Theirs> struct Functions;
template <class A, class... P, class B, class... Q>
struct Functions<kcc::vulkan::Call<A(P...)>, B (*)(Q...)> {
  static constexpr bool are_alike() {
    if constexpr (sizeof...(P) == sizeof...(Q))
      return alike<A, B>() && (alike<P, Q>() && ... && true);
    else
      return false;
  }
};

#define KCC_HOLD_INSTANCE(name, symbol, result, parameters)                                                  \
  static_assert(Functions<decltype(kcc::vulkan::InstanceApi::name), PFN_##symbol>::are_alike(), #symbol);
KCC_VULKAN_GLOBAL_FUNCTIONS(KCC_HOLD_INSTANCE)
KCC_VULKAN_INSTANCE_FUNCTIONS(KCC_HOLD_INSTANCE)
#define KCC_HOLD_DEVICE(name, symbol, result, parameters)                                                    \
  static_assert(Functions<decltype(kcc::vulkan::DeviceApi::name), PFN_##symbol>::are_alike(), #symbol);
KCC_VULKAN_DEVICE_FUNCTIONS(KCC_HOLD_DEVICE)

#define KCC_HOLD_ERROR(number, name, category, text, advice) static_assert(VK_##name == number);
KCC_VULKAN_ERRORS(KCC_HOLD_ERROR)

#define KCC_HOLD_SIZE(ours, theirs)                                                                          \
  static_assert(sizeof(kcc::vulkan::ours) == sizeof(theirs) && alignof(kcc::vulkan::ours) == alignof(theirs));
#define KCC_HOLD_PLACE(ours, member, theirs, member_of_theirs)                                               \
  static_assert(offsetof(kcc::vulkan::ours, member) == offsetof(theirs, member_of_theirs));
#define KCC_HOLD_STRUCTURE(ours, theirs, number)                                                             \
  KCC_HOLD_SIZE(ours, theirs)                                                                                \
  static_assert(static_cast<VkStructureType>(kcc::vulkan::ours{}.type) == number);

KCC_HOLD_STRUCTURE(ApplicationInfo, VkApplicationInfo, VK_STRUCTURE_TYPE_APPLICATION_INFO)
KCC_HOLD_STRUCTURE(InstanceCreateInfo, VkInstanceCreateInfo, VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO)
KCC_HOLD_STRUCTURE(MemoryBudget, VkPhysicalDeviceMemoryBudgetPropertiesEXT,
                   VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MEMORY_BUDGET_PROPERTIES_EXT)
KCC_HOLD_STRUCTURE(MemoryProperties2, VkPhysicalDeviceMemoryProperties2,
                   VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MEMORY_PROPERTIES_2)
KCC_HOLD_STRUCTURE(DeviceQueueCreateInfo, VkDeviceQueueCreateInfo, VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO)
KCC_HOLD_STRUCTURE(DeviceCreateInfo, VkDeviceCreateInfo, VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO)
KCC_HOLD_STRUCTURE(Properties2, VkPhysicalDeviceProperties2, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2)
KCC_HOLD_STRUCTURE(Properties11, VkPhysicalDeviceVulkan11Properties,
                   VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_PROPERTIES)
KCC_HOLD_STRUCTURE(Properties12, VkPhysicalDeviceVulkan12Properties,
                   VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_PROPERTIES)
KCC_HOLD_STRUCTURE(SubgroupSizeControlProperties, VkPhysicalDeviceSubgroupSizeControlProperties,
                   VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_SIZE_CONTROL_PROPERTIES)
KCC_HOLD_STRUCTURE(PciBusInfo, VkPhysicalDevicePCIBusInfoPropertiesEXT,
                   VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PCI_BUS_INFO_PROPERTIES_EXT)
KCC_HOLD_STRUCTURE(BufferCreateInfo, VkBufferCreateInfo, VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO)
KCC_HOLD_STRUCTURE(MemoryAllocateFlagsInfo, VkMemoryAllocateFlagsInfo,
                   VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_FLAGS_INFO)
KCC_HOLD_STRUCTURE(MemoryAllocateInfo, VkMemoryAllocateInfo, VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO)
KCC_HOLD_STRUCTURE(BufferDeviceAddressInfo, VkBufferDeviceAddressInfo,
                   VK_STRUCTURE_TYPE_BUFFER_DEVICE_ADDRESS_INFO)
KCC_HOLD_STRUCTURE(SemaphoreTypeCreateInfo, VkSemaphoreTypeCreateInfo,
                   VK_STRUCTURE_TYPE_SEMAPHORE_TYPE_CREATE_INFO)
KCC_HOLD_STRUCTURE(SemaphoreCreateInfo, VkSemaphoreCreateInfo, VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO)
KCC_HOLD_STRUCTURE(SemaphoreWaitInfo, VkSemaphoreWaitInfo, VK_STRUCTURE_TYPE_SEMAPHORE_WAIT_INFO)
KCC_HOLD_STRUCTURE(SemaphoreSignalInfo, VkSemaphoreSignalInfo, VK_STRUCTURE_TYPE_SEMAPHORE_SIGNAL_INFO)
KCC_HOLD_STRUCTURE(TimelineSemaphoreSubmitInfo, VkTimelineSemaphoreSubmitInfo,
                   VK_STRUCTURE_TYPE_TIMELINE_SEMAPHORE_SUBMIT_INFO)
KCC_HOLD_STRUCTURE(SubmitInfo, VkSubmitInfo, VK_STRUCTURE_TYPE_SUBMIT_INFO)
KCC_HOLD_STRUCTURE(CommandPoolCreateInfo, VkCommandPoolCreateInfo, VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO)
KCC_HOLD_STRUCTURE(CommandBufferAllocateInfo, VkCommandBufferAllocateInfo,
                   VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO)
KCC_HOLD_STRUCTURE(CommandBufferBeginInfo, VkCommandBufferBeginInfo,
                   VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO)
KCC_HOLD_STRUCTURE(MemoryBarrier, VkMemoryBarrier, VK_STRUCTURE_TYPE_MEMORY_BARRIER)
KCC_HOLD_STRUCTURE(QueryPoolCreateInfo, VkQueryPoolCreateInfo, VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO)
KCC_HOLD_STRUCTURE(ShaderModuleCreateInfo, VkShaderModuleCreateInfo,
                   VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO)
KCC_HOLD_STRUCTURE(PipelineLayoutCreateInfo, VkPipelineLayoutCreateInfo,
                   VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO)
KCC_HOLD_STRUCTURE(RequiredSubgroupSize, VkPipelineShaderStageRequiredSubgroupSizeCreateInfo,
                   VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_REQUIRED_SUBGROUP_SIZE_CREATE_INFO)
KCC_HOLD_STRUCTURE(ShaderStageCreateInfo, VkPipelineShaderStageCreateInfo,
                   VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO)
KCC_HOLD_STRUCTURE(ComputePipelineCreateInfo, VkComputePipelineCreateInfo,
                   VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO)
KCC_HOLD_STRUCTURE(PipelineCacheCreateInfo, VkPipelineCacheCreateInfo,
                   VK_STRUCTURE_TYPE_PIPELINE_CACHE_CREATE_INFO)
KCC_HOLD_STRUCTURE(Features2, VkPhysicalDeviceFeatures2, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2)
KCC_HOLD_STRUCTURE(Features11, VkPhysicalDeviceVulkan11Features,
                   VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_FEATURES)
KCC_HOLD_STRUCTURE(Features12, VkPhysicalDeviceVulkan12Features,
                   VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES)
KCC_HOLD_STRUCTURE(Features13, VkPhysicalDeviceVulkan13Features,
                   VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES)
KCC_HOLD_STRUCTURE(SubgroupSizeControlFeatures, VkPhysicalDeviceSubgroupSizeControlFeatures,
                   VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_SIZE_CONTROL_FEATURES)
KCC_HOLD_STRUCTURE(IntegerDotProductFeatures, VkPhysicalDeviceShaderIntegerDotProductFeatures,
                   VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_INTEGER_DOT_PRODUCT_FEATURES)
KCC_HOLD_STRUCTURE(Maintenance4Features, VkPhysicalDeviceMaintenance4Features,
                   VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MAINTENANCE_4_FEATURES)
KCC_HOLD_STRUCTURE(ShaderClockFeatures, VkPhysicalDeviceShaderClockFeaturesKHR,
                   VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_CLOCK_FEATURES_KHR)
KCC_HOLD_STRUCTURE(ShaderAtomicFloatFeatures, VkPhysicalDeviceShaderAtomicFloatFeaturesEXT,
                   VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_ATOMIC_FLOAT_FEATURES_EXT)
KCC_HOLD_STRUCTURE(ShaderAtomicFloat2Features, VkPhysicalDeviceShaderAtomicFloat2FeaturesEXT,
                   VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_ATOMIC_FLOAT_2_FEATURES_EXT)
KCC_HOLD_STRUCTURE(WorkgroupLayoutFeatures, VkPhysicalDeviceWorkgroupMemoryExplicitLayoutFeaturesKHR,
                   VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_WORKGROUP_MEMORY_EXPLICIT_LAYOUT_FEATURES_KHR)

KCC_HOLD_SIZE(ExtensionProperties, VkExtensionProperties)
KCC_HOLD_SIZE(QueueFamilyProperties, VkQueueFamilyProperties)
KCC_HOLD_SIZE(MemoryProperties, VkPhysicalDeviceMemoryProperties)
KCC_HOLD_SIZE(MemoryRequirements, VkMemoryRequirements)
KCC_HOLD_SIZE(BufferCopy, VkBufferCopy)
KCC_HOLD_SIZE(PushConstantRange, VkPushConstantRange)
KCC_HOLD_SIZE(SpecializationMapEntry, VkSpecializationMapEntry)
KCC_HOLD_SIZE(SpecializationInfo, VkSpecializationInfo)
KCC_HOLD_SIZE(Limits, VkPhysicalDeviceLimits)
KCC_HOLD_SIZE(Properties, VkPhysicalDeviceProperties)
KCC_HOLD_SIZE(Features, VkPhysicalDeviceFeatures)

KCC_HOLD_PLACE(Limits, max_memory_allocations, VkPhysicalDeviceLimits, maxMemoryAllocationCount)
KCC_HOLD_PLACE(Limits, max_compute_shared_memory_size, VkPhysicalDeviceLimits, maxComputeSharedMemorySize)
KCC_HOLD_PLACE(Limits, max_compute_work_group_count, VkPhysicalDeviceLimits, maxComputeWorkGroupCount)
KCC_HOLD_PLACE(Limits, max_compute_work_group_invocations, VkPhysicalDeviceLimits,
               maxComputeWorkGroupInvocations)
KCC_HOLD_PLACE(Limits, max_compute_work_group_size, VkPhysicalDeviceLimits, maxComputeWorkGroupSize)
KCC_HOLD_PLACE(Limits, timestamp_period, VkPhysicalDeviceLimits, timestampPeriod)
KCC_HOLD_PLACE(Properties, pipeline_cache_uuid, VkPhysicalDeviceProperties, pipelineCacheUUID)
KCC_HOLD_PLACE(Properties11, subgroup_operations, VkPhysicalDeviceVulkan11Properties,
               subgroupSupportedOperations)
KCC_HOLD_PLACE(Properties11, max_memory_allocation_bytes, VkPhysicalDeviceVulkan11Properties,
               maxMemoryAllocationSize)
KCC_HOLD_PLACE(Properties12, signed_zero_inf_nan_preserve, VkPhysicalDeviceVulkan12Properties,
               shaderSignedZeroInfNanPreserveFloat16)
KCC_HOLD_PLACE(Properties12, rounding_mode_rtz, VkPhysicalDeviceVulkan12Properties,
               shaderRoundingModeRTZFloat16)
KCC_HOLD_PLACE(Features, shader_float64, VkPhysicalDeviceFeatures, shaderFloat64)
KCC_HOLD_PLACE(Features, shader_int16, VkPhysicalDeviceFeatures, shaderInt16)
KCC_HOLD_PLACE(Features11, variable_pointers, VkPhysicalDeviceVulkan11Features, variablePointers)
KCC_HOLD_PLACE(Features12, shader_int8, VkPhysicalDeviceVulkan12Features, shaderInt8)
KCC_HOLD_PLACE(Features12, scalar_block_layout, VkPhysicalDeviceVulkan12Features, scalarBlockLayout)
KCC_HOLD_PLACE(Features12, timeline_semaphore, VkPhysicalDeviceVulkan12Features, timelineSemaphore)
KCC_HOLD_PLACE(Features12, buffer_device_address, VkPhysicalDeviceVulkan12Features, bufferDeviceAddress)
KCC_HOLD_PLACE(Features12, vulkan_memory_model_device_scope, VkPhysicalDeviceVulkan12Features,
               vulkanMemoryModelDeviceScope)
KCC_HOLD_PLACE(Features13, subgroup_size_control, VkPhysicalDeviceVulkan13Features, subgroupSizeControl)
KCC_HOLD_PLACE(Features13, maintenance4, VkPhysicalDeviceVulkan13Features, maintenance4)
KCC_HOLD_PLACE(ShaderAtomicFloatFeatures, shared_float64_atomic_add,
               VkPhysicalDeviceShaderAtomicFloatFeaturesEXT, shaderSharedFloat64AtomicAdd)
KCC_HOLD_PLACE(ShaderAtomicFloat2Features, shared_float64_atomic_min_max,
               VkPhysicalDeviceShaderAtomicFloat2FeaturesEXT, shaderSharedFloat64AtomicMinMax)

static_assert(kcc::vulkan::memory_host_cached == VK_MEMORY_PROPERTY_HOST_CACHED_BIT);
static_assert(kcc::vulkan::memory_allocate_device_address == VK_MEMORY_ALLOCATE_DEVICE_ADDRESS_BIT);
static_assert(kcc::vulkan::buffer_device_address == VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT);
static_assert(kcc::vulkan::buffer_storage == VK_BUFFER_USAGE_STORAGE_BUFFER_BIT);
static_assert(kcc::vulkan::stage_compute == VK_SHADER_STAGE_COMPUTE_BIT);
static_assert(kcc::vulkan::pipeline_stage_compute == VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT);
static_assert(kcc::vulkan::pipeline_stage_transfer == VK_PIPELINE_STAGE_TRANSFER_BIT);
static_assert(kcc::vulkan::pipeline_stage_bottom == VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT);
static_assert(kcc::vulkan::pipeline_stage_host == VK_PIPELINE_STAGE_HOST_BIT);
static_assert(kcc::vulkan::pipeline_stage_all_commands == VK_PIPELINE_STAGE_ALL_COMMANDS_BIT);
static_assert(kcc::vulkan::access_shader_read == VK_ACCESS_SHADER_READ_BIT);
static_assert(kcc::vulkan::access_shader_write == VK_ACCESS_SHADER_WRITE_BIT);
static_assert(kcc::vulkan::access_transfer_read == VK_ACCESS_TRANSFER_READ_BIT);
static_assert(kcc::vulkan::access_transfer_write == VK_ACCESS_TRANSFER_WRITE_BIT);
static_assert(kcc::vulkan::access_host_read == VK_ACCESS_HOST_READ_BIT);
static_assert(kcc::vulkan::access_host_write == VK_ACCESS_HOST_WRITE_BIT);
static_assert(kcc::vulkan::command_pool_reset_buffers == VK_COMMAND_POOL_CREATE_RESET_COMMAND_BUFFER_BIT);
static_assert(kcc::vulkan::query_timestamp == VK_QUERY_TYPE_TIMESTAMP);
static_assert(kcc::vulkan::shader_stage_require_full_subgroups ==
              VK_PIPELINE_SHADER_STAGE_CREATE_REQUIRE_FULL_SUBGROUPS_BIT);
static_assert(kcc::vulkan::device_type_cpu == VK_PHYSICAL_DEVICE_TYPE_CPU);

} // namespace
