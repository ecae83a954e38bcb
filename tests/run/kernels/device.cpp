// Kernels of device_test.cpp.
#include <kcc/device.h>
#include <kcc/device/clock.h>
#include <kcc/progress.h>

#include <cstdint>
#include <span>

namespace device {

[[kcc::kernel]] void add_one(std::span<unsigned> values) {
  for (std::size_t i : kcc::grid_stride(values.size()))
    values[i] += 1;
}

/// `from` may be on another device.
[[kcc::kernel]] void sum_of(std::span<const unsigned> from, std::span<unsigned, 1> sum) {
  unsigned total = 0;
  for (const unsigned value : from)
    total += value;
  sum[0] = total;
}

/// Each block takes this time, and then counts itself.
[[kcc::kernel, kcc::targets("ptx", "cpu")]] void take_time(std::uint64_t nanoseconds,
                                                           std::uint64_t *progress) {
  const std::uint64_t begin = kcc::global_timer();
  while (kcc::global_timer() - begin < nanoseconds) {
  }
  if (kcc::thread_idx().x == 0)
    kcc::add_progress(progress);
}

} // namespace device
