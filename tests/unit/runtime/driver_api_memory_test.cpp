// The declarations of driver_types.h that are about memory, compared with NVIDIA's cuda.h: see
// driver_api_test.cpp.
#include "cuda/driver_api.h"

#include <cuda.h>

#include <cstddef>

namespace {

#define KCC_HOLD_VALUE(ours, theirs)                                                                         \
  static_assert(static_cast<int>(kcc::cuda::ours) == static_cast<int>(theirs));
#define KCC_HOLD_FIELD(ours, our_field, theirs, their_field)                                                 \
  static_assert(offsetof(kcc::cuda::ours, our_field) == offsetof(theirs, their_field))

static_assert(sizeof(kcc::cuda::Copy3D) == sizeof(CUDA_MEMCPY3D));
static_assert(sizeof(kcc::cuda::Copy3D) == sizeof(CUDA_MEMCPY3D_PEER));
#define KCC_HOLD_SIDES(ours, field)                                                                          \
  KCC_HOLD_FIELD(Copy3D, from.ours, CUDA_MEMCPY3D_PEER, src##field);                                         \
  KCC_HOLD_FIELD(Copy3D, to.ours, CUDA_MEMCPY3D_PEER, dst##field)
#define KCC_HOLD_SIDES_OF_BOTH(ours, field)                                                                  \
  KCC_HOLD_SIDES(ours, field);                                                                               \
  KCC_HOLD_FIELD(Copy3D, from.ours, CUDA_MEMCPY3D, src##field);                                              \
  KCC_HOLD_FIELD(Copy3D, to.ours, CUDA_MEMCPY3D, dst##field)
KCC_HOLD_SIDES_OF_BOTH(x_bytes, XInBytes);
KCC_HOLD_SIDES_OF_BOTH(y, Y);
KCC_HOLD_SIDES_OF_BOTH(z, Z);
KCC_HOLD_SIDES_OF_BOTH(level, LOD);
KCC_HOLD_SIDES_OF_BOTH(type, MemoryType);
KCC_HOLD_SIDES_OF_BOTH(host, Host);
KCC_HOLD_SIDES_OF_BOTH(device, Device);
KCC_HOLD_SIDES_OF_BOTH(array, Array);
KCC_HOLD_SIDES_OF_BOTH(pitch, Pitch);
KCC_HOLD_SIDES_OF_BOTH(height, Height);
KCC_HOLD_SIDES(context, Context);
KCC_HOLD_FIELD(Copy3D, width_bytes, CUDA_MEMCPY3D, WidthInBytes);
KCC_HOLD_FIELD(Copy3D, height, CUDA_MEMCPY3D, Height);
KCC_HOLD_FIELD(Copy3D, depth, CUDA_MEMCPY3D, Depth);
KCC_HOLD_VALUE(memory_of_host, CU_MEMORYTYPE_HOST)
KCC_HOLD_VALUE(memory_of_device, CU_MEMORYTYPE_DEVICE)
KCC_HOLD_VALUE(pointer_memory_type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE)
KCC_HOLD_VALUE(error_invalid_value, CUDA_ERROR_INVALID_VALUE)
static_assert(sizeof(kcc::cuda::PoolProperties) == sizeof(CUmemPoolProps));
static_assert(sizeof(kcc::cuda::AccessDescription) == sizeof(CUmemAccessDesc));
static_assert(sizeof(kcc::cuda::MemoryLocation) == sizeof(CUmemLocation));
KCC_HOLD_FIELD(PoolProperties, type, CUmemPoolProps, allocType);
KCC_HOLD_FIELD(PoolProperties, handle_types, CUmemPoolProps, handleTypes);
KCC_HOLD_FIELD(PoolProperties, location, CUmemPoolProps, location);
KCC_HOLD_FIELD(PoolProperties, security_attributes, CUmemPoolProps, win32SecurityAttributes);
KCC_HOLD_FIELD(PoolProperties, most_bytes, CUmemPoolProps, maxSize);
KCC_HOLD_FIELD(PoolProperties, usage, CUmemPoolProps, usage);
KCC_HOLD_FIELD(PoolProperties, reserved, CUmemPoolProps, reserved);
KCC_HOLD_FIELD(AccessDescription, location, CUmemAccessDesc, location);
KCC_HOLD_FIELD(AccessDescription, flags, CUmemAccessDesc, flags);
KCC_HOLD_FIELD(MemoryLocation, type, CUmemLocation, type);
KCC_HOLD_FIELD(MemoryLocation, id, CUmemLocation, id);
static_assert(sizeof(kcc::cuda::AllocationProperties) == sizeof(CUmemAllocationProp));
static_assert(sizeof(kcc::cuda::AllocationHandle) == sizeof(CUmemGenericAllocationHandle));
KCC_HOLD_FIELD(AllocationProperties, type, CUmemAllocationProp, type);
KCC_HOLD_FIELD(AllocationProperties, handle_types, CUmemAllocationProp, requestedHandleTypes);
KCC_HOLD_FIELD(AllocationProperties, location, CUmemAllocationProp, location);
KCC_HOLD_FIELD(AllocationProperties, win32_data, CUmemAllocationProp, win32HandleMetaData);
KCC_HOLD_FIELD(AllocationProperties, flags, CUmemAllocationProp, allocFlags);
KCC_HOLD_VALUE(granularity_recommended, CU_MEM_ALLOC_GRANULARITY_RECOMMENDED)
static_assert(sizeof(kcc::cuda::IpcDriverHandle) == sizeof(CUipcMemHandle) &&
              sizeof(kcc::cuda::IpcDriverHandle) == sizeof(CUipcEventHandle));
KCC_HOLD_VALUE(ipc_lazy_enable_peer_access, CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS)
static_assert(sizeof(kcc::cuda::ExternalMemoryDescription) == sizeof(CUDA_EXTERNAL_MEMORY_HANDLE_DESC));
KCC_HOLD_FIELD(ExternalMemoryDescription, source.type, CUDA_EXTERNAL_MEMORY_HANDLE_DESC, type);
KCC_HOLD_FIELD(ExternalMemoryDescription, source.handle.fd, CUDA_EXTERNAL_MEMORY_HANDLE_DESC, handle.fd);
KCC_HOLD_FIELD(ExternalMemoryDescription, bytes, CUDA_EXTERNAL_MEMORY_HANDLE_DESC, size);
KCC_HOLD_FIELD(ExternalMemoryDescription, flags, CUDA_EXTERNAL_MEMORY_HANDLE_DESC, flags);
static_assert(sizeof(kcc::cuda::ExternalBufferDescription) == sizeof(CUDA_EXTERNAL_MEMORY_BUFFER_DESC));
KCC_HOLD_FIELD(ExternalBufferDescription, offset, CUDA_EXTERNAL_MEMORY_BUFFER_DESC, offset);
KCC_HOLD_FIELD(ExternalBufferDescription, bytes, CUDA_EXTERNAL_MEMORY_BUFFER_DESC, size);
KCC_HOLD_FIELD(ExternalBufferDescription, flags, CUDA_EXTERNAL_MEMORY_BUFFER_DESC, flags);
static_assert(sizeof(kcc::cuda::ExternalSemaphoreDescription) == sizeof(CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC));
KCC_HOLD_FIELD(ExternalSemaphoreDescription, source.type, CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC, type);
KCC_HOLD_FIELD(ExternalSemaphoreDescription, source.handle.fd, CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC,
               handle.fd);
KCC_HOLD_FIELD(ExternalSemaphoreDescription, flags, CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC, flags);
static_assert(sizeof(kcc::cuda::ExternalSemaphoreParameters) ==
              sizeof(CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS));
static_assert(sizeof(kcc::cuda::ExternalSemaphoreParameters) == sizeof(CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS));
KCC_HOLD_FIELD(ExternalSemaphoreParameters, value, CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS, params.fence.value);
KCC_HOLD_FIELD(ExternalSemaphoreParameters, value, CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS, params.fence.value);
KCC_HOLD_FIELD(ExternalSemaphoreParameters, flags, CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS, flags);
KCC_HOLD_FIELD(ExternalSemaphoreParameters, flags, CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS, flags);
KCC_HOLD_VALUE(external_memory_opaque_fd, CU_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD)
#if CUDA_VERSION >= 13000
KCC_HOLD_VALUE(external_memory_dma_buf, CU_EXTERNAL_MEMORY_HANDLE_TYPE_DMABUF_FD)
#endif
KCC_HOLD_VALUE(external_memory_dedicated, CUDA_EXTERNAL_MEMORY_DEDICATED)
KCC_HOLD_VALUE(external_semaphore_opaque_fd, CU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_OPAQUE_FD)
KCC_HOLD_VALUE(external_semaphore_timeline_fd, CU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_TIMELINE_SEMAPHORE_FD)
KCC_HOLD_VALUE(location_device, CU_MEM_LOCATION_TYPE_DEVICE)
KCC_HOLD_VALUE(allocation_pinned, CU_MEM_ALLOCATION_TYPE_PINNED)
KCC_HOLD_VALUE(access_read_and_write, CU_MEM_ACCESS_FLAGS_PROT_READWRITE)
KCC_HOLD_VALUE(pool_release_threshold, CU_MEMPOOL_ATTR_RELEASE_THRESHOLD)
KCC_HOLD_VALUE(pool_reserved_now, CU_MEMPOOL_ATTR_RESERVED_MEM_CURRENT)
KCC_HOLD_VALUE(pool_reserved_high, CU_MEMPOOL_ATTR_RESERVED_MEM_HIGH)
KCC_HOLD_VALUE(pool_used_now, CU_MEMPOOL_ATTR_USED_MEM_CURRENT)
KCC_HOLD_VALUE(pool_used_high, CU_MEMPOOL_ATTR_USED_MEM_HIGH)
KCC_HOLD_VALUE(mem_host_portable, CU_MEMHOSTALLOC_PORTABLE)
KCC_HOLD_VALUE(mem_host_device_map, CU_MEMHOSTALLOC_DEVICEMAP)
KCC_HOLD_VALUE(mem_host_write_combined, CU_MEMHOSTALLOC_WRITECOMBINED)
KCC_HOLD_VALUE(mem_register_portable, CU_MEMHOSTREGISTER_PORTABLE)
KCC_HOLD_VALUE(mem_register_device_map, CU_MEMHOSTREGISTER_DEVICEMAP)
KCC_HOLD_VALUE(mem_register_read_only, CU_MEMHOSTREGISTER_READ_ONLY)
KCC_HOLD_VALUE(mem_attach_global, CU_MEM_ATTACH_GLOBAL)
KCC_HOLD_VALUE(device_number_of_host, CU_DEVICE_CPU)
// In the order of core::MemoryAdvice.
KCC_HOLD_VALUE(advise_read_mostly, CU_MEM_ADVISE_SET_READ_MOSTLY)
static_assert(CU_MEM_ADVISE_UNSET_READ_MOSTLY == 2 && CU_MEM_ADVISE_SET_PREFERRED_LOCATION == 3 &&
              CU_MEM_ADVISE_UNSET_PREFERRED_LOCATION == 4 && CU_MEM_ADVISE_SET_ACCESSED_BY == 5 &&
              CU_MEM_ADVISE_UNSET_ACCESSED_BY == 6);

KCC_HOLD_VALUE(memory_of_array, CU_MEMORYTYPE_ARRAY)
KCC_HOLD_VALUE(array_uint8, CU_AD_FORMAT_UNSIGNED_INT8)
KCC_HOLD_VALUE(array_uint16, CU_AD_FORMAT_UNSIGNED_INT16)
KCC_HOLD_VALUE(array_uint32, CU_AD_FORMAT_UNSIGNED_INT32)
KCC_HOLD_VALUE(array_int8, CU_AD_FORMAT_SIGNED_INT8)
KCC_HOLD_VALUE(array_int16, CU_AD_FORMAT_SIGNED_INT16)
KCC_HOLD_VALUE(array_int32, CU_AD_FORMAT_SIGNED_INT32)
KCC_HOLD_VALUE(array_half, CU_AD_FORMAT_HALF)
KCC_HOLD_VALUE(array_float, CU_AD_FORMAT_FLOAT)
KCC_HOLD_VALUE(array_layered, CUDA_ARRAY3D_LAYERED)
KCC_HOLD_VALUE(array_surface, CUDA_ARRAY3D_SURFACE_LDST)
KCC_HOLD_VALUE(array_cube, CUDA_ARRAY3D_CUBEMAP)
KCC_HOLD_VALUE(array_gather, CUDA_ARRAY3D_TEXTURE_GATHER)
KCC_HOLD_VALUE(resource_array, CU_RESOURCE_TYPE_ARRAY)
KCC_HOLD_VALUE(resource_mipmapped_array, CU_RESOURCE_TYPE_MIPMAPPED_ARRAY)
KCC_HOLD_VALUE(resource_linear, CU_RESOURCE_TYPE_LINEAR)
KCC_HOLD_VALUE(resource_pitched, CU_RESOURCE_TYPE_PITCH2D)
KCC_HOLD_VALUE(sampling_reads_integers, CU_TRSF_READ_AS_INTEGER)
KCC_HOLD_VALUE(sampling_normalized_coordinates, CU_TRSF_NORMALIZED_COORDINATES)
// The numbers in runtime/cuda/textures.cpp.
static_assert(CU_TR_ADDRESS_MODE_WRAP == 0 && CU_TR_ADDRESS_MODE_CLAMP == 1 &&
              CU_TR_ADDRESS_MODE_MIRROR == 2 && CU_TR_ADDRESS_MODE_BORDER == 3 &&
              CU_TR_FILTER_MODE_POINT == 0 && CU_TR_FILTER_MODE_LINEAR == 1);
static_assert(sizeof(kcc::cuda::DriverArrayDescription) == sizeof(CUDA_ARRAY3D_DESCRIPTOR));
KCC_HOLD_FIELD(DriverArrayDescription, width, CUDA_ARRAY3D_DESCRIPTOR, Width);
KCC_HOLD_FIELD(DriverArrayDescription, height, CUDA_ARRAY3D_DESCRIPTOR, Height);
KCC_HOLD_FIELD(DriverArrayDescription, depth, CUDA_ARRAY3D_DESCRIPTOR, Depth);
KCC_HOLD_FIELD(DriverArrayDescription, format, CUDA_ARRAY3D_DESCRIPTOR, Format);
KCC_HOLD_FIELD(DriverArrayDescription, channels, CUDA_ARRAY3D_DESCRIPTOR, NumChannels);
KCC_HOLD_FIELD(DriverArrayDescription, flags, CUDA_ARRAY3D_DESCRIPTOR, Flags);
static_assert(sizeof(kcc::cuda::ResourceDescription) == sizeof(CUDA_RESOURCE_DESC));
KCC_HOLD_FIELD(ResourceDescription, type, CUDA_RESOURCE_DESC, resType);
KCC_HOLD_FIELD(ResourceDescription, resource.array, CUDA_RESOURCE_DESC, res.array.hArray);
KCC_HOLD_FIELD(ResourceDescription, resource.mipmapped, CUDA_RESOURCE_DESC, res.mipmap.hMipmappedArray);
KCC_HOLD_FIELD(ResourceDescription, resource.linear.memory, CUDA_RESOURCE_DESC, res.linear.devPtr);
KCC_HOLD_FIELD(ResourceDescription, resource.linear.format, CUDA_RESOURCE_DESC, res.linear.format);
KCC_HOLD_FIELD(ResourceDescription, resource.linear.channels, CUDA_RESOURCE_DESC, res.linear.numChannels);
KCC_HOLD_FIELD(ResourceDescription, resource.linear.bytes, CUDA_RESOURCE_DESC, res.linear.sizeInBytes);
KCC_HOLD_FIELD(ResourceDescription, resource.pitched.memory, CUDA_RESOURCE_DESC, res.pitch2D.devPtr);
KCC_HOLD_FIELD(ResourceDescription, resource.pitched.format, CUDA_RESOURCE_DESC, res.pitch2D.format);
KCC_HOLD_FIELD(ResourceDescription, resource.pitched.channels, CUDA_RESOURCE_DESC, res.pitch2D.numChannels);
KCC_HOLD_FIELD(ResourceDescription, resource.pitched.width, CUDA_RESOURCE_DESC, res.pitch2D.width);
KCC_HOLD_FIELD(ResourceDescription, resource.pitched.height, CUDA_RESOURCE_DESC, res.pitch2D.height);
KCC_HOLD_FIELD(ResourceDescription, resource.pitched.pitch, CUDA_RESOURCE_DESC, res.pitch2D.pitchInBytes);
KCC_HOLD_FIELD(ResourceDescription, flags, CUDA_RESOURCE_DESC, flags);
static_assert(sizeof(kcc::cuda::SamplingDescription) == sizeof(CUDA_TEXTURE_DESC));
KCC_HOLD_FIELD(SamplingDescription, address, CUDA_TEXTURE_DESC, addressMode);
KCC_HOLD_FIELD(SamplingDescription, filter, CUDA_TEXTURE_DESC, filterMode);
KCC_HOLD_FIELD(SamplingDescription, flags, CUDA_TEXTURE_DESC, flags);
KCC_HOLD_FIELD(SamplingDescription, max_anisotropy, CUDA_TEXTURE_DESC, maxAnisotropy);
KCC_HOLD_FIELD(SamplingDescription, level_filter, CUDA_TEXTURE_DESC, mipmapFilterMode);
KCC_HOLD_FIELD(SamplingDescription, level_bias, CUDA_TEXTURE_DESC, mipmapLevelBias);
KCC_HOLD_FIELD(SamplingDescription, min_level, CUDA_TEXTURE_DESC, minMipmapLevelClamp);
KCC_HOLD_FIELD(SamplingDescription, max_level, CUDA_TEXTURE_DESC, maxMipmapLevelClamp);
KCC_HOLD_FIELD(SamplingDescription, border, CUDA_TEXTURE_DESC, borderColor);

} // namespace
