// One pass over arrays, in the shapes in which people write it.
#include <kcc/device.h>

#include "pixel.h"

namespace {

float triad(float b, float c, float factor) {
  return b + factor * c;
}

} // namespace

[[kcc::kernel]] void triad_strided(std::span<float> a, std::span<const float> b, std::span<const float> c,
                                   float factor) {
  for (std::size_t i : kcc::grid_stride(a.size()))
    a[i] = triad(b[i], c[i], factor);
}

[[kcc::kernel]] void triad_covered(std::span<float> a, std::span<const float> b, std::span<const float> c,
                                   float factor) {
  const std::size_t i = kcc::global_index();
  if (i < a.size())
    a[i] = triad(b[i], c[i], factor);
}

[[kcc::kernel]] void saxpy(std::span<float> y, std::span<const float> x, float factor) {
  const std::size_t i = kcc::global_index();
  if (i < y.size())
    y[i] = factor * x[i] + y[i];
}

/// The two values at the ends stay as they are.
[[kcc::kernel]] void stencil(std::span<float> out, std::span<const float> in) {
  const std::size_t i = kcc::global_index();
  if (i > 0 && i + 1 < in.size())
    out[i] = 0.25f * in[i - 1] + 0.5f * in[i] + 0.25f * in[i + 1];
}

/// The mean of 3 x 3 values; a border of one value stays as it is.
[[kcc::kernel]] void blur(std::span<float> out, std::span<const float> in, std::uint32_t width,
                          std::uint32_t height) {
  const auto [x, y] = kcc::global_index_2d();
  if (x == 0 || y == 0 || x + 1 >= width || y + 1 >= height)
    return;
  float sum = 0;
  for (int row = -1; row <= 1; ++row)
    for (int column = -1; column <= 1; ++column)
      sum += in[(y + row) * width + x + column];
  out[y * width + x] = sum * (1.0f / 9);
}

[[kcc::kernel]] void to_gray(std::span<std::uint8_t> gray, std::span<const Pixel> pixels) {
  for (std::size_t i : kcc::grid_stride(gray.size())) {
    const Pixel pixel = pixels[i];
    gray[i] = static_cast<std::uint8_t>((77 * pixel.red + 150 * pixel.green + 29 * pixel.blue) >> 8);
  }
}
