#include <kcc/device.h>

#include <span>

int limit = 3;
[[kcc::constant]] float weights[9] = {};

/// Multiplies the values by the weights; values after the limit are 0.
[[kcc::kernel]] void weigh(std::span<float> values) {
  for (std::size_t i : kcc::grid_stride(values.size()))
    values[i] = static_cast<int>(i) < limit ? values[i] * weights[i % 9] : 0;
}
