// Kernels that read textures and access surfaces.
#include <kcc/device.h>
#include <kcc/texture.h>

#include <array>
#include <cstdint>
#include <span>

namespace textures {

using kcc::SurfaceView;
using kcc::TextureView;

/// A coordinate of every kind of texture, as far as it has them.
struct Place {
  float x, y, z;
  int layer;
};
struct Gradients {
  float dx[3], dy[3];
};

template <class R, int type> R read(TextureView<R, type> texture, Place at) {
  if constexpr (type == 1)
    return texture(at.x);
  else if constexpr (type == 2)
    return texture(at.x, at.y);
  else if constexpr (type == 3 || type == kcc::cube)
    return texture(at.x, at.y, at.z);
  else if constexpr (type == kcc::layered_1d)
    return texture(at.x, at.layer);
  else if constexpr (type == kcc::layered_2d)
    return texture(at.x, at.y, at.layer);
  else
    return texture(at.x, at.y, at.z, at.layer);
}

template <class R, int type> R read_level(TextureView<R, type> texture, float level, Place at) {
  if constexpr (type == 1)
    return texture.at_level(level, at.x);
  else if constexpr (type == 2)
    return texture.at_level(level, at.x, at.y);
  else if constexpr (type == 3 || type == kcc::cube)
    return texture.at_level(level, at.x, at.y, at.z);
  else if constexpr (type == kcc::layered_1d)
    return texture.at_level(level, at.x, at.layer);
  else if constexpr (type == kcc::layered_2d)
    return texture.at_level(level, at.x, at.y, at.layer);
  else
    return texture.at_level(level, at.x, at.y, at.z, at.layer);
}

template <class R, int type>
[[kcc::kernel]] void read_all(TextureView<R, type> texture, std::span<const Place> places,
                              std::span<R> results) {
  for (std::size_t i : kcc::grid_stride(places.size()))
    results[i] = read(texture, places[i]);
}
#define KCC_READ_ALL(R, type)                                                                                \
  template void read_all<R, type>(TextureView<R, type>, std::span<const Place>, std::span<R>);
using Float2 = std::array<float, 2>;
using Float4 = std::array<float, 4>;
using Byte4 = std::array<std::uint8_t, 4>;
using Short2 = std::array<std::int16_t, 2>;
KCC_READ_ALL(float, 1)
KCC_READ_ALL(float, 2)
KCC_READ_ALL(float, 3)
KCC_READ_ALL(float, kcc::layered_1d)
KCC_READ_ALL(float, kcc::layered_2d)
KCC_READ_ALL(float, kcc::cube)
KCC_READ_ALL(float, kcc::layered_cube)
KCC_READ_ALL(Float2, 2)
KCC_READ_ALL(Float4, 2)
KCC_READ_ALL(std::int8_t, 2)
KCC_READ_ALL(std::uint8_t, 2)
KCC_READ_ALL(std::int16_t, 2)
KCC_READ_ALL(std::uint16_t, 2)
KCC_READ_ALL(std::int32_t, 2)
KCC_READ_ALL(std::uint32_t, 2)
KCC_READ_ALL(Byte4, 2)
KCC_READ_ALL(Short2, 2)

template <int type>
[[kcc::kernel]] void read_levels(TextureView<float, type> texture, std::span<const float> levels,
                                 std::span<const Place> places, std::span<float> results) {
  for (std::size_t i : kcc::grid_stride(places.size()))
    results[i] = read_level(texture, levels[i], places[i]);
}
#define KCC_READ_LEVELS(type)                                                                                \
  template void read_levels<type>(TextureView<float, type>, std::span<const float>, std::span<const Place>,  \
                                  std::span<float>);
KCC_READ_LEVELS(1)
KCC_READ_LEVELS(2)
KCC_READ_LEVELS(3)
KCC_READ_LEVELS(kcc::layered_1d)
KCC_READ_LEVELS(kcc::layered_2d)
KCC_READ_LEVELS(kcc::cube)
KCC_READ_LEVELS(kcc::layered_cube)

template <int type>
[[kcc::kernel]] void read_gradients(TextureView<float, type> texture, std::span<const Gradients> gradients,
                                    std::span<const Place> places, std::span<float> results) {
  for (std::size_t i : kcc::grid_stride(places.size())) {
    typename TextureView<float, type>::Gradient dx, dy;
    for (std::size_t d = 0; d < dx.size(); ++d) {
      dx[d] = gradients[i].dx[d];
      dy[d] = gradients[i].dy[d];
    }
    const Place at = places[i];
    if constexpr (type == 1)
      results[i] = texture.with_gradients(dx, dy, at.x);
    else if constexpr (type == 2)
      results[i] = texture.with_gradients(dx, dy, at.x, at.y);
    else if constexpr (type == 3)
      results[i] = texture.with_gradients(dx, dy, at.x, at.y, at.z);
    else if constexpr (type == kcc::layered_1d)
      results[i] = texture.with_gradients(dx, dy, at.x, at.layer);
    else
      results[i] = texture.with_gradients(dx, dy, at.x, at.y, at.layer);
  }
}
#define KCC_READ_GRADIENTS(type)                                                                             \
  template void read_gradients<type>(TextureView<float, type>, std::span<const Gradients>,                   \
                                     std::span<const Place>, std::span<float>);
KCC_READ_GRADIENTS(1)
KCC_READ_GRADIENTS(2)
KCC_READ_GRADIENTS(3)
KCC_READ_GRADIENTS(kcc::layered_1d)
KCC_READ_GRADIENTS(kcc::layered_2d)

/// All channels, one after another.
[[kcc::kernel]] void gather(TextureView<Float4, 2> texture, std::span<const Place> places,
                            std::span<Float4> results) {
  for (std::size_t i : kcc::grid_stride(places.size())) {
    const Place at = places[i];
    results[4 * i] = texture.gather(at.x, at.y);
    results[4 * i + 1] = texture.gather<1>(at.x, at.y);
    results[4 * i + 2] = texture.gather<2>(at.x, at.y);
    results[4 * i + 3] = texture.gather<3>(at.x, at.y);
  }
}

/// Elements from number `first` on.
template <class R>
[[kcc::kernel]] void fetch(TextureView<R, kcc::linear_memory> texture, int first, std::span<R> results) {
  for (std::size_t i : kcc::grid_stride(results.size()))
    results[i] = texture[first + static_cast<int>(i)];
}
template void fetch<float>(TextureView<float, kcc::linear_memory>, int, std::span<float>);
template void fetch<std::int16_t>(TextureView<std::int16_t, kcc::linear_memory>, int,
                                  std::span<std::int16_t>);
template void fetch<Byte4>(TextureView<Byte4, kcc::linear_memory>, int, std::span<Byte4>);

/// Copies a surface element by element, and exchanges x and y.
template <class T, int type>
[[kcc::kernel]] void transpose(SurfaceView<const T, type> from, SurfaceView<T, type> to, int width,
                               int height, int slices) {
  for (std::size_t number : kcc::grid_stride(static_cast<std::size_t>(width) * height * slices)) {
    const int i = static_cast<int>(number), x = i % width, y = i / width % height, z = i / width / height;
    if constexpr (type == 1)
      to.write(from.read(x), width - 1 - x);
    else if constexpr (type == 2)
      to.write(from.read(x, y), y, x);
    else if constexpr (type == kcc::layered_1d)
      to.write(from.read(x, z), width - 1 - x, z);
    else
      to.write(from.read(x, y, z), y, x, z);
  }
}
#define KCC_TRANSPOSE(T, type)                                                                               \
  template void transpose<T, type>(SurfaceView<const T, type>, SurfaceView<T, type>, int, int, int);
KCC_TRANSPOSE(float, 1)
KCC_TRANSPOSE(float, 2)
KCC_TRANSPOSE(float, 3)
KCC_TRANSPOSE(float, kcc::layered_1d)
KCC_TRANSPOSE(float, kcc::layered_2d)
KCC_TRANSPOSE(float, kcc::cube)
KCC_TRANSPOSE(float, kcc::layered_cube)
KCC_TRANSPOSE(std::uint8_t, 2)
KCC_TRANSPOSE(Short2, 2)
KCC_TRANSPOSE(std::int16_t, 2)
KCC_TRANSPOSE(Float2, 2)
KCC_TRANSPOSE(Float4, 2)

/// Reads from and writes to elements around the surface.
[[kcc::kernel]] void go_outside(SurfaceView<int, 2> surface, int width, int height, std::span<int> read) {
  using enum kcc::outside;
  read[0] = surface.read<zero>(-1, 0);
  read[1] = surface.read<zero>(0, height);
  read[2] = surface.read<clamp>(-5, 0);
  read[3] = surface.read<clamp>(width + 3, height + 7);
  surface.write<zero>(100, width, 0);
  surface.write<zero>(100, 0, -1);
  surface.write<clamp>(101, -1, height - 1);
}

[[kcc::kernel]] void trap_outside(SurfaceView<int, 2> surface, int x) {
  surface.write(1, x, 0);
}

} // namespace textures
