#include <kcc/device.h>

#include <span>

[[kcc::kernel]] void scale(std::span<float> values, float factor) {
  for (std::size_t i : kcc::grid_stride(values.size()))
    values[i] *= factor;
}

/// The same, in a launch that may begin before the one in front of it has ended.
[[kcc::kernel]] void scale_early(std::span<float> values, float factor) {
  const std::size_t index = kcc::global_index(); // what does not need the values comes first
  kcc::grid_dependency_synchronize();
  if (index < values.size())
    values[index] *= factor;
  kcc::trigger_programmatic_launch_completion();
}

/// Each thread writes one element of a matrix with rows of `width` elements.
[[kcc::kernel]] void number(std::span<unsigned> elements, std::size_t width) {
  const auto [x, y] = kcc::global_index_2d();
  if (x < width && y * width + x < elements.size())
    elements[y * width + x] = static_cast<unsigned>(y * width + x);
}
