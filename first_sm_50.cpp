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
  *to = reinterpret_cast<const void *>(&__kcc_thread_idx_x);
  *to = reinterpret_cast<const void *>(&__kcc_thread_idx_y);
  *to = reinterpret_cast<const void *>(&__kcc_thread_idx_z);
  *to = reinterpret_cast<const void *>(&__kcc_block_idx_x);
  *to = reinterpret_cast<const void *>(&__kcc_block_idx_y);
  *to = reinterpret_cast<const void *>(&__kcc_block_idx_z);
  *to = reinterpret_cast<const void *>(&__kcc_block_dim_x);
  *to = reinterpret_cast<const void *>(&__kcc_block_dim_y);
  *to = reinterpret_cast<const void *>(&__kcc_block_dim_z);
  *to = reinterpret_cast<const void *>(&__kcc_grid_dim_x);
  *to = reinterpret_cast<const void *>(&__kcc_grid_dim_y);
  *to = reinterpret_cast<const void *>(&__kcc_grid_dim_z);
  *to = reinterpret_cast<const void *>(&__kcc_sync_threads);
  *to = reinterpret_cast<const void *>(&__kcc_is_global);
  *to = reinterpret_cast<const void *>(&__kcc_is_shared);
  *to = reinterpret_cast<const void *>(&__kcc_is_constant);
  *to = reinterpret_cast<const void *>(&__kcc_is_local);
  *to = reinterpret_cast<const void *>(&__kcc_shared_address);
  *to = reinterpret_cast<const void *>(&__kcc_load);
  *to = reinterpret_cast<const void *>(&__kcc_store);
  *to = reinterpret_cast<const void *>(&__kcc_prefetch);
  *to = reinterpret_cast<const void *>(&__kcc_byte_permute);
  *to = reinterpret_cast<const void *>(&__kcc_dynamic_shared);
  *to = reinterpret_cast<const void *>(&__kcc_dynamic_shared_bytes);
  *to = reinterpret_cast<const void *>(&__kcc_sync_threads_count);
  *to = reinterpret_cast<const void *>(&__kcc_sync_threads_and);
  *to = reinterpret_cast<const void *>(&__kcc_sync_threads_or);
  *to = reinterpret_cast<const void *>(&__kcc_named_barrier_sync);
  *to = reinterpret_cast<const void *>(&__kcc_named_barrier_arrive);
  *to = reinterpret_cast<const void *>(&__kcc_sync_grid);
  *to = reinterpret_cast<const void *>(&__kcc_lane_id);
  *to = reinterpret_cast<const void *>(&__kcc_sync_warp);
  *to = reinterpret_cast<const void *>(&__kcc_warp_active_mask);
  *to = reinterpret_cast<const void *>(&__kcc_warp_any);
  *to = reinterpret_cast<const void *>(&__kcc_warp_all);
  *to = reinterpret_cast<const void *>(&__kcc_warp_uniform);
  *to = reinterpret_cast<const void *>(&__kcc_warp_ballot);
  *to = reinterpret_cast<const void *>(&__kcc_warp_shuffle);
  *to = reinterpret_cast<const void *>(&__kcc_warp_shuffle_up);
  *to = reinterpret_cast<const void *>(&__kcc_warp_shuffle_down);
  *to = reinterpret_cast<const void *>(&__kcc_warp_shuffle_xor);
  *to = reinterpret_cast<const void *>(&__kcc_add_rn_f32);
  *to = reinterpret_cast<const void *>(&__kcc_add_rn_f64);
  *to = reinterpret_cast<const void *>(&__kcc_add_rz_f32);
  *to = reinterpret_cast<const void *>(&__kcc_add_rz_f64);
  *to = reinterpret_cast<const void *>(&__kcc_add_rd_f32);
  *to = reinterpret_cast<const void *>(&__kcc_add_rd_f64);
  *to = reinterpret_cast<const void *>(&__kcc_add_ru_f32);
  *to = reinterpret_cast<const void *>(&__kcc_add_ru_f64);
  *to = reinterpret_cast<const void *>(&__kcc_mul_rn_f32);
  *to = reinterpret_cast<const void *>(&__kcc_mul_rn_f64);
  *to = reinterpret_cast<const void *>(&__kcc_mul_rz_f32);
  *to = reinterpret_cast<const void *>(&__kcc_mul_rz_f64);
  *to = reinterpret_cast<const void *>(&__kcc_mul_rd_f32);
  *to = reinterpret_cast<const void *>(&__kcc_mul_rd_f64);
  *to = reinterpret_cast<const void *>(&__kcc_mul_ru_f32);
  *to = reinterpret_cast<const void *>(&__kcc_mul_ru_f64);
  *to = reinterpret_cast<const void *>(&__kcc_div_rn_f32);
  *to = reinterpret_cast<const void *>(&__kcc_div_rn_f64);
  *to = reinterpret_cast<const void *>(&__kcc_div_rz_f32);
  *to = reinterpret_cast<const void *>(&__kcc_div_rz_f64);
  *to = reinterpret_cast<const void *>(&__kcc_div_rd_f32);
  *to = reinterpret_cast<const void *>(&__kcc_div_rd_f64);
  *to = reinterpret_cast<const void *>(&__kcc_div_ru_f32);
  *to = reinterpret_cast<const void *>(&__kcc_div_ru_f64);
  *to = reinterpret_cast<const void *>(&__kcc_sqrt_rn_f32);
  *to = reinterpret_cast<const void *>(&__kcc_sqrt_rn_f64);
  *to = reinterpret_cast<const void *>(&__kcc_sqrt_rz_f32);
  *to = reinterpret_cast<const void *>(&__kcc_sqrt_rz_f64);
  *to = reinterpret_cast<const void *>(&__kcc_sqrt_rd_f32);
  *to = reinterpret_cast<const void *>(&__kcc_sqrt_rd_f64);
  *to = reinterpret_cast<const void *>(&__kcc_sqrt_ru_f32);
  *to = reinterpret_cast<const void *>(&__kcc_sqrt_ru_f64);
  *to = reinterpret_cast<const void *>(&__kcc_fma_rn_f32);
  *to = reinterpret_cast<const void *>(&__kcc_fma_rn_f64);
  *to = reinterpret_cast<const void *>(&__kcc_fma_rz_f32);
  *to = reinterpret_cast<const void *>(&__kcc_fma_rz_f64);
  *to = reinterpret_cast<const void *>(&__kcc_fma_rd_f32);
  *to = reinterpret_cast<const void *>(&__kcc_fma_rd_f64);
  *to = reinterpret_cast<const void *>(&__kcc_fma_ru_f32);
  *to = reinterpret_cast<const void *>(&__kcc_fma_ru_f64);
  *to = reinterpret_cast<const void *>(&__kcc_sin_approx);
  *to = reinterpret_cast<const void *>(&__kcc_cos_approx);
  *to = reinterpret_cast<const void *>(&__kcc_exp2_approx);
  *to = reinterpret_cast<const void *>(&__kcc_log2_approx);
  *to = reinterpret_cast<const void *>(&__kcc_rcp_approx);
  *to = reinterpret_cast<const void *>(&__kcc_rsqrt_approx);
  *to = reinterpret_cast<const void *>(&__kcc_sqrt_approx);
  *to = reinterpret_cast<const void *>(&__kcc_div_approx);
  *to = reinterpret_cast<const void *>(&__kcc_clock);
  *to = reinterpret_cast<const void *>(&__kcc_clock64);
  *to = reinterpret_cast<const void *>(&__kcc_global_timer);
  *to = reinterpret_cast<const void *>(&__kcc_sm_id);
  *to = reinterpret_cast<const void *>(&__kcc_sm_count);
  *to = reinterpret_cast<const void *>(&__kcc_warp_slot);
  *to = reinterpret_cast<const void *>(&__kcc_warp_slots);
  *to = reinterpret_cast<const void *>(&__kcc_grid_id);
  *to = reinterpret_cast<const void *>(&__kcc_total_shared_bytes);
  *to = reinterpret_cast<const void *>(&__kcc_lanemask_eq);
  *to = reinterpret_cast<const void *>(&__kcc_lanemask_lt);
  *to = reinterpret_cast<const void *>(&__kcc_lanemask_le);
  *to = reinterpret_cast<const void *>(&__kcc_lanemask_gt);
  *to = reinterpret_cast<const void *>(&__kcc_lanemask_ge);
}
