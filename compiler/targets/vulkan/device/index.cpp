// A thread's place in its warp: threads of a block are counted along x, then y, then z.
#include <kcc/device/builtins.h>

namespace {

std::uint32_t lane() {
  return ((__kcc_thread_idx_z() * __kcc_block_dim_y() + __kcc_thread_idx_y()) * __kcc_block_dim_x() +
          __kcc_thread_idx_x()) %
         32;
}

} // namespace

std::uint32_t __kcc_lane_id() noexcept {
  return lane();
}
std::uint32_t __kcc_lanemask_eq() noexcept {
  return 1u << lane();
}
std::uint32_t __kcc_lanemask_lt() noexcept {
  return (1u << lane()) - 1;
}
std::uint32_t __kcc_lanemask_le() noexcept {
  return (2u << lane()) - 1;
}
std::uint32_t __kcc_lanemask_gt() noexcept {
  return ~((2u << lane()) - 1);
}
std::uint32_t __kcc_lanemask_ge() noexcept {
  return ~((1u << lane()) - 1);
}
