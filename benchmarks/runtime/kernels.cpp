// Kernels whose launches are timed.
#include <kcc/device.h>
#include <kcc/device/clock.h>

namespace costs {

[[kcc::kernel]] void nothing(std::span<float>, int) {}

[[kcc::kernel]] void five(std::span<float>, std::span<const float>, float, int, bool) {}

/// Takes this many nanoseconds.
[[kcc::kernel]] void spin(std::uint64_t nanoseconds) {
  const std::uint64_t begin = kcc::global_timer();
  while (kcc::global_timer() - begin < nanoseconds) {
  }
}

} // namespace costs
