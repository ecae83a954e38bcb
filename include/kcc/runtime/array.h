// Arrays: memory for textures and surfaces, whose layout only the device knows.
#ifndef KCC_RUNTIME_ARRAY_H
#define KCC_RUNTIME_ARRAY_H

#include <kcc/device/texel.h>
#include <kcc/runtime/copy.h>
#include <kcc/runtime/device.h>
#include <kcc/runtime/pitched_buffer.h>

#include <array>
#include <cstddef>
#include <memory>
#include <ranges>
#include <type_traits>
#include <utility>

namespace kcc {

namespace core {
class ArrayState;
}

/// The elements of an array, in each dimension. It has as many dimensions as members that are not 0; `layers`
/// is no dimension.
struct ArrayExtents {
  std::size_t width = 0, height = 0, depth = 0;
  std::size_t layers = 0; ///< of 1-D or 2-D elements, or of cubes
};

struct ArrayOptions {
  /// Mip levels, each half as large as the one before.
  unsigned levels = 1;
  /// Six square faces instead of one rectangle, in the order +x, -x, +y, -y, +z, -z.
  bool cube = false;
  /// Kernels may write to it through a Surface.
  bool surface = false;
  /// Kernels may call TextureView::gather. 2-D without layers only.
  bool gather = false;
};

namespace detail {

/// A box of elements in one level of an array; z counts slices, layers or faces.
struct ArrayRegion {
  const core::ArrayState *array;
  unsigned level;
  std::size_t x, y, z;
  std::size_t width, height, depth; ///< at least 1 each
};

std::shared_ptr<core::ArrayState> make_array(const Device &device, const abi::TexelFormat &format,
                                             const ArrayExtents &extents, const ArrayOptions &options);
const Device &device_of(const core::ArrayState &array) noexcept;
ArrayExtents extents_of(const core::ArrayState &array) noexcept;
unsigned levels_of(const core::ArrayState &array) noexcept;
/// All of a level. Throws Error if there is none with this number.
ArrayRegion level_of(const core::ArrayState &array, unsigned level);
ArrayRegion part_of(const ArrayRegion &whole, const std::array<std::size_t, 3> &offsets,
                    const std::array<std::size_t, 3> &extents);
void copy_array(Stream &stream, const ArrayRegion &to, const PitchedBytes &from);
void copy_array(Stream &stream, const PitchedBytes &to, const ArrayRegion &from);
void copy_array(Stream &stream, const ArrayRegion &to, const ArrayRegion &from);
/// `elements` of memory, one row after another, as the region takes them. Throws Error if it has not as many.
PitchedBytes rows_like(const ArrayRegion &region, const Device *device, const void *data,
                       std::size_t elements);

} // namespace detail

/// A part of an array, to copy. Valid as long as the array. It owns nothing.
template <class T> class ArrayView {
public:
  using value_type = std::remove_const_t<T>;
  using element_type = T;

  explicit ArrayView(const detail::ArrayRegion &region) noexcept : region_(region) {}

  std::size_t width() const noexcept { return region_.width; }
  std::size_t height() const noexcept { return region_.height; } ///< 1 if it has no second dimension
  std::size_t depth() const noexcept { return region_.depth; }   ///< slices, layers or faces
  std::size_t size() const noexcept { return width() * height() * depth(); } ///< elements
  const Device &device() const noexcept { return detail::device_of(*region_.array); }
  ArrayView array_view() const noexcept { return *this; }

  /// `extents` elements from `offsets` on: columns, rows, and slices, layers or faces. Throws Error if there
  /// are fewer.
  ArrayView part(const std::array<std::size_t, 3> &offsets, const std::array<std::size_t, 3> &extents) const {
    return ArrayView(detail::part_of(region_, offsets, extents));
  }

  /// For internal use by the runtime.
  const detail::ArrayRegion &region() const noexcept { return region_; }

private:
  detail::ArrayRegion region_;
};

/// Device memory in a layout in which neighbours in all dimensions are near each other (a CUDA array). Its
/// elements are float, float16, integers of 8, 16 or 32 bits, or std::arrays of 2 or 4 of these. Kernels read
/// it through a Texture and access it through a Surface; the host copies. Move-only. Access is not
/// synchronized, as for a Buffer. The memory is freed when the array and the textures and surfaces of it are
/// gone; that waits for the device and never throws.
///
///     kcc::Array<float> image(device, {.width = 640, .height = 480});
///     kcc::copy(stream, image, pixels);
template <class T> class Array {
  static_assert(detail::is_texel<T>,
                "kcc: an Array's element is float, kcc::float16, an integer of 8, 16 or 32 bits, or a "
                "std::array of 2 or 4 of these");

public:
  using value_type = T;

  /// Allocates uninitialized memory. Throws Error if extents and options do not fit together, if they are
  /// more than the device's limits, or if there is not enough memory.
  Array(const Device &device, const ArrayExtents &extents, const ArrayOptions &options = {})
      : state_(detail::make_array(device, detail::texel_format<T>(), extents, options)) {}

  Array(Array &&) noexcept = default;
  Array &operator=(Array &&) noexcept = default;
  ~Array() = default;

  // Using a moved-from array is undefined.
  const Device &device() const noexcept { return detail::device_of(*state_); }
  /// Of level 0.
  ArrayExtents extents() const noexcept { return detail::extents_of(*state_); }
  unsigned levels() const noexcept { return detail::levels_of(*state_); }

  /// All elements of a mip level, to copy. Throws Error if there is no such level.
  ArrayView<T> level(unsigned number) { return ArrayView<T>(detail::level_of(*state_, number)); }
  ArrayView<const T> level(unsigned number) const {
    return ArrayView<const T>(detail::level_of(*state_, number));
  }
  ArrayView<T> array_view() { return level(0); }
  ArrayView<const T> array_view() const { return level(0); }

  /// A part of level 0. Throws Error if it is not inside.
  ArrayView<T> part(const std::array<std::size_t, 3> &offsets, const std::array<std::size_t, 3> &extents) {
    return array_view().part(offsets, extents);
  }
  ArrayView<const T> part(const std::array<std::size_t, 3> &offsets,
                          const std::array<std::size_t, 3> &extents) const {
    return array_view().part(offsets, extents);
  }

  /// For internal use by the runtime.
  const std::shared_ptr<core::ArrayState> &state() const noexcept { return state_; }

private:
  std::shared_ptr<core::ArrayState> state_;
};

namespace detail {

template <class R>
concept ArrayRange = requires(R &range) { range.array_view().region(); };

/// What an array's region is copied to or from: a range of the host, a buffer, or rows with gaps.
template <class M>
concept MemoryRange = !ArrayRange<M> && (HostRange<M> || DeviceRange<M> || PitchedRange<M>);

template <class M> struct MemoryElement {
  using Type = HostElement<M>;
};
template <DeviceRange M> struct MemoryElement<M> {
  using Type = typename decltype(std::declval<M &>().view())::element_type;
};
template <PitchedRange M> struct MemoryElement<M> {
  using Type = typename decltype(std::declval<M &>().pitched_view())::element_type;
};

/// Calls `copy` with the memory as rows for the region.
template <class M, class F> void with_memory(M &memory, const ArrayRegion &region, F &&copy) {
  if constexpr (PitchedRange<M>) {
    const auto view = memory.pitched_view();
    copy(pitched_bytes_of(view.device(), view.kernel_view()));
  } else if constexpr (DeviceRange<M>) {
    const auto view = memory.view();
    copy(rows_like(region, &view.device(), view.data(), view.size()));
  } else {
    copy(rows_like(region, nullptr, std::ranges::data(memory), std::ranges::size(memory)));
  }
}

} // namespace detail

/// Enqueues a copy to an array, or a level or part of one, from a range of the host or a Buffer with as many
/// elements, row by row without gaps, or from a PitchedBuffer with the same extents. The rules and errors are
/// those of the other kcc::copy.
template <detail::ArrayRange To, class From>
  requires detail::MemoryRange<std::remove_reference_t<From>>
void copy(Stream &stream, To &&to, From &&from) {
  static_assert(!detail::HostRange<std::remove_reference_t<From>> || !detail::is_temporary<From>,
                "kcc: copy: the source is a temporary, which could be gone before it is copied: give it a "
                "name");
  const auto there = to.array_view();
  using T = typename decltype(there)::element_type;
  static_assert(
      detail::are_same_elements<T, typename detail::MemoryElement<std::remove_reference_t<From>>::Type>,
      KCC_COPY_OTHER_ELEMENTS);
  static_assert(!std::is_const_v<T>, KCC_COPY_READ_ONLY);
  if constexpr (!std::is_const_v<T>)
    detail::with_memory(from, there.region(), [&](const detail::PitchedBytes &memory) {
      detail::copy_array(stream, there.region(), memory);
    });
}

/// Enqueues a copy from an array, or a level or part of one, to memory.
template <class To, detail::ArrayRange From>
  requires detail::MemoryRange<std::remove_reference_t<To>>
void copy(Stream &stream, To &&to, const From &from) {
  static_assert(!detail::HostRange<std::remove_reference_t<To>> || !detail::is_temporary<To>,
                "kcc: copy: the destination is a temporary: give it a name");
  const auto here = from.array_view();
  using E = typename detail::MemoryElement<std::remove_reference_t<To>>::Type;
  static_assert(detail::are_same_elements<E, typename decltype(here)::element_type>, KCC_COPY_OTHER_ELEMENTS);
  static_assert(!std::is_const_v<E>, KCC_COPY_READ_ONLY);
  if constexpr (!std::is_const_v<E>)
    detail::with_memory(to, here.region(), [&](const detail::PitchedBytes &memory) {
      detail::copy_array(stream, memory, here.region());
    });
}

/// Enqueues a copy between arrays, or levels or parts of them, with the same extents.
template <detail::ArrayRange To, detail::ArrayRange From>
void copy(Stream &stream, To &&to, const From &from) {
  const auto there = to.array_view();
  const auto here = from.array_view();
  using T = typename decltype(there)::element_type;
  static_assert(detail::are_same_elements<T, typename decltype(here)::element_type>, KCC_COPY_OTHER_ELEMENTS);
  static_assert(!std::is_const_v<T>, KCC_COPY_READ_ONLY);
  if constexpr (!std::is_const_v<T>)
    detail::copy_array(stream, there.region(), here.region());
}

} // namespace kcc

#endif
