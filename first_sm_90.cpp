#include <kcc/assert.h>
#include <kcc/async_copy.h>
#include <kcc/atomic.h>
#include <kcc/barrier.h>
#include <kcc/block/shape.h>
#include <kcc/device.h>
#include <kcc/device/address_space.h>
#include <kcc/device/builtins.h>
#include <kcc/device/builtins_warp.h>
#include <kcc/device/cache_hints.h>
#include <kcc/device/clock.h>
#include <kcc/device/cluster.h>
#include <kcc/device/index.h>
#include <kcc/device/integer.h>
#include <kcc/device/output.h>
#include <kcc/device/shared.h>
#include <kcc/device/shared_layout.h>
#include <kcc/device/special_registers.h>
#include <kcc/device/sync.h>
#include <kcc/device/warp_reduce.h>
#include <kcc/device/warp_shuffle.h>
#include <kcc/device/warp_vote.h>
#include <kcc/math/extra.h>
#include <kcc/math/fast.h>
#include <kcc/math/rounding.h>
[[kcc::kernel]] void addresses(const void *volatile *to) {
  *to = reinterpret_cast<const void *>(&__kcc_sync_cluster);
  *to = reinterpret_cast<const void *>(&__kcc_cluster_shared);
  *to = reinterpret_cast<const void *>(&__kcc_barrier_try_wait);
  *to = reinterpret_cast<const void *>(&__kcc_barrier_try_wait_parity);
  *to = reinterpret_cast<const void *>(&__kcc_bulk_copy);
  *to = reinterpret_cast<const void *>(&__kcc_cluster_idx_x);
  *to = reinterpret_cast<const void *>(&__kcc_cluster_idx_y);
  *to = reinterpret_cast<const void *>(&__kcc_cluster_idx_z);
  *to = reinterpret_cast<const void *>(&__kcc_cluster_grid_dim_x);
  *to = reinterpret_cast<const void *>(&__kcc_cluster_grid_dim_y);
  *to = reinterpret_cast<const void *>(&__kcc_cluster_grid_dim_z);
  *to = reinterpret_cast<const void *>(&__kcc_cluster_dim_x);
  *to = reinterpret_cast<const void *>(&__kcc_cluster_dim_y);
  *to = reinterpret_cast<const void *>(&__kcc_cluster_dim_z);
  *to = reinterpret_cast<const void *>(&__kcc_block_idx_in_cluster_x);
  *to = reinterpret_cast<const void *>(&__kcc_block_idx_in_cluster_y);
  *to = reinterpret_cast<const void *>(&__kcc_block_idx_in_cluster_z);
  *to = reinterpret_cast<const void *>(&__kcc_cluster_size);
  *to = reinterpret_cast<const void *>(&__kcc_block_rank_in_cluster);
}
