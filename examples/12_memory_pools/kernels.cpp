#include <kcc/device.h>

#include <span>

/// Each value becomes the mean of itself and its neighbours.
[[kcc::kernel]] void blur(std::span<float> to, std::span<const float> from) {
  for (std::size_t i : kcc::grid_stride(to.size())) {
    const float left = from[i == 0 ? 0 : i - 1], right = from[i + 1 < from.size() ? i + 1 : i];
    to[i] = (left + from[i] + right) / 3;
  }
}

[[kcc::kernel]] void add(std::span<float> sum, std::span<const float> values) {
  for (std::size_t i : kcc::grid_stride(values.size()))
    sum[i] += values[i];
}
