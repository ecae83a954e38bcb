#include <kcc/device.h>

#include <span>

[[kcc::kernel]] void twice(std::span<float> values) {
  for (std::size_t i : kcc::grid_stride(values.size()))
    values[i] *= 2;
}
