// Copies and fills in stream order.
#ifndef KCC_RUNTIME_COPY_H
#define KCC_RUNTIME_COPY_H

#include <kcc/runtime/buffer_view.h>

#include <cstddef>
#include <ranges>
#include <type_traits>
#include <utility>

namespace kcc {

class Stream;

namespace detail {

void copy_to_device(Stream &stream, const Device &device, void *to, std::size_t bytes, const void *host,
                    std::size_t host_bytes);
void copy_from_device(Stream &stream, void *host, std::size_t host_bytes, const Device &device,
                      const void *from, std::size_t bytes);
void copy_between(Stream &stream, const Device &to_device, void *to, std::size_t to_bytes,
                  const Device &from_device, const void *from, std::size_t from_bytes);
/// Copies from the device after all work given to the stream, and waits for it.
void read(Stream &stream, const Device &device, const void *from, std::size_t bytes, void *host);
/// Sets \p count elements to a value of \p value_bytes, at most 16.
void fill(Stream &stream, const Device &device, void *to, std::size_t count, const void *value,
          std::size_t value_bytes);

/// BufferView, Buffer and everything else with a view(), which says how `R` may be accessed.
template <class R>
concept DeviceRange = requires(R &range) { range.view().device(); };
template <DeviceRange R> using ViewOf = decltype(std::declval<R &>().view());

template <class R>
concept HostRange = std::ranges::contiguous_range<R> && std::ranges::sized_range<R> && !DeviceRange<R>;
template <class R> using HostElement = std::remove_reference_t<std::ranges::range_reference_t<R>>;

/// Whether `R &&` may be gone before the copy is done.
template <class R>
inline constexpr bool is_temporary = !std::is_lvalue_reference_v<R> && !std::ranges::borrowed_range<R>;

template <class R> using ViewElement = typename ViewOf<std::remove_reference_t<R>>::element_type;
template <class A, class B>
inline constexpr bool are_same_elements = std::is_same_v<std::remove_const_t<A>, std::remove_const_t<B>>;

// Each copy asserts this itself: compilers print every function between an assertion and the caller.
#define KCC_COPY_OTHER_ELEMENTS                                                                              \
  "kcc: copy: the elements have different types: convert them in a kernel, or reinterpret the memory by "    \
  "BufferView::as"
#define KCC_COPY_READ_ONLY "kcc: copy: the destination, which comes first, is read-only"

} // namespace detail

/// Enqueues a copy between buffers or views of them, on one device or on two of the same kind; the stream is
/// of either. Throws Error if sizes or kinds of devices differ, if the memory overlaps, or if an earlier
/// kernel failed.
template <detail::DeviceRange To, detail::DeviceRange From>
void copy(Stream &stream, To &&to, const From &from) {
  static_assert(detail::are_same_elements<detail::ViewElement<To>, detail::ViewElement<const From>>,
                KCC_COPY_OTHER_ELEMENTS);
  static_assert(!std::is_const_v<detail::ViewElement<To>>, KCC_COPY_READ_ONLY);
  const auto there = to.view();
  const auto here = from.view();
  if constexpr (!std::is_const_v<detail::ViewElement<To>>)
    detail::copy_between(stream, there.device(), there.data(), there.bytes(), here.device(), here.data(),
                         here.bytes());
}

/// Enqueues a copy from a contiguous range of the host: a std::span, a vector, an array. When the call
/// returns, ordinary memory has been read, and may change. Page-locked and managed memory is read when the
/// stream gets there: it must stay as it is until then. Throws Error if sizes or devices differ, or if an
/// earlier kernel failed.
template <detail::DeviceRange To, detail::HostRange From> void copy(Stream &stream, To &&to, From &&host) {
  static_assert(!detail::is_temporary<From>,
                "kcc: copy: the source is a temporary, which could be gone before it is copied: give it a "
                "name");
  static_assert(detail::are_same_elements<detail::ViewElement<To>, detail::HostElement<From>>,
                KCC_COPY_OTHER_ELEMENTS);
  static_assert(!std::is_const_v<detail::ViewElement<To>>, KCC_COPY_READ_ONLY);
  const auto there = to.view();
  if constexpr (!std::is_const_v<detail::ViewElement<To>>)
    detail::copy_to_device(stream, there.device(), there.data(), there.bytes(), std::ranges::data(host),
                           std::ranges::size(host) * sizeof(detail::HostElement<From>));
}

/// Enqueues a copy to a contiguous range of the host. The call waits until ordinary memory has been written.
/// Page-locked and managed memory is written when the stream gets there: it may be read once the stream has
/// been synchronized, and must live until then. Throws Error if sizes or devices differ, or if an earlier
/// kernel failed.
template <detail::HostRange To, detail::DeviceRange From>
void copy(Stream &stream, To &&host, const From &from) {
  static_assert(!detail::is_temporary<To>, "kcc: copy: the destination is a temporary: give it a name");
  static_assert(detail::are_same_elements<detail::HostElement<To>, detail::ViewElement<const From>>,
                KCC_COPY_OTHER_ELEMENTS);
  static_assert(!std::is_const_v<detail::HostElement<To>>, KCC_COPY_READ_ONLY);
  const auto here = from.view();
  if constexpr (!std::is_const_v<detail::HostElement<To>>)
    detail::copy_from_device(stream, std::ranges::data(host),
                             std::ranges::size(host) * sizeof(detail::HostElement<To>), here.device(),
                             here.data(), here.bytes());
}

/// Enqueues setting every element to `value`, of at most 16 bytes. Throws Error if the devices differ, or if
/// an earlier kernel failed.
template <detail::DeviceRange To>
void fill(
    Stream &stream, To &&to,
    const std::type_identity_t<typename detail::ViewOf<std::remove_reference_t<To>>::value_type> &value) {
  const auto there = to.view();
  using T = typename decltype(there)::element_type;
  static_assert(!std::is_const_v<T>, "kcc: fill: the destination is read-only");
  static_assert(sizeof(T) <= 16, "kcc: fill: an element has more than 16 bytes: write a kernel");
  if constexpr (!std::is_const_v<T>)
    detail::fill(stream, there.device(), there.data(), there.size(), &value, sizeof(T));
}

} // namespace kcc

#endif
