// Where a thread is.
#include <kcc/device/builtins.h>

#include "thread.h"

using kcc::cpu::thread;

#define KCC_INDEX(builtin, value)                                                                            \
  std::uint32_t __kcc_##builtin() noexcept {                                                                 \
    return value;                                                                                            \
  }
#define KCC_INDEX3(builtin, value)                                                                           \
  KCC_INDEX(builtin##_x, value(0)) KCC_INDEX(builtin##_y, value(1)) KCC_INDEX(builtin##_z, value(2))
#define KCC_THREAD_IDX(axis) thread().thread_idx[axis]
#define KCC_BLOCK_IDX(axis) thread().block_idx[axis]
#define KCC_BLOCK_DIM(axis) thread().block_dim[axis]
#define KCC_GRID_DIM(axis) thread().grid_dim[axis]
KCC_INDEX3(thread_idx, KCC_THREAD_IDX)
KCC_INDEX3(block_idx, KCC_BLOCK_IDX)
KCC_INDEX3(block_dim, KCC_BLOCK_DIM)
KCC_INDEX3(grid_dim, KCC_GRID_DIM)
KCC_INDEX(lane_id, kcc::cpu::lane())

// Of clusters, the thread knows the extent only.
#define KCC_CLUSTER_DIM(axis) thread().cluster_dim[axis]
#define KCC_CLUSTER_IDX(axis) thread().block_idx[axis] / thread().cluster_dim[axis]
#define KCC_CLUSTER_GRID_DIM(axis) thread().grid_dim[axis] / thread().cluster_dim[axis]
#define KCC_IN_CLUSTER(axis) thread().block_idx[axis] % thread().cluster_dim[axis]
KCC_INDEX3(cluster_dim, KCC_CLUSTER_DIM)
KCC_INDEX3(cluster_idx, KCC_CLUSTER_IDX)
KCC_INDEX3(cluster_grid_dim, KCC_CLUSTER_GRID_DIM)
KCC_INDEX3(block_idx_in_cluster, KCC_IN_CLUSTER)
KCC_INDEX(cluster_size, thread().cluster_dim[0] * thread().cluster_dim[1] * thread().cluster_dim[2])
KCC_INDEX(block_rank_in_cluster,
          ((KCC_IN_CLUSTER(2)) * thread().cluster_dim[1] + (KCC_IN_CLUSTER(1))) * thread().cluster_dim[0] +
              (KCC_IN_CLUSTER(0)))
