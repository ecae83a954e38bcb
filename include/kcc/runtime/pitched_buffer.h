// Device memory in two or three dimensions.
#ifndef KCC_RUNTIME_PITCHED_BUFFER_H
#define KCC_RUNTIME_PITCHED_BUFFER_H

#include <kcc/pitched_view.h>
#include <kcc/runtime/buffer.h>
#include <kcc/runtime/copy.h>

#include <array>
#include <cstddef>
#include <ranges>
#include <type_traits>
#include <utility>

namespace kcc {

namespace detail {

/// A matrix or volume in bytes.
struct PitchedBytes {
  const Device *device; ///< null: the host's memory
  const void *data;
  std::size_t row_bytes, rows, slices;
  std::size_t row_pitch, slice_pitch;
};

void copy_pitched(Stream &stream, const PitchedBytes &to, const PitchedBytes &from);
void fill_pitched(Stream &stream, const PitchedBytes &to, const void *value, std::size_t value_bytes);
/// The bytes from one row to the next.
std::size_t pitch_of(const Device &device, std::size_t columns, std::size_t element_bytes);
/// The bytes of all rows. Throws Error if they are more than fit in the address space.
std::size_t pitched_bytes(const Device &device, std::size_t pitch, std::size_t rows, std::size_t slices);
[[noreturn]] void fail_pitched_part(const Device &device, std::size_t dimension, std::size_t offset,
                                    std::size_t count, std::size_t extent);

} // namespace detail

/// A part of a PitchedBuffer, or memory of another library: a device and a PitchedView. It owns nothing. A
/// launch takes it for a parameter of type PitchedView and checks its device.
template <class T, std::size_t Rank> class PitchedBufferView {
public:
  using element_type = T;
  using value_type = std::remove_const_t<T>;

  PitchedBufferView(const Device &device, const PitchedView<T, Rank> &elements) noexcept
      : device_(device), elements_(elements) {}

  const Device &device() const noexcept { return device_; }
  std::size_t extent(std::size_t dimension) const noexcept { return elements_.extent(dimension); }
  std::size_t size() const noexcept { return elements_.size(); } ///< elements
  /// For kernels: only they may access the elements.
  const PitchedView<T, Rank> &kernel_view() const noexcept { return elements_; }
  PitchedBufferView pitched_view() const noexcept { return *this; }

  /// `extents` elements from `offsets` on, each (slice,) row, column. Throws Error if there are fewer.
  PitchedBufferView part(const std::array<std::size_t, Rank> &offsets,
                         const std::array<std::size_t, Rank> &extents) const {
    PitchedView<T, Rank> part = elements_;
    std::size_t bytes = offsets[Rank - 1] * sizeof(T);
    for (std::size_t d = 0; d < Rank; ++d) {
      if (offsets[d] > extent(d) || extents[d] > extent(d) - offsets[d])
        detail::fail_pitched_part(device_, d, offsets[d], extents[d], extent(d));
      part.extents[d] = extents[d];
      if (d + 1 < Rank)
        bytes += offsets[d] * elements_.pitches[d];
    }
    using Byte = std::conditional_t<std::is_const_v<T>, const std::byte, std::byte>;
    part.start = reinterpret_cast<T *>(reinterpret_cast<Byte *>(elements_.start) + bytes);
    return {device_, part};
  }

private:
  Device device_;
  PitchedView<T, Rank> elements_;
};

/// A matrix (`Rank` 2) or a volume (3) of device memory, whose rows begin at multiples of 256 bytes, so that
/// the accesses of a warp to a row are coalesced. Extents are (slices,) rows, columns. Move-only. Kernels
/// take it for a parameter of type PitchedView. Access is not synchronized, and the destructor waits for the
/// device, as for a Buffer.
template <class T, std::size_t Rank = 2> class PitchedBuffer {
  static_assert(std::is_trivially_copyable_v<T> && !std::is_const_v<T> && !std::is_volatile_v<T>,
                "kcc: a PitchedBuffer's element is copied byte by byte: take a trivially copyable type "
                "without const or volatile");
  static_assert(Rank == 2 || Rank == 3, "kcc: a PitchedBuffer has 2 or 3 dimensions");

public:
  using value_type = T;
  using Extents = std::array<std::size_t, Rank>;

  /// Allocates uninitialized memory; extents may be 0. Throws Error if there is not enough.
  PitchedBuffer(const Device &device, const Extents &extents)
      : extents_(extents), pitch_(detail::pitch_of(device, extents[Rank - 1], sizeof(T))),
        memory_(device, detail::pitched_bytes(device, pitch_, extents[Rank - 2], slices(extents)), 1) {}

  PitchedBuffer(PitchedBuffer &&other) noexcept
      : extents_(std::exchange(other.extents_, {})), pitch_(std::exchange(other.pitch_, 0)),
        memory_(std::move(other.memory_)) {}
  PitchedBuffer &operator=(PitchedBuffer &&other) noexcept {
    memory_ = std::move(other.memory_);
    extents_ = std::exchange(other.extents_, {});
    pitch_ = std::exchange(other.pitch_, 0);
    return *this;
  }
  ~PitchedBuffer() = default;

  const Device &device() const noexcept { return memory_.device(); }
  const Extents &extents() const noexcept { return extents_; }
  std::size_t extent(std::size_t dimension) const noexcept { return extents_[dimension]; }
  std::size_t size() const noexcept { return kernel_view().size(); } ///< elements
  /// Bytes from the start of one row to that of the next.
  std::size_t row_pitch() const noexcept { return pitch_; }
  T *data() const noexcept { return static_cast<T *>(memory_.data()); }

  /// For kernels: only they may access the elements.
  PitchedView<T, Rank> kernel_view() noexcept { return elements<T>(); }
  PitchedView<const T, Rank> kernel_view() const noexcept { return elements<const T>(); }
  PitchedBufferView<T, Rank> pitched_view() noexcept { return {device(), elements<T>()}; }
  PitchedBufferView<const T, Rank> pitched_view() const noexcept { return {device(), elements<const T>()}; }

  /// A part to copy, to fill or to pass to a kernel. Throws Error if it is not inside.
  PitchedBufferView<T, Rank> part(const Extents &offsets, const Extents &extents) {
    return pitched_view().part(offsets, extents);
  }
  PitchedBufferView<const T, Rank> part(const Extents &offsets, const Extents &extents) const {
    return pitched_view().part(offsets, extents);
  }

private:
  static std::size_t slices(const Extents &extents) { return Rank == 3 ? extents[0] : 1; }
  template <class E> PitchedView<E, Rank> elements() const noexcept {
    PitchedView<E, Rank> view{data(), {}, {}};
    for (std::size_t d = 0; d < Rank; ++d)
      view.extents[d] = extents_[d];
    view.pitches[Rank - 2] = pitch_;
    if constexpr (Rank == 3)
      view.pitches[0] = pitch_ * extents_[1];
    return view;
  }

  Extents extents_;
  std::size_t pitch_;
  detail::DeviceMemory memory_;
};

namespace detail {

template <class R>
concept PitchedRange = requires(R &range) { range.pitched_view(); };

template <class T, std::size_t Rank>
PitchedBytes pitched_bytes_of(const Device &device, const PitchedView<T, Rank> &view) {
  return {&device,
          view.start,
          view.extents[Rank - 1] * sizeof(T),
          view.extents[Rank - 2],
          Rank == 3 ? view.extents[0] : 1,
          view.pitches[Rank - 2],
          Rank == 3 ? view.pitches[0] : 0};
}

/// The host's rows follow each other.
inline PitchedBytes host_bytes(const void *data, const PitchedBytes &like) {
  return {nullptr, data, like.row_bytes, like.rows, like.slices, like.row_bytes, like.row_bytes * like.rows};
}

void check_host_elements(const Device &device, std::size_t elements, std::size_t hosts_elements);

} // namespace detail

/// Enqueues a copy between matrices or volumes of the same extents. The rules and errors are those of the
/// other kcc::copy.
template <detail::PitchedRange To, detail::PitchedRange From>
void copy(Stream &stream, To &&to, const From &from) {
  const auto there = to.pitched_view();
  const auto here = from.pitched_view();
  using T = typename decltype(there)::element_type;
  static_assert(detail::are_same_elements<T, typename decltype(here)::element_type>, KCC_COPY_OTHER_ELEMENTS);
  static_assert(!std::is_const_v<T>, KCC_COPY_READ_ONLY);
  if constexpr (!std::is_const_v<T>)
    detail::copy_pitched(stream, detail::pitched_bytes_of(there.device(), there.kernel_view()),
                         detail::pitched_bytes_of(here.device(), here.kernel_view()));
}

/// Enqueues a copy from a contiguous range of the host with as many elements, row by row without gaps.
template <detail::PitchedRange To, detail::HostRange From>
  requires(!detail::PitchedRange<From>)
void copy(Stream &stream, To &&to, From &&host) {
  static_assert(!detail::is_temporary<From>,
                "kcc: copy: the source is a temporary, which could be gone before it is copied: give it a "
                "name");
  const auto there = to.pitched_view();
  using T = typename decltype(there)::element_type;
  static_assert(detail::are_same_elements<T, detail::HostElement<From>>, KCC_COPY_OTHER_ELEMENTS);
  static_assert(!std::is_const_v<T>, KCC_COPY_READ_ONLY);
  if constexpr (!std::is_const_v<T>) {
    detail::check_host_elements(there.device(), there.size(), std::ranges::size(host));
    const detail::PitchedBytes bytes = detail::pitched_bytes_of(there.device(), there.kernel_view());
    detail::copy_pitched(stream, bytes, detail::host_bytes(std::ranges::data(host), bytes));
  }
}

/// Enqueues a copy to a contiguous range of the host with as many elements, row by row without gaps.
template <detail::HostRange To, detail::PitchedRange From>
  requires(!detail::PitchedRange<To>)
void copy(Stream &stream, To &&host, const From &from) {
  static_assert(!detail::is_temporary<To>, "kcc: copy: the destination is a temporary: give it a name");
  const auto here = from.pitched_view();
  static_assert(detail::are_same_elements<detail::HostElement<To>, typename decltype(here)::element_type>,
                KCC_COPY_OTHER_ELEMENTS);
  static_assert(!std::is_const_v<detail::HostElement<To>>, KCC_COPY_READ_ONLY);
  if constexpr (!std::is_const_v<detail::HostElement<To>>) {
    detail::check_host_elements(here.device(), here.size(), std::ranges::size(host));
    const detail::PitchedBytes bytes = detail::pitched_bytes_of(here.device(), here.kernel_view());
    detail::copy_pitched(stream, detail::host_bytes(std::ranges::data(host), bytes), bytes);
  }
}

/// Enqueues setting every element to `value`, of at most 16 bytes.
template <detail::PitchedRange To>
void fill(Stream &stream, To &&to,
          const std::type_identity_t<typename std::remove_reference_t<To>::value_type> &value) {
  const auto there = to.pitched_view();
  using T = typename decltype(there)::element_type;
  static_assert(!std::is_const_v<T>, "kcc: fill: the destination is read-only");
  static_assert(sizeof(T) <= 16, "kcc: fill: an element has more than 16 bytes: write a kernel");
  if constexpr (!std::is_const_v<T>)
    detail::fill_pitched(stream, detail::pitched_bytes_of(there.device(), there.kernel_view()), &value,
                         sizeof(T));
}

} // namespace kcc

#endif
