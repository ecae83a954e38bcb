#include <kcc/device.h>
#include <kcc/texture.h>

#include <cmath>

/// result(x, y) = image, turned around its middle, at (x, y)
[[kcc::kernel]] void rotate(kcc::TextureView<float> image, kcc::SurfaceView<float> result, int width,
                            int height, float angle) {
  const float c = std::cos(angle), s = std::sin(angle);
  for (std::size_t i : kcc::grid_stride(static_cast<std::size_t>(width) * height)) {
    const int x = static_cast<int>(i) % width, y = static_cast<int>(i) / width;
    const float u = (static_cast<float>(x) + 0.5f) / static_cast<float>(width) - 0.5f;
    const float v = (static_cast<float>(y) + 0.5f) / static_cast<float>(height) - 0.5f;
    result.write(image(u * c - v * s + 0.5f, u * s + v * c + 0.5f), x, y);
  }
}

/// Looks into six directions, at a level of detail.
[[kcc::kernel]] void look_around(kcc::TextureView<float, kcc::cube> sky, float level,
                                 std::span<float, 6> seen) {
  for (std::size_t i : kcc::grid_stride(6)) {
    float direction[3] = {};
    direction[i / 2] = i % 2 == 0 ? 1.0f : -1.0f;
    seen[i] = sky.at_level(level, direction[0], direction[1], direction[2]);
  }
}
