#include "limit_attributes.h"

#include <algorithm>
#include <limits>

namespace kcc::core {

std::optional<int> limit_attribute(const DeviceLimits &limits, DeviceAttribute which) {
  const auto number = [](std::size_t value) {
    return static_cast<int>(std::min<std::size_t>(value, std::numeric_limits<int>::max()));
  };
  switch (which) {
  case DeviceAttribute::max_threads_per_block:
    return number(limits.max_threads_per_block);
  case DeviceAttribute::max_block_dim_x:
    return number(limits.max_block.x);
  case DeviceAttribute::max_block_dim_y:
    return number(limits.max_block.y);
  case DeviceAttribute::max_block_dim_z:
    return number(limits.max_block.z);
  case DeviceAttribute::max_grid_dim_x:
    return number(limits.max_grid.x);
  case DeviceAttribute::max_grid_dim_y:
    return number(limits.max_grid.y);
  case DeviceAttribute::max_grid_dim_z:
    return number(limits.max_grid.z);
  case DeviceAttribute::max_shared_memory_per_block:
  case DeviceAttribute::max_shared_memory_per_block_optin:
    return number(limits.max_shared_bytes_per_block);
  case DeviceAttribute::warp_size:
    return number(limits.warp_size);
  default:
    return std::nullopt;
  }
}

} // namespace kcc::core
