#include <kcc/device.h>

#include <span>

[[kcc::kernel]] void scale(std::span<float> values, float factor) {
  for (std::size_t i : kcc::grid_stride(values.size()))
    values[i] *= factor;
}

/// Each thread writes one element of a matrix with rows of `width` elements.
[[kcc::kernel]] void number(std::span<unsigned> elements, std::size_t width) {
  const auto [x, y] = kcc::global_index_2d();
  if (x < width && y * width + x < elements.size())
    elements[y * width + x] = static_cast<unsigned>(y * width + x);
}
