#include <kcc/device.h>

#include <span>

[[kcc::kernel]] void add(std::span<float> sum, std::span<const float> values) {
  for (std::size_t i : kcc::grid_stride(sum.size()))
    sum[i] += values[i];
}

[[kcc::kernel]] void scale(std::span<float> values, float factor) {
  for (std::size_t i : kcc::grid_stride(values.size()))
    values[i] *= factor;
}
