// Every attribute of a device, and of the connection of two devices, by name.
#ifndef KCC_RUNTIME_DEVICE_ATTRIBUTE_H
#define KCC_RUNTIME_DEVICE_ATTRIBUTE_H

#include <string_view>

// X(number, name, driver's name): all values of CUdevice_attribute in CUDA 13.0. The names are CUDA's; see
// "cuDeviceGetAttribute" in the CUDA Driver API for what each means. Sizes are in bytes, clock rates in kHz,
// and what a device supports is 0 or 1.
#define KCC_DEVICE_ATTRIBUTES(X)                                                                             \
  X(1, max_threads_per_block, MAX_THREADS_PER_BLOCK)                                                         \
  X(2, max_block_dim_x, MAX_BLOCK_DIM_X)                                                                     \
  X(3, max_block_dim_y, MAX_BLOCK_DIM_Y)                                                                     \
  X(4, max_block_dim_z, MAX_BLOCK_DIM_Z)                                                                     \
  X(5, max_grid_dim_x, MAX_GRID_DIM_X)                                                                       \
  X(6, max_grid_dim_y, MAX_GRID_DIM_Y)                                                                       \
  X(7, max_grid_dim_z, MAX_GRID_DIM_Z)                                                                       \
  X(8, max_shared_memory_per_block, MAX_SHARED_MEMORY_PER_BLOCK)                                             \
  X(9, total_constant_memory, TOTAL_CONSTANT_MEMORY)                                                         \
  X(10, warp_size, WARP_SIZE)                                                                                \
  X(11, max_pitch, MAX_PITCH)                                                                                \
  X(12, max_registers_per_block, MAX_REGISTERS_PER_BLOCK)                                                    \
  X(13, clock_rate, CLOCK_RATE)                                                                              \
  X(14, texture_alignment, TEXTURE_ALIGNMENT)                                                                \
  X(15, gpu_overlap, GPU_OVERLAP)                                                                            \
  X(16, multiprocessor_count, MULTIPROCESSOR_COUNT)                                                          \
  X(17, kernel_exec_timeout, KERNEL_EXEC_TIMEOUT)                                                            \
  X(18, integrated, INTEGRATED)                                                                              \
  X(19, can_map_host_memory, CAN_MAP_HOST_MEMORY)                                                            \
  X(20, compute_mode, COMPUTE_MODE)                                                                          \
  X(21, maximum_texture1d_width, MAXIMUM_TEXTURE1D_WIDTH)                                                    \
  X(22, maximum_texture2d_width, MAXIMUM_TEXTURE2D_WIDTH)                                                    \
  X(23, maximum_texture2d_height, MAXIMUM_TEXTURE2D_HEIGHT)                                                  \
  X(24, maximum_texture3d_width, MAXIMUM_TEXTURE3D_WIDTH)                                                    \
  X(25, maximum_texture3d_height, MAXIMUM_TEXTURE3D_HEIGHT)                                                  \
  X(26, maximum_texture3d_depth, MAXIMUM_TEXTURE3D_DEPTH)                                                    \
  X(27, maximum_texture2d_layered_width, MAXIMUM_TEXTURE2D_LAYERED_WIDTH)                                    \
  X(28, maximum_texture2d_layered_height, MAXIMUM_TEXTURE2D_LAYERED_HEIGHT)                                  \
  X(29, maximum_texture2d_layered_layers, MAXIMUM_TEXTURE2D_LAYERED_LAYERS)                                  \
  X(30, surface_alignment, SURFACE_ALIGNMENT)                                                                \
  X(31, concurrent_kernels, CONCURRENT_KERNELS)                                                              \
  X(32, ecc_enabled, ECC_ENABLED)                                                                            \
  X(33, pci_bus_id, PCI_BUS_ID)                                                                              \
  X(34, pci_device_id, PCI_DEVICE_ID)                                                                        \
  X(35, tcc_driver, TCC_DRIVER)                                                                              \
  X(36, memory_clock_rate, MEMORY_CLOCK_RATE)                                                                \
  X(37, global_memory_bus_width, GLOBAL_MEMORY_BUS_WIDTH)                                                    \
  X(38, l2_cache_size, L2_CACHE_SIZE)                                                                        \
  X(39, max_threads_per_multiprocessor, MAX_THREADS_PER_MULTIPROCESSOR)                                      \
  X(40, async_engine_count, ASYNC_ENGINE_COUNT)                                                              \
  X(41, unified_addressing, UNIFIED_ADDRESSING)                                                              \
  X(42, maximum_texture1d_layered_width, MAXIMUM_TEXTURE1D_LAYERED_WIDTH)                                    \
  X(43, maximum_texture1d_layered_layers, MAXIMUM_TEXTURE1D_LAYERED_LAYERS)                                  \
  X(44, can_tex2d_gather, CAN_TEX2D_GATHER)                                                                  \
  X(45, maximum_texture2d_gather_width, MAXIMUM_TEXTURE2D_GATHER_WIDTH)                                      \
  X(46, maximum_texture2d_gather_height, MAXIMUM_TEXTURE2D_GATHER_HEIGHT)                                    \
  X(47, maximum_texture3d_width_alternate, MAXIMUM_TEXTURE3D_WIDTH_ALTERNATE)                                \
  X(48, maximum_texture3d_height_alternate, MAXIMUM_TEXTURE3D_HEIGHT_ALTERNATE)                              \
  X(49, maximum_texture3d_depth_alternate, MAXIMUM_TEXTURE3D_DEPTH_ALTERNATE)                                \
  X(50, pci_domain_id, PCI_DOMAIN_ID)                                                                        \
  X(51, texture_pitch_alignment, TEXTURE_PITCH_ALIGNMENT)                                                    \
  X(52, maximum_texturecubemap_width, MAXIMUM_TEXTURECUBEMAP_WIDTH)                                          \
  X(53, maximum_texturecubemap_layered_width, MAXIMUM_TEXTURECUBEMAP_LAYERED_WIDTH)                          \
  X(54, maximum_texturecubemap_layered_layers, MAXIMUM_TEXTURECUBEMAP_LAYERED_LAYERS)                        \
  X(55, maximum_surface1d_width, MAXIMUM_SURFACE1D_WIDTH)                                                    \
  X(56, maximum_surface2d_width, MAXIMUM_SURFACE2D_WIDTH)                                                    \
  X(57, maximum_surface2d_height, MAXIMUM_SURFACE2D_HEIGHT)                                                  \
  X(58, maximum_surface3d_width, MAXIMUM_SURFACE3D_WIDTH)                                                    \
  X(59, maximum_surface3d_height, MAXIMUM_SURFACE3D_HEIGHT)                                                  \
  X(60, maximum_surface3d_depth, MAXIMUM_SURFACE3D_DEPTH)                                                    \
  X(61, maximum_surface1d_layered_width, MAXIMUM_SURFACE1D_LAYERED_WIDTH)                                    \
  X(62, maximum_surface1d_layered_layers, MAXIMUM_SURFACE1D_LAYERED_LAYERS)                                  \
  X(63, maximum_surface2d_layered_width, MAXIMUM_SURFACE2D_LAYERED_WIDTH)                                    \
  X(64, maximum_surface2d_layered_height, MAXIMUM_SURFACE2D_LAYERED_HEIGHT)                                  \
  X(65, maximum_surface2d_layered_layers, MAXIMUM_SURFACE2D_LAYERED_LAYERS)                                  \
  X(66, maximum_surfacecubemap_width, MAXIMUM_SURFACECUBEMAP_WIDTH)                                          \
  X(67, maximum_surfacecubemap_layered_width, MAXIMUM_SURFACECUBEMAP_LAYERED_WIDTH)                          \
  X(68, maximum_surfacecubemap_layered_layers, MAXIMUM_SURFACECUBEMAP_LAYERED_LAYERS)                        \
  X(69, maximum_texture1d_linear_width, MAXIMUM_TEXTURE1D_LINEAR_WIDTH)                                      \
  X(70, maximum_texture2d_linear_width, MAXIMUM_TEXTURE2D_LINEAR_WIDTH)                                      \
  X(71, maximum_texture2d_linear_height, MAXIMUM_TEXTURE2D_LINEAR_HEIGHT)                                    \
  X(72, maximum_texture2d_linear_pitch, MAXIMUM_TEXTURE2D_LINEAR_PITCH)                                      \
  X(73, maximum_texture2d_mipmapped_width, MAXIMUM_TEXTURE2D_MIPMAPPED_WIDTH)                                \
  X(74, maximum_texture2d_mipmapped_height, MAXIMUM_TEXTURE2D_MIPMAPPED_HEIGHT)                              \
  X(75, compute_capability_major, COMPUTE_CAPABILITY_MAJOR)                                                  \
  X(76, compute_capability_minor, COMPUTE_CAPABILITY_MINOR)                                                  \
  X(77, maximum_texture1d_mipmapped_width, MAXIMUM_TEXTURE1D_MIPMAPPED_WIDTH)                                \
  X(78, stream_priorities_supported, STREAM_PRIORITIES_SUPPORTED)                                            \
  X(79, global_l1_cache_supported, GLOBAL_L1_CACHE_SUPPORTED)                                                \
  X(80, local_l1_cache_supported, LOCAL_L1_CACHE_SUPPORTED)                                                  \
  X(81, max_shared_memory_per_multiprocessor, MAX_SHARED_MEMORY_PER_MULTIPROCESSOR)                          \
  X(82, max_registers_per_multiprocessor, MAX_REGISTERS_PER_MULTIPROCESSOR)                                  \
  X(83, managed_memory, MANAGED_MEMORY)                                                                      \
  X(84, multi_gpu_board, MULTI_GPU_BOARD)                                                                    \
  X(85, multi_gpu_board_group_id, MULTI_GPU_BOARD_GROUP_ID)                                                  \
  X(86, host_native_atomic_supported, HOST_NATIVE_ATOMIC_SUPPORTED)                                          \
  X(87, single_to_double_precision_perf_ratio, SINGLE_TO_DOUBLE_PRECISION_PERF_RATIO)                        \
  X(88, pageable_memory_access, PAGEABLE_MEMORY_ACCESS)                                                      \
  X(89, concurrent_managed_access, CONCURRENT_MANAGED_ACCESS)                                                \
  X(90, compute_preemption_supported, COMPUTE_PREEMPTION_SUPPORTED)                                          \
  X(91, can_use_host_pointer_for_registered_mem, CAN_USE_HOST_POINTER_FOR_REGISTERED_MEM)                    \
  X(92, can_use_stream_mem_ops_v1, CAN_USE_STREAM_MEM_OPS_V1)                                                \
  X(93, can_use_64_bit_stream_mem_ops_v1, CAN_USE_64_BIT_STREAM_MEM_OPS_V1)                                  \
  X(94, can_use_stream_wait_value_nor_v1, CAN_USE_STREAM_WAIT_VALUE_NOR_V1)                                  \
  X(95, cooperative_launch, COOPERATIVE_LAUNCH)                                                              \
  X(96, cooperative_multi_device_launch, COOPERATIVE_MULTI_DEVICE_LAUNCH)                                    \
  X(97, max_shared_memory_per_block_optin, MAX_SHARED_MEMORY_PER_BLOCK_OPTIN)                                \
  X(98, can_flush_remote_writes, CAN_FLUSH_REMOTE_WRITES)                                                    \
  X(99, host_register_supported, HOST_REGISTER_SUPPORTED)                                                    \
  X(100, pageable_memory_access_uses_host_page_tables, PAGEABLE_MEMORY_ACCESS_USES_HOST_PAGE_TABLES)         \
  X(101, direct_managed_mem_access_from_host, DIRECT_MANAGED_MEM_ACCESS_FROM_HOST)                           \
  X(102, virtual_memory_management_supported, VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED)                           \
  X(103, handle_type_posix_file_descriptor_supported, HANDLE_TYPE_POSIX_FILE_DESCRIPTOR_SUPPORTED)           \
  X(104, handle_type_win32_handle_supported, HANDLE_TYPE_WIN32_HANDLE_SUPPORTED)                             \
  X(105, handle_type_win32_kmt_handle_supported, HANDLE_TYPE_WIN32_KMT_HANDLE_SUPPORTED)                     \
  X(106, max_blocks_per_multiprocessor, MAX_BLOCKS_PER_MULTIPROCESSOR)                                       \
  X(107, generic_compression_supported, GENERIC_COMPRESSION_SUPPORTED)                                       \
  X(108, max_persisting_l2_cache_size, MAX_PERSISTING_L2_CACHE_SIZE)                                         \
  X(109, max_access_policy_window_size, MAX_ACCESS_POLICY_WINDOW_SIZE)                                       \
  X(110, gpu_direct_rdma_with_cuda_vmm_supported, GPU_DIRECT_RDMA_WITH_CUDA_VMM_SUPPORTED)                   \
  X(111, reserved_shared_memory_per_block, RESERVED_SHARED_MEMORY_PER_BLOCK)                                 \
  X(112, sparse_cuda_array_supported, SPARSE_CUDA_ARRAY_SUPPORTED)                                           \
  X(113, read_only_host_register_supported, READ_ONLY_HOST_REGISTER_SUPPORTED)                               \
  X(114, timeline_semaphore_interop_supported, TIMELINE_SEMAPHORE_INTEROP_SUPPORTED)                         \
  X(115, memory_pools_supported, MEMORY_POOLS_SUPPORTED)                                                     \
  X(116, gpu_direct_rdma_supported, GPU_DIRECT_RDMA_SUPPORTED)                                               \
  X(117, gpu_direct_rdma_flush_writes_options, GPU_DIRECT_RDMA_FLUSH_WRITES_OPTIONS)                         \
  X(118, gpu_direct_rdma_writes_ordering, GPU_DIRECT_RDMA_WRITES_ORDERING)                                   \
  X(119, mempool_supported_handle_types, MEMPOOL_SUPPORTED_HANDLE_TYPES)                                     \
  X(120, cluster_launch, CLUSTER_LAUNCH)                                                                     \
  X(121, deferred_mapping_cuda_array_supported, DEFERRED_MAPPING_CUDA_ARRAY_SUPPORTED)                       \
  X(122, can_use_64_bit_stream_mem_ops, CAN_USE_64_BIT_STREAM_MEM_OPS)                                       \
  X(123, can_use_stream_wait_value_nor, CAN_USE_STREAM_WAIT_VALUE_NOR)                                       \
  X(124, dma_buf_supported, DMA_BUF_SUPPORTED)                                                               \
  X(125, ipc_event_supported, IPC_EVENT_SUPPORTED)                                                           \
  X(126, mem_sync_domain_count, MEM_SYNC_DOMAIN_COUNT)                                                       \
  X(127, tensor_map_access_supported, TENSOR_MAP_ACCESS_SUPPORTED)                                           \
  X(128, handle_type_fabric_supported, HANDLE_TYPE_FABRIC_SUPPORTED)                                         \
  X(129, unified_function_pointers, UNIFIED_FUNCTION_POINTERS)                                               \
  X(130, numa_config, NUMA_CONFIG)                                                                           \
  X(131, numa_id, NUMA_ID)                                                                                   \
  X(132, multicast_supported, MULTICAST_SUPPORTED)                                                           \
  X(133, mps_enabled, MPS_ENABLED)                                                                           \
  X(134, host_numa_id, HOST_NUMA_ID)                                                                         \
  X(135, d3d12_cig_supported, D3D12_CIG_SUPPORTED)                                                           \
  X(136, mem_decompress_algorithm_mask, MEM_DECOMPRESS_ALGORITHM_MASK)                                       \
  X(137, mem_decompress_maximum_length, MEM_DECOMPRESS_MAXIMUM_LENGTH)                                       \
  X(138, vulkan_cig_supported, VULKAN_CIG_SUPPORTED)                                                         \
  X(139, gpu_pci_device_id, GPU_PCI_DEVICE_ID)                                                               \
  X(140, gpu_pci_subsystem_id, GPU_PCI_SUBSYSTEM_ID)                                                         \
  X(141, host_numa_virtual_memory_management_supported, HOST_NUMA_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED)       \
  X(142, host_numa_memory_pools_supported, HOST_NUMA_MEMORY_POOLS_SUPPORTED)                                 \
  X(143, host_numa_multinode_ipc_supported, HOST_NUMA_MULTINODE_IPC_SUPPORTED)                               \
  X(144, host_memory_pools_supported, HOST_MEMORY_POOLS_SUPPORTED)                                           \
  X(145, host_virtual_memory_management_supported, HOST_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED)                 \
  X(146, host_alloc_dma_buf_supported, HOST_ALLOC_DMA_BUF_SUPPORTED)                                         \
  X(147, only_partial_host_native_atomic_supported, ONLY_PARTIAL_HOST_NATIVE_ATOMIC_SUPPORTED)

// The same for CUdevice_P2PAttribute; see "cuDeviceGetP2PAttribute".
#define KCC_PEER_ATTRIBUTES(X)                                                                               \
  X(1, performance_rank, PERFORMANCE_RANK)                                                                   \
  X(2, access_supported, ACCESS_SUPPORTED)                                                                   \
  X(3, native_atomic_supported, NATIVE_ATOMIC_SUPPORTED)                                                     \
  X(4, cuda_array_access_supported, CUDA_ARRAY_ACCESS_SUPPORTED)                                             \
  X(5, only_partial_native_atomic_supported, ONLY_PARTIAL_NATIVE_ATOMIC_SUPPORTED)

namespace kcc {

/// What Device::attribute() can be asked for.
enum class DeviceAttribute : unsigned {
#define KCC_ENUMERATOR(number, name, driver) name = number,
  KCC_DEVICE_ATTRIBUTES(KCC_ENUMERATOR)
#undef KCC_ENUMERATOR
};

/// What Device::peer_attribute() can be asked for.
enum class PeerAttribute : unsigned {
#define KCC_ENUMERATOR(number, name, driver) name = number,
  KCC_PEER_ATTRIBUTES(KCC_ENUMERATOR)
#undef KCC_ENUMERATOR
};

/// "max_threads_per_block"; empty for a number without a name. The text has static lifetime.
std::string_view attribute_name(DeviceAttribute attribute) noexcept;
std::string_view attribute_name(PeerAttribute attribute) noexcept;

} // namespace kcc

#endif
