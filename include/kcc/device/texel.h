// The elements and the kinds of textures, for kernels and for the host.
#ifndef KCC_DEVICE_TEXEL_H
#define KCC_DEVICE_TEXEL_H

#include <kcc/abi/cpu_texture.h>
#include <kcc/float16.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace kcc {

// The types of textures and surfaces besides 1, 2 and 3, the numbers of their dimensions. The values are
// those of CUDA's cudaTextureType….
/// A type of textures and surfaces: six square faces; a texture is read in a direction.
inline constexpr int cube = 0x0c;
/// A type of textures and surfaces: 1-D layers, between which nothing is filtered.
inline constexpr int layered_1d = 0xf1;
/// A type of textures and surfaces: 2-D layers.
inline constexpr int layered_2d = 0xf2;
/// A type of textures and surfaces: layers of six faces.
inline constexpr int layered_cube = 0xfc;
/// A type of textures: the elements of a Buffer, which are read by an index.
inline constexpr int linear_memory = 0x1f;

namespace detail {

constexpr bool is_texture_type(int type) noexcept {
  return (type >= 1 && type <= 3) || type == cube || type == layered_1d || type == layered_2d ||
         type == layered_cube || type == linear_memory;
}
constexpr bool is_layered(int type) noexcept {
  return type == layered_1d || type == layered_2d || type == layered_cube;
}
constexpr bool is_cube(int type) noexcept {
  return type == cube || type == layered_cube;
}
/// The dimensions within a layer or face.
constexpr int dimensions_of(int type) noexcept {
  return type == 1 || type == layered_1d || type == linear_memory ? 1 : type == 3 ? 3 : 2;
}

/// The channels of an element: T itself, or the elements of a std::array of 2 or 4.
template <class T> struct Channels {
  using Type = T;
  static constexpr std::uint32_t count = 1;
};
template <class T, std::size_t N> struct Channels<std::array<T, N>> {
  using Type = T;
  static constexpr std::uint32_t count = N;
};
template <class T> using ChannelOf = typename Channels<T>::Type;

template <class T>
inline constexpr bool is_texel_channel =
    (std::is_integral_v<T> && !std::is_same_v<T, bool> && sizeof(T) <= 4) || std::is_same_v<T, float> ||
    std::is_same_v<T, float16>;
/// What an array can consist of.
template <class T>
inline constexpr bool is_texel =
    is_texel_channel<ChannelOf<T>> && !std::is_const_v<T> && !std::is_volatile_v<T> &&
    (Channels<T>::count == 1 || Channels<T>::count == 2 || Channels<T>::count == 4);
/// What reading a texture returns: elements, or floats for them.
template <class R>
inline constexpr bool is_texture_result = is_texel<R> && !std::is_same_v<ChannelOf<R>, float16>;
/// Whether an element of type T can be read as an R: as it is, float16 as float, and integers of 8 and 16
/// bits also as float.
template <class R, class T>
inline constexpr bool is_readable_as =
    Channels<R>::count == Channels<T>::count &&
    (std::is_same_v<R, T> || (std::is_same_v<ChannelOf<R>, float> &&
                              (std::is_same_v<ChannelOf<T>, float16> ||
                               (std::is_integral_v<ChannelOf<T>> && sizeof(ChannelOf<T>) <= 2))));

template <class T> constexpr abi::TexelFormat texel_format() noexcept {
  using C = ChannelOf<T>;
  return {!std::is_integral_v<C> ? abi::TexelKind::floating
          : std::is_signed_v<C>  ? abi::TexelKind::signed_integer
                                 : abi::TexelKind::unsigned_integer,
          sizeof(C) * 8, Channels<T>::count};
}

/// A place in a texture: coordinates, and the layer if there are any.
struct TexturePoint {
  float x, y, z;
  int layer;
};

/// The result of type R in the registers or numbers of all four channels.
template <class R, class From> constexpr R texture_result(const From (&channels)[4]) noexcept {
  using C = ChannelOf<R>;
  if constexpr (Channels<R>::count == 1) {
    return static_cast<C>(channels[0]);
  } else {
    R result{};
    for (std::size_t i = 0; i < Channels<R>::count; ++i)
      result[i] = static_cast<C>(channels[i]);
    return result;
  }
}

} // namespace detail

/// What happens when a kernel accesses a surface outside of its extents.
enum class outside {
  trap,  ///< the kernel ends, and the launch has failed
  clamp, ///< the nearest element inside is accessed
  zero   ///< a read returns 0, a write does nothing
};

} // namespace kcc

#endif
