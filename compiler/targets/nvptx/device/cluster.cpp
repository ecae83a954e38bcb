// Where a block is in its cluster, and the cluster in the grid.
#include "index.h"

KCC_INDEX3(cluster_idx, clusterid)
KCC_INDEX3(cluster_grid_dim, nclusterid)
KCC_INDEX3(cluster_dim, cluster_nctaid)
KCC_INDEX3(block_idx_in_cluster, cluster_ctaid)
KCC_INDEX(cluster_size, cluster_nctarank)
KCC_INDEX(block_rank_in_cluster, cluster_ctarank)
