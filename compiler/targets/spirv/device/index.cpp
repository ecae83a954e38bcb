// A thread's place in its warp: threads of a block are counted along x, then y, then z.
#include <kcc/device/builtins.h>

std::uint32_t __kcc_lane_id() noexcept {
  return ((__kcc_thread_idx_z() * __kcc_block_dim_y() + __kcc_thread_idx_y()) * __kcc_block_dim_x() +
          __kcc_thread_idx_x()) %
         32;
}
