// Masks by the place of a thread in its warp.
#include <kcc/device/special_registers.h>

std::uint32_t __kcc_lanemask_eq() noexcept {
  return 1u << __kcc_lane_id();
}
std::uint32_t __kcc_lanemask_lt() noexcept {
  return (1u << __kcc_lane_id()) - 1;
}
std::uint32_t __kcc_lanemask_le() noexcept {
  return (2u << __kcc_lane_id()) - 1;
}
std::uint32_t __kcc_lanemask_gt() noexcept {
  return ~((2u << __kcc_lane_id()) - 1);
}
std::uint32_t __kcc_lanemask_ge() noexcept {
  return ~((1u << __kcc_lane_id()) - 1);
}
