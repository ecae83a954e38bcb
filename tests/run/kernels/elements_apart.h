// What kernels and the host compute alike.
#ifndef KCC_TESTS_RUN_KERNELS_ELEMENTS_APART_H
#define KCC_TESTS_RUN_KERNELS_ELEMENTS_APART_H

#include <cstdint>
#include <type_traits>

namespace elements_apart {

struct Pixel {
  std::uint8_t red, green, blue, alpha;
  bool operator==(const Pixel &) const = default;
};

/// Does nothing outside of the `count` pixels.
template <class Index>
void recolour(Pixel *to, const Pixel *from, float *lights, Index i, std::type_identity_t<Index> count) {
  if (i < 0 || i >= count)
    return;
  const Pixel pixel = from[i];
  if (pixel.red % 3 != 0) {
    to[i] = {pixel.blue, pixel.green, pixel.red, 255};
    lights[i] = pixel.green;
  } else {
    to[i].alpha = from[i - (i > 0)].blue;
    lights[i] = -1;
  }
  if (lights[i] > 100)
    to[i].green = static_cast<std::uint8_t>(to[i].alpha ^ 7);
}

} // namespace elements_apart

#endif
