// The functions of Vulkan that kcc uses, declared once. The loader, the function tables and the names in
// error messages are generated from these lists; tests compare them with vulkan_core.h.
#ifndef KCC_RUNTIME_VULKAN_VULKAN_API_H
#define KCC_RUNTIME_VULKAN_VULKAN_API_H

#include "../core/shared_library.h"
#include "vulkan_types.h"

#include <cstddef>
#include <cstdint>

namespace kcc::vulkan {

// X(name, symbol, result, parameters)

// Found without an instance.
#define KCC_VULKAN_GLOBAL_FUNCTIONS(X)                                                                       \
  X(enumerate_instance_version, vkEnumerateInstanceVersion, Result, (std::uint32_t *))                       \
  X(create_instance, vkCreateInstance, Result, (const InstanceCreateInfo *, const void *, InstanceRef *))

#define KCC_VULKAN_INSTANCE_FUNCTIONS(X)                                                                     \
  X(destroy_instance, vkDestroyInstance, void, (InstanceRef, const void *))                                  \
  X(enumerate_physical_devices, vkEnumeratePhysicalDevices, Result,                                          \
    (InstanceRef, std::uint32_t *, PhysicalDeviceRef *))                                                     \
  X(enumerate_device_extensions, vkEnumerateDeviceExtensionProperties, Result,                               \
    (PhysicalDeviceRef, const char *, std::uint32_t *, ExtensionProperties *))                               \
  X(get_properties, vkGetPhysicalDeviceProperties, void, (PhysicalDeviceRef, Properties *))                  \
  X(get_properties_2, vkGetPhysicalDeviceProperties2, void, (PhysicalDeviceRef, Properties2 *))              \
  X(get_features_2, vkGetPhysicalDeviceFeatures2, void, (PhysicalDeviceRef, Features2 *))                    \
  X(get_queue_families, vkGetPhysicalDeviceQueueFamilyProperties, void,                                      \
    (PhysicalDeviceRef, std::uint32_t *, QueueFamilyProperties *))                                           \
  X(get_memory_properties_2, vkGetPhysicalDeviceMemoryProperties2, void,                                     \
    (PhysicalDeviceRef, MemoryProperties2 *))                                                                \
  X(create_device, vkCreateDevice, Result,                                                                   \
    (PhysicalDeviceRef, const DeviceCreateInfo *, const void *, DeviceRef *))

#define KCC_VULKAN_DEVICE_FUNCTIONS(X)                                                                       \
  X(destroy_device, vkDestroyDevice, void, (DeviceRef, const void *))                                        \
  X(get_device_queue, vkGetDeviceQueue, void, (DeviceRef, std::uint32_t, std::uint32_t, QueueRef *))         \
  X(queue_submit, vkQueueSubmit, Result, (QueueRef, std::uint32_t, const SubmitInfo *, void *))              \
  X(allocate_memory, vkAllocateMemory, Result,                                                               \
    (DeviceRef, const MemoryAllocateInfo *, const void *, MemoryRef *))                                      \
  X(free_memory, vkFreeMemory, void, (DeviceRef, MemoryRef, const void *))                                   \
  X(map_memory, vkMapMemory, Result, (DeviceRef, MemoryRef, std::uint64_t, std::uint64_t, Flags, void **))   \
  X(create_buffer, vkCreateBuffer, Result, (DeviceRef, const BufferCreateInfo *, const void *, BufferRef *)) \
  X(destroy_buffer, vkDestroyBuffer, void, (DeviceRef, BufferRef, const void *))                             \
  X(get_buffer_memory_requirements, vkGetBufferMemoryRequirements, void,                                     \
    (DeviceRef, BufferRef, MemoryRequirements *))                                                            \
  X(bind_buffer_memory, vkBindBufferMemory, Result, (DeviceRef, BufferRef, MemoryRef, std::uint64_t))        \
  X(get_buffer_device_address, vkGetBufferDeviceAddress, std::uint64_t,                                      \
    (DeviceRef, const BufferDeviceAddressInfo *))                                                            \
  X(create_semaphore, vkCreateSemaphore, Result,                                                             \
    (DeviceRef, const SemaphoreCreateInfo *, const void *, SemaphoreRef *))                                  \
  X(destroy_semaphore, vkDestroySemaphore, void, (DeviceRef, SemaphoreRef, const void *))                    \
  X(get_semaphore_counter, vkGetSemaphoreCounterValue, Result, (DeviceRef, SemaphoreRef, std::uint64_t *))   \
  X(wait_semaphores, vkWaitSemaphores, Result, (DeviceRef, const SemaphoreWaitInfo *, std::uint64_t))        \
  X(signal_semaphore, vkSignalSemaphore, Result, (DeviceRef, const SemaphoreSignalInfo *))                   \
  X(create_command_pool, vkCreateCommandPool, Result,                                                        \
    (DeviceRef, const CommandPoolCreateInfo *, const void *, CommandPoolRef *))                              \
  X(destroy_command_pool, vkDestroyCommandPool, void, (DeviceRef, CommandPoolRef, const void *))             \
  X(allocate_command_buffers, vkAllocateCommandBuffers, Result,                                              \
    (DeviceRef, const CommandBufferAllocateInfo *, CommandBufferRef *))                                      \
  X(begin_command_buffer, vkBeginCommandBuffer, Result, (CommandBufferRef, const CommandBufferBeginInfo *))  \
  X(end_command_buffer, vkEndCommandBuffer, Result, (CommandBufferRef))                                      \
  X(cmd_copy_buffer, vkCmdCopyBuffer, void,                                                                  \
    (CommandBufferRef, BufferRef, BufferRef, std::uint32_t, const BufferCopy *))                             \
  X(cmd_fill_buffer, vkCmdFillBuffer, void,                                                                  \
    (CommandBufferRef, BufferRef, std::uint64_t, std::uint64_t, std::uint32_t))                              \
  X(cmd_pipeline_barrier, vkCmdPipelineBarrier, void,                                                        \
    (CommandBufferRef, Flags, Flags, Flags, std::uint32_t, const MemoryBarrier *, std::uint32_t,             \
     const void *, std::uint32_t, const void *))                                                             \
  X(cmd_bind_pipeline, vkCmdBindPipeline, void, (CommandBufferRef, std::uint32_t, PipelineRef))              \
  X(cmd_push_constants, vkCmdPushConstants, void,                                                            \
    (CommandBufferRef, PipelineLayoutRef, Flags, std::uint32_t, std::uint32_t, const void *))                \
  X(cmd_dispatch, vkCmdDispatch, void, (CommandBufferRef, std::uint32_t, std::uint32_t, std::uint32_t))      \
  X(cmd_reset_query_pool, vkCmdResetQueryPool, void,                                                         \
    (CommandBufferRef, QueryPoolRef, std::uint32_t, std::uint32_t))                                          \
  X(cmd_write_timestamp, vkCmdWriteTimestamp, void, (CommandBufferRef, Flags, QueryPoolRef, std::uint32_t))  \
  X(create_query_pool, vkCreateQueryPool, Result,                                                            \
    (DeviceRef, const QueryPoolCreateInfo *, const void *, QueryPoolRef *))                                  \
  X(get_query_pool_results, vkGetQueryPoolResults, Result,                                                   \
    (DeviceRef, QueryPoolRef, std::uint32_t, std::uint32_t, std::size_t, void *, std::uint64_t, Flags))      \
  X(create_shader_module, vkCreateShaderModule, Result,                                                      \
    (DeviceRef, const ShaderModuleCreateInfo *, const void *, ShaderModuleRef *))                            \
  X(destroy_shader_module, vkDestroyShaderModule, void, (DeviceRef, ShaderModuleRef, const void *))          \
  X(create_pipeline_layout, vkCreatePipelineLayout, Result,                                                  \
    (DeviceRef, const PipelineLayoutCreateInfo *, const void *, PipelineLayoutRef *))                        \
  X(destroy_pipeline_layout, vkDestroyPipelineLayout, void, (DeviceRef, PipelineLayoutRef, const void *))    \
  X(create_pipeline_cache, vkCreatePipelineCache, Result,                                                    \
    (DeviceRef, const PipelineCacheCreateInfo *, const void *, PipelineCacheRef *))                          \
  X(destroy_pipeline_cache, vkDestroyPipelineCache, void, (DeviceRef, PipelineCacheRef, const void *))       \
  X(get_pipeline_cache_data, vkGetPipelineCacheData, Result,                                                 \
    (DeviceRef, PipelineCacheRef, std::size_t *, void *))                                                    \
  X(create_compute_pipelines, vkCreateComputePipelines, Result,                                              \
    (DeviceRef, PipelineCacheRef, std::uint32_t, const ComputePipelineCreateInfo *, const void *,            \
     PipelineRef *))                                                                                         \
  X(destroy_pipeline, vkDestroyPipeline, void, (DeviceRef, PipelineRef, const void *))

template <class Signature> using Call = core::ImportedFunction<Signature>;

#define KCC_DECLARE(name, symbol, result, parameters) Call<result parameters> name;
/// The functions that need no device.
struct InstanceApi {
  KCC_VULKAN_GLOBAL_FUNCTIONS(KCC_DECLARE)
  KCC_VULKAN_INSTANCE_FUNCTIONS(KCC_DECLARE)
};
/// The functions of one device, as its driver gives them: calls go there directly.
struct DeviceApi {
  KCC_VULKAN_DEVICE_FUNCTIONS(KCC_DECLARE)
};
#undef KCC_DECLARE

} // namespace kcc::vulkan

#endif
