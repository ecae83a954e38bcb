// Textures and surfaces: how kernels read and write arrays.
#ifndef KCC_RUNTIME_TEXTURE_H
#define KCC_RUNTIME_TEXTURE_H

#include <kcc/runtime/array.h>
#include <kcc/runtime/buffer.h>
#include <kcc/runtime/pitched_buffer.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <type_traits>

namespace kcc {

// <kcc/texture.h>, which kernels include, has these.
template <class R, int type> struct TextureView;
template <class T, int type> struct SurfaceView;

/// What is read at coordinates outside of the texture.
enum class TextureAddress {
  clamp,  ///< the nearest texel
  border, ///< TextureOptions::border
  wrap,   ///< the texture repeats; normalized coordinates only
  mirror  ///< the same, every second time reversed
};

enum class TextureFilter {
  point, ///< the texel that the coordinate lies in
  linear ///< an average of the 2, 4 or 8 texels around it; only of floats
};

/// An address mode for each dimension.
struct TextureAddresses {
  TextureAddress x, y, z;

  constexpr TextureAddresses(TextureAddress all) noexcept : x(all), y(all), z(all) {} // implicit on purpose
  constexpr TextureAddresses(TextureAddress along_x, TextureAddress along_y,
                             TextureAddress along_z = TextureAddress::clamp) noexcept
      : x(along_x), y(along_y), z(along_z) {}
};

struct TextureOptions {
  TextureFilter filter = TextureFilter::point;
  TextureAddresses address = TextureAddress::clamp;
  /// Coordinates from 0 to 1 instead of texels. Needed for mip levels; a cube is always read so.
  bool normalized_coordinates = false;
  std::array<float, 4> border{};                     ///< for TextureAddress::border; only of floats
  TextureFilter level_filter = TextureFilter::point; ///< linear: between two mip levels
  float min_level = 0, max_level = 1000;             ///< mip levels are limited to these
};

namespace detail {

/// Rows of memory, or one row, as a texture.
struct TextureMemory {
  const Device *device;
  const void *data;
  std::size_t width, height, row_pitch; ///< elements, rows (0: one row), bytes
};

/// The owner of a texture object. Its device is that of the memory.
class TextureObject {
public:
  TextureObject(std::shared_ptr<core::ArrayState> array, int type, bool reads_integers,
                const TextureOptions &options);
  TextureObject(const TextureMemory &memory, const abi::TexelFormat &format, int type, bool reads_integers,
                const TextureOptions &options);
  TextureObject(TextureObject &&other) noexcept;
  TextureObject &operator=(TextureObject &&other) noexcept;
  ~TextureObject();

  const Device &device() const noexcept { return device_; }
  std::uint64_t handle() const noexcept { return handle_; }

private:
  Device device_;
  std::shared_ptr<core::ArrayState> array_; ///< null: other memory
  std::uint64_t handle_ = 0;                ///< 0: moved from
};

/// The owner of a surface object.
class SurfaceObject {
public:
  SurfaceObject(std::shared_ptr<core::ArrayState> array, int type, unsigned level);
  SurfaceObject(SurfaceObject &&other) noexcept;
  SurfaceObject &operator=(SurfaceObject &&other) noexcept;
  ~SurfaceObject();

  const Device &device() const noexcept { return device_; }
  std::uint64_t handle() const noexcept { return handle_; }

private:
  Device device_;
  std::shared_ptr<core::ArrayState> array_;
  std::uint64_t handle_ = 0;
};

} // namespace detail

/// How kernels read an array, or memory, by coordinates: which texels count (filter), what is outside
/// (address), and as which type. `R` is what a read returns: the element's type; float for float16; float
/// also for integers of 8 or 16 bits, which are then numbers from 0, or -1, to 1. `type` is that of a
/// TextureView, for which a launch takes the texture. Move-only. An array lives as long as its textures;
/// other memory must be kept alive. The destructor waits for the device and never throws.
///
///     kcc::Texture<float> texture(image, {.filter = kcc::TextureFilter::linear});
///     stream.launch(kernels::rotate, kcc::cover(n, 256), texture, result, 0.5f);
template <class R, int type = 2> class Texture {
  static_assert(
      detail::is_texture_result<R> && detail::is_texture_type(type),
      "kcc: a Texture is read as float, an integer of 8, 16 or 32 bits, or a std::array of 2 or 4 of "
      "them; its type is 1, 2, 3, kcc::layered_1d, kcc::layered_2d, kcc::cube, kcc::layered_cube or "
      "kcc::linear_memory");

public:
  using View = TextureView<R, type>;

  /// All levels of an array. Throws Error if the array has another type, if the options do not fit together,
  /// or if the driver refuses.
  template <class T>
    requires(type != linear_memory)
  explicit Texture(const Array<T> &array, const TextureOptions &options = {})
      : object_(array.state(), type, reads_integers, options) {
    static_assert(detail::is_readable_as<R, T>,
                  "kcc: Texture: these elements cannot be read as that type: elements are read as they are, "
                  "float16 as float, and integers of 8 and 16 bits also as float");
  }

  /// A PitchedBuffer or a part of one, which must outlive the texture. Throws Error if it is too large, or
  /// not aligned: DeviceAttribute::texture_alignment and texture_pitch_alignment.
  template <detail::PitchedRange P>
    requires(type == 2)
  explicit Texture(const P &memory, const TextureOptions &options = {})
      : Texture(memory.pitched_view(), options, 0) {}

  /// A Buffer or a part of one, which must outlive the texture. Only the default options have a meaning.
  template <detail::DeviceRange B>
    requires(type == linear_memory)
  explicit Texture(const B &memory) : Texture(memory.view(), 0) {}

  Texture(Texture &&) noexcept = default;
  Texture &operator=(Texture &&) noexcept = default;
  ~Texture() = default;

  const Device &device() const noexcept { return object_.device(); }
  /// For kernels, and for launches by name, which cannot check its device. Needs <kcc/texture.h>.
  View kernel_view() const noexcept { return {object_.handle()}; }
  /// The CUtexObject; of the CPU device, an address.
  std::uint64_t native_handle() const noexcept { return object_.handle(); }

private:
  static constexpr bool reads_integers = std::is_integral_v<detail::ChannelOf<R>>;
  template <class V>
  Texture(const V &view, const TextureOptions &options, int)
      : object_({&view.device(), view.kernel_view().start, view.extent(1), view.extent(0),
                 view.kernel_view().pitches[0]},
                detail::texel_format<typename V::value_type>(), type, reads_integers, options) {
    static_assert(detail::is_readable_as<R, typename V::value_type>,
                  "kcc: Texture: these elements cannot be read as that type: elements are read as they are, "
                  "float16 as float, and integers of 8 and 16 bits also as float");
  }
  template <class V>
  Texture(const V &view, int)
      : object_({&view.device(), view.data(), view.size(), 0, 0},
                detail::texel_format<typename V::value_type>(), type, reads_integers, TextureOptions{}) {
    static_assert(detail::is_readable_as<R, typename V::value_type>,
                  "kcc: Texture: these elements cannot be read as that type: elements are read as they are, "
                  "float16 as float, and integers of 8 and 16 bits also as float");
  }

  detail::TextureObject object_;
};

/// How kernels access the elements of an array, which was made with ArrayOptions::surface, by their indices.
/// A launch takes it for a SurfaceView<T, type>, and a const one, or any, for a SurfaceView<const T, type>.
/// Move-only. The array lives as long as its surfaces. The destructor waits for the device and never throws.
template <class T, int type = 2> class Surface {
public:
  using View = SurfaceView<T, type>;

  /// One mip level of an array. Throws Error if the array has another type or no such level, or was made
  /// without `surface`, or if the driver refuses.
  explicit Surface(Array<T> &array, unsigned level = 0) : object_(array.state(), type, level) {}

  Surface(Surface &&) noexcept = default;
  Surface &operator=(Surface &&) noexcept = default;
  ~Surface() = default;

  const Device &device() const noexcept { return object_.device(); }
  /// For kernels, and for launches by name, which cannot check its device. Needs <kcc/texture.h>.
  View kernel_view() noexcept { return {object_.handle()}; }
  SurfaceView<const T, type> kernel_view() const noexcept { return {object_.handle()}; }
  /// The CUsurfObject; of the CPU device, an address.
  std::uint64_t native_handle() const noexcept { return object_.handle(); }

private:
  detail::SurfaceObject object_;
};

} // namespace kcc

#endif
