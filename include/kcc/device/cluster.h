// A thread's position in its cluster, a group of blocks that the hardware places close to each other. In a
// launch without clusters each block is a cluster of its own.
#ifndef KCC_DEVICE_CLUSTER_H
#define KCC_DEVICE_CLUSTER_H

#include "index.h"

namespace kcc {

/// The cluster's index in the grid of clusters.
/// Targets: sm_90, CPU.
inline Index3 cluster_idx() noexcept {
  return {__kcc_cluster_idx_x(), __kcc_cluster_idx_y(), __kcc_cluster_idx_z()};
}

/// The number of clusters in the grid.
/// Targets: sm_90, CPU.
inline Index3 cluster_grid_dim() noexcept {
  return {__kcc_cluster_grid_dim_x(), __kcc_cluster_grid_dim_y(), __kcc_cluster_grid_dim_z()};
}

/// The number of blocks in a cluster.
/// Targets: sm_90, CPU.
inline Index3 cluster_dim() noexcept {
  return {__kcc_cluster_dim_x(), __kcc_cluster_dim_y(), __kcc_cluster_dim_z()};
}

/// The block's index in its cluster.
/// Targets: sm_90, CPU.
inline Index3 block_idx_in_cluster() noexcept {
  return {__kcc_block_idx_in_cluster_x(), __kcc_block_idx_in_cluster_y(), __kcc_block_idx_in_cluster_z()};
}

/// The total number of blocks in a cluster: 1 to 16.
/// Targets: sm_90, CPU.
inline std::uint32_t cluster_size() noexcept {
  return __kcc_cluster_size();
}

/// The block's rank in its cluster, x fastest: 0 to cluster_size() - 1.
/// Targets: sm_90, CPU.
inline std::uint32_t block_rank_in_cluster() noexcept {
  return __kcc_block_rank_in_cluster();
}

/// The cluster's rank in the grid, x fastest.
/// Targets: sm_90, CPU.
inline std::size_t cluster_rank() noexcept {
  const Index3 at = cluster_idx(), extent = cluster_grid_dim();
  return (std::size_t{at.z} * extent.y + at.y) * extent.x + at.x;
}

} // namespace kcc

#endif
