// Pixels and their brightness, the same on host and device.
#ifndef KCC_KERNELS_RGBA_H
#define KCC_KERNELS_RGBA_H

#include <cstdint>

/// A pixel with 8 bits per channel, in the order in which image libraries store them. Aligned, so that it is
/// loaded with one access.
struct alignas(4) Rgba {
  std::uint8_t r, g, b, a;
};

/// The brightness (luma) of a pixel by ITU-R BT.601: 0.299 r + 0.587 g + 0.114 b, rounded to nearest. Alpha
/// is ignored.
///
/// Host and device must agree bit for bit. In floating point they would not: a compiler may contract a * b +
/// c into one operation that rounds once, and GPU compilers do. Integer arithmetic has no such freedom, so
/// the weights are multiples of 2^-16. They add up to exactly 1 (white stays white), and differ from the
/// standard's by so little (less than 2^-16 each) that for all 2^24 colours the result is correctly rounded
/// or, within 0.002 of the middle between two values, the other neighbour.
constexpr std::uint8_t luma(Rgba pixel) noexcept {
  constexpr std::uint32_t red = 19595, green = 38470, blue = 7471, one = 1u << 16;
  static_assert(red + green + blue == one);
  return static_cast<std::uint8_t>((red * pixel.r + green * pixel.g + blue * pixel.b + one / 2) / one);
}

#endif
