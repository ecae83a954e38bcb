// Converts colour to grey. The kernel is memory-bound, so a thread processes four pixels at a time if
// possible: 16 bytes in, 4 bytes out.
#include <kcc/device.h>

#include "rgba.h"

namespace {

constexpr unsigned pixels_at_once = 4;

struct alignas(16) RgbaGroup {
  Rgba pixels[pixels_at_once];
};

struct alignas(4) GrayGroup {
  std::uint8_t pixels[pixels_at_once];
};

template <class T> bool is_aligned_for(const void *pointer) {
  return reinterpret_cast<std::uintptr_t>(pointer) % alignof(T) == 0;
}

} // namespace

/// Sets every pixel of `gray` to the brightness of the same pixel of `rgba`, which must be at least as long.
/// Works with a one-dimensional grid of any size; one thread per four pixels is fastest.
[[kcc::kernel]] void rgba2gray(std::span<std::uint8_t> gray, std::span<const Rgba> rgba) {
  // A buffer is aligned; a part of one may not be.
  const bool aligned = is_aligned_for<GrayGroup>(gray.data()) && is_aligned_for<RgbaGroup>(rgba.data());
  const std::size_t groups = aligned ? gray.size() / pixels_at_once : 0;
  const auto *from = reinterpret_cast<const RgbaGroup *>(rgba.data());
  auto *to = reinterpret_cast<GrayGroup *>(gray.data());
  for (std::size_t g : kcc::grid_stride(groups)) {
    const RgbaGroup colours = from[g];
    GrayGroup greys;
    for (unsigned k = 0; k != pixels_at_once; ++k)
      greys.pixels[k] = luma(colours.pixels[k]);
    to[g] = greys;
  }

  const std::size_t grouped = groups * pixels_at_once;
  for (std::size_t i : kcc::grid_stride(gray.size() - grouped))
    gray[grouped + i] = luma(rgba[grouped + i]);
}
