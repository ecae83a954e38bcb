#include <kcc/device.h>

#include <span>

[[kcc::kernel]] void scale(std::span<float> values, float factor) {
  for (std::size_t i : kcc::grid_stride(values.size()))
    values[i] *= factor;
}
