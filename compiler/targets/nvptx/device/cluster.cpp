// Where a block is in its cluster, and the cluster in the grid.
#include <kcc/device/builtins.h>

#define KCC_INDEX(builtin, special_register)                                                                 \
  std::uint32_t __kcc_##builtin() noexcept {                                                                 \
    return __nvvm_read_ptx_sreg_##special_register();                                                        \
  }
#define KCC_INDEX3(builtin, special_register)                                                                \
  KCC_INDEX(builtin##_x, special_register##_x)                                                               \
  KCC_INDEX(builtin##_y, special_register##_y)                                                               \
  KCC_INDEX(builtin##_z, special_register##_z)
KCC_INDEX3(cluster_idx, clusterid)
KCC_INDEX3(cluster_grid_dim, nclusterid)
KCC_INDEX3(cluster_dim, cluster_nctaid)
KCC_INDEX3(block_idx_in_cluster, cluster_ctaid)
KCC_INDEX(cluster_size, cluster_nctarank)
KCC_INDEX(block_rank_in_cluster, cluster_ctarank)
