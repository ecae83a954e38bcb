// Reading textures and accessing surfaces in kernels. The host makes them with kcc::Texture and kcc::Surface
// (<kcc/runtime.h>).
#ifndef KCC_TEXTURE_H
#define KCC_TEXTURE_H

#include "device/arch.h"
#include "device/texel.h"
#if __KCC_ARCH__ > 0
#include "device/texture_ptx.h"
#else
#include "device/texture_sampling.h"
#endif

#include <array>
#include <cstdint>
#include <type_traits>

namespace kcc {

/// A texture as a kernel's parameter, for which a launch takes a kcc::Texture. `R` is what a read returns:
/// float, an integer of up to 32 bits, or a std::array of 2 or 4 of them. Textures of float, of float16 and
/// of integers that are read as numbers from 0 or -1 to 1 are all read as float. `type` is 1, 2 or 3 (the
/// number of dimensions), layered_1d, layered_2d, cube, layered_cube or linear_memory. A kernel must not read
/// what it writes: textures go through caches that writes do not change. It owns nothing.
///
/// Texel i of n covers the coordinates from i to i + 1, or from i / n to (i + 1) / n if they are normalized.
template <class R, int type = 2> struct TextureView {
  static_assert(
      detail::is_texture_result<R>,
      "kcc: a TextureView reads float, integers of 8, 16 or 32 bits, or std::arrays of 2 or 4 of them");
  static_assert(detail::is_texture_type(type),
                "kcc: a texture's type is 1, 2, 3, kcc::layered_1d, kcc::layered_2d, kcc::cube, "
                "kcc::layered_cube or kcc::linear_memory");
  using value_type = R;
  using Gradient = std::array<float, detail::dimensions_of(type)>;
  using Channel = detail::ChannelOf<R>;

  std::uint64_t handle;

  /// Reads at a coordinate, as the texture's modes say.
  R operator()(float x) const noexcept
    requires(type == 1)
  {
    return detail::read_texture<R, type>(handle, {x, 0, 0, 0});
  }
  R operator()(float x, float y) const noexcept
    requires(type == 2)
  {
    return detail::read_texture<R, type>(handle, {x, y, 0, 0});
  }
  /// A cube is read in the direction (x, y, z) from its center, of any length but 0.
  R operator()(float x, float y, float z) const noexcept
    requires(type == 3 || type == cube)
  {
    return detail::read_texture<R, type>(handle, {x, y, z, 0});
  }
  /// A layer outside, also a negative one, is the last.
  R operator()(float x, int layer) const noexcept
    requires(type == layered_1d)
  {
    return detail::read_texture<R, type>(handle, {x, 0, 0, layer});
  }
  R operator()(float x, float y, int layer) const noexcept
    requires(type == layered_2d)
  {
    return detail::read_texture<R, type>(handle, {x, y, 0, layer});
  }
  R operator()(float x, float y, float z, int layer) const noexcept
    requires(type == layered_cube)
  {
    return detail::read_texture<R, type>(handle, {x, y, z, layer});
  }

  /// Element number `index`; 0 outside.
  R operator[](int index) const noexcept
    requires(type == linear_memory)
  {
    return detail::fetch_texture<R>(handle, index);
  }

  /// Reads the mip level `level`; 0 is the largest. Between two levels, the texture's level_filter decides.
  R at_level(float level, float x) const noexcept
    requires(type == 1)
  {
    return detail::read_texture_level<R, type>(handle, {x, 0, 0, 0}, level);
  }
  R at_level(float level, float x, float y) const noexcept
    requires(type == 2)
  {
    return detail::read_texture_level<R, type>(handle, {x, y, 0, 0}, level);
  }
  R at_level(float level, float x, float y, float z) const noexcept
    requires(type == 3 || type == cube)
  {
    return detail::read_texture_level<R, type>(handle, {x, y, z, 0}, level);
  }
  R at_level(float level, float x, int layer) const noexcept
    requires(type == layered_1d)
  {
    return detail::read_texture_level<R, type>(handle, {x, 0, 0, layer}, level);
  }
  R at_level(float level, float x, float y, int layer) const noexcept
    requires(type == layered_2d)
  {
    return detail::read_texture_level<R, type>(handle, {x, y, 0, layer}, level);
  }
  R at_level(float level, float x, float y, float z, int layer) const noexcept
    requires(type == layered_cube)
  {
    return detail::read_texture_level<R, type>(handle, {x, y, z, layer}, level);
  }

  /// Reads the mip level that fits a pixel whose neighbours are `dx` and `dy` away, in coordinates.
  R with_gradients(Gradient dx, Gradient dy, float x) const noexcept
    requires(type == 1)
  {
    return detail::read_texture_gradients<R, type>(handle, {x, 0, 0, 0}, dx.data(), dy.data());
  }
  R with_gradients(Gradient dx, Gradient dy, float x, float y) const noexcept
    requires(type == 2)
  {
    return detail::read_texture_gradients<R, type>(handle, {x, y, 0, 0}, dx.data(), dy.data());
  }
  R with_gradients(Gradient dx, Gradient dy, float x, float y, float z) const noexcept
    requires(type == 3)
  {
    return detail::read_texture_gradients<R, type>(handle, {x, y, z, 0}, dx.data(), dy.data());
  }
  R with_gradients(Gradient dx, Gradient dy, float x, int layer) const noexcept
    requires(type == layered_1d)
  {
    return detail::read_texture_gradients<R, type>(handle, {x, 0, 0, layer}, dx.data(), dy.data());
  }
  R with_gradients(Gradient dx, Gradient dy, float x, float y, int layer) const noexcept
    requires(type == layered_2d)
  {
    return detail::read_texture_gradients<R, type>(handle, {x, y, 0, layer}, dx.data(), dy.data());
  }

  /// One channel of the four texels that linear filtering would use: those at the left below, right below,
  /// right above and left above, where y grows downwards. The array must have been made with `gather`.
  template <int channel = 0>
  std::array<Channel, 4> gather(float x, float y) const noexcept
    requires(type == 2)
  {
    static_assert(channel >= 0 && static_cast<unsigned>(channel) < detail::Channels<R>::count,
                  "kcc: the texture has no such channel");
    return detail::gather_texture<Channel, channel>(handle, {x, y, 0, 0});
  }
};

/// A surface as a kernel's parameter, for which a launch takes a kcc::Surface: the elements of an array, by
/// their indices. `T` is exactly the array's element type; `const T` for a surface that is only read. `type`
/// is that of a TextureView; faces of a cube are layers here. Accesses are ordered like those of ordinary
/// memory, but a texture of the same array may still read old values in the same kernel. It owns nothing.
template <class T, int type = 2> struct SurfaceView {
  using value_type = std::remove_const_t<T>;
  static_assert(detail::is_texel<value_type>,
                "kcc: a surface has elements of float, kcc::float16, integers of 8, 16 or 32 bits, or "
                "std::arrays of 2 or 4 of them");
  static_assert(detail::is_texture_type(type) && type != linear_memory,
                "kcc: a surface's type is 1, 2, 3, kcc::layered_1d, kcc::layered_2d, kcc::cube or "
                "kcc::layered_cube");

  std::uint64_t handle;

  /// The element in column `x`, row `y`, and slice, layer or face `z`; the face of a layered cube is `6 *
  /// layer + face`. `beyond` says what happens outside.
  template <outside beyond = outside::trap>
  value_type read(int x) const noexcept
    requires(type == 1)
  {
    return detail::read_surface<value_type, type, beyond>(handle, x, 0, 0);
  }
  template <outside beyond = outside::trap>
  value_type read(int x, int y) const noexcept
    requires(type == 2)
  {
    return detail::read_surface<value_type, type, beyond>(handle, x, y, 0);
  }
  template <outside beyond = outside::trap>
  value_type read(int x, int layer) const noexcept
    requires(type == layered_1d)
  {
    return detail::read_surface<value_type, type, beyond>(handle, x, 0, layer);
  }
  template <outside beyond = outside::trap>
  value_type read(int x, int y, int z) const noexcept
    requires(type == 3 || type == layered_2d || type == cube || type == layered_cube)
  {
    return detail::read_surface<value_type, type, beyond>(handle, x, y, z);
  }

  /// Writes the element at the same place.
  template <outside beyond = outside::trap>
  void write(const value_type &value, int x) const noexcept
    requires(type == 1 && !std::is_const_v<T>)
  {
    detail::write_surface<value_type, type, beyond>(handle, x, 0, 0, value);
  }
  template <outside beyond = outside::trap>
  void write(const value_type &value, int x, int y) const noexcept
    requires(type == 2 && !std::is_const_v<T>)
  {
    detail::write_surface<value_type, type, beyond>(handle, x, y, 0, value);
  }
  template <outside beyond = outside::trap>
  void write(const value_type &value, int x, int layer) const noexcept
    requires(type == layered_1d && !std::is_const_v<T>)
  {
    detail::write_surface<value_type, type, beyond>(handle, x, 0, layer, value);
  }
  template <outside beyond = outside::trap>
  void write(const value_type &value, int x, int y, int z) const noexcept
    requires((type == 3 || type == layered_2d || type == cube || type == layered_cube) && !std::is_const_v<T>)
  {
    detail::write_surface<value_type, type, beyond>(handle, x, y, z, value);
  }

  /// A read-only view of the same elements.
  constexpr operator SurfaceView<const T, type>() const noexcept
    requires(!std::is_const_v<T>)
  {
    return {handle};
  }
};

} // namespace kcc

#endif
