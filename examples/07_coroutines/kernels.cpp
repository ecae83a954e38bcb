#include <kcc/device.h>

#include <span>

[[kcc::kernel]] void step(std::span<float> values) {
  for (std::size_t i : kcc::grid_stride(values.size()))
    values[i] = 0.5f * values[i] + 1.0f;
}
