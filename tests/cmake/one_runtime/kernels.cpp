#include <kcc/device.h>
#include <kcc/warp.h>

#include <span>

/// The sum of a warp's values, with calls of the runtime in it.
[[kcc::kernel]] void add_up(std::span<int> values) {
  const int sum = kcc::warp::reduce(values[kcc::thread_idx().x], std::plus<>{});
  kcc::sync_threads();
  values[kcc::thread_idx().x] = sum;
}

[[kcc::kernel]] void divide(std::span<int> values) {
  values[0] /= values[1];
}
