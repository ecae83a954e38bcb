// A kernel file that includes all device headers, with functions that a host test calls.
#include <kcc/algorithm.h>
#include <kcc/assert.h>
#include <kcc/async_copy.h>
#include <kcc/atomic.h>
#include <kcc/barrier.h>
#include <kcc/block.h>
#include <kcc/device.h>
#include <kcc/device/address_space.h>
#include <kcc/device/cache_hints.h>
#include <kcc/device/clock.h>
#include <kcc/device/cluster.h>
#include <kcc/device/grid_stride.h>
#include <kcc/device/integer.h>
#include <kcc/device/shared_layout.h>
#include <kcc/device/special_registers.h>
#include <kcc/float16.h>
#include <kcc/math.h>
#include <kcc/math/fast.h>
#include <kcc/math/rounding.h>
#include <kcc/print.h>
#include <kcc/random.h>
#include <kcc/warp.h>

#include <span>

namespace host_functions {

inline float smooth(float x) {
  return x * x * (3 - 2 * x);
}

/// Uses everything that needs a block, so that all of it must link.
[[kcc::kernel]] void sum(std::span<const float> values, std::span<float> sums) {
  [[kcc::shared]] static float tile[64];
  const auto i = kcc::global_index();
  tile[kcc::thread_idx().x] = smooth(values[i]);
  kcc::sync_threads();
  const float total = kcc::warp::reduce(tile[kcc::thread_idx().x]);
  if (kcc::thread_idx().x == 0)
    kcc::atomic_ref<float>(sums[kcc::block_idx().x]).fetch_add(total);
}

[[kcc::kernel]] void scale(std::span<float> values, float factor) {
  if (const auto i = kcc::global_index(); i < values.size())
    values[i] = smooth(values[i]) * factor;
}

} // namespace host_functions
