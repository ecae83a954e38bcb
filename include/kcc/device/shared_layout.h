// Several arrays in a block's dynamic shared memory: one description for the kernel, which uses them, and for
// the host, which requests the bytes.
#ifndef KCC_DEVICE_SHARED_LAYOUT_H
#define KCC_DEVICE_SHARED_LAYOUT_H

#include <concepts>
#include <cstddef>
#include <span>
#include <type_traits>
#include <utility>

#include "builtins.h"

namespace kcc {

namespace detail {

/// The alignment of dynamic shared memory, on every device.
inline constexpr std::size_t shared_alignment = 128;

template <class T>
concept shareable = std::is_trivially_copyable_v<T> && std::is_trivially_default_constructible_v<T> &&
                    alignof(T) <= shared_alignment;

} // namespace detail

/// The layout of arrays of the types T in dynamic shared memory: one after the other, each aligned for its
/// type. On the host, `config.dynamic_shared_bytes = kcc::SharedLayout<float, int>(n, m).bytes();`.
template <detail::shareable... T> class SharedLayout {
public:
  /// One array per type, with these numbers of elements.
  constexpr explicit SharedLayout(std::convertible_to<std::size_t> auto... counts) noexcept
    requires(sizeof...(counts) == sizeof...(T))
      : counts_{static_cast<std::size_t>(counts)...} {
    constexpr std::size_t sizes[] = {sizeof(T)...}, alignments[] = {alignof(T)...};
    std::size_t end = 0;
    for (std::size_t i = 0; i < sizeof...(T); ++i) {
      offsets_[i] = (end + alignments[i] - 1) / alignments[i] * alignments[i];
      std::size_t size = 0;
      if (__builtin_mul_overflow(counts_[i], sizes[i], &size) ||
          __builtin_add_overflow(offsets_[i], size, &end) || end > most) {
        bytes_ = static_cast<std::size_t>(-1);
        return;
      }
    }
    bytes_ = end;
  }

  /// The size to request in a launch: LaunchConfig::dynamic_shared_bytes. If the total is too large or a
  /// count is negative, the result is more than any device has, so that the launch fails.
  constexpr std::size_t bytes() const noexcept { return bytes_; }
  /// The number of elements of the i-th array.
  constexpr std::size_t count(std::size_t i) const noexcept { return counts_[i]; }
  /// The offset of the i-th array from the start of dynamic shared memory, in bytes.
  constexpr std::size_t offset(std::size_t i) const noexcept { return offsets_[i]; }

private:
  /// More than any device has, and small enough that sums do not overflow.
  static constexpr std::size_t most = std::size_t{1} << 40;

  std::size_t counts_[sizeof...(T)];
  std::size_t offsets_[sizeof...(T)] = {};
  std::size_t bytes_ = 0;
};

/// The arrays of a SharedLayout in a kernel: `auto [a, b] = kcc::dynamic_shared<float, int>(n, m);`.
template <class... T> class SharedArrays {
public:
  SharedArrays(const SharedLayout<T...> &layout, std::byte *begin) noexcept : layout(layout), begin(begin) {}

  /// The i-th array.
  template <std::size_t i> auto get() const noexcept {
    using Element =
        std::remove_pointer_t<decltype(type_at<i>(static_cast<std::type_identity<T> *>(nullptr)...))>;
    return std::span<Element>(reinterpret_cast<Element *>(begin + layout.offset(i)), layout.count(i));
  }

private:
  template <std::size_t i, class First, class... Rest>
  static auto type_at(std::type_identity<First> *, std::type_identity<Rest> *...rest) {
    if constexpr (i == 0)
      return static_cast<First *>(nullptr);
    else
      return type_at<i - 1>(rest...);
  }

  SharedLayout<T...> layout;
  std::byte *begin;
};

/// The launch's dynamic shared memory as arrays of `counts` elements of the types T, uninitialized: `auto
/// [values, places] = kcc::dynamic_shared<float, int>(n, m);`, or a std::span if there is only one type.
/// Traps if the launch requested less than SharedLayout<T...>(counts...).bytes(). Every call, in all threads
/// of a block, returns the same memory.
template <detail::shareable... T>
inline auto dynamic_shared(std::convertible_to<std::size_t> auto... counts) noexcept
  requires(sizeof...(T) == sizeof...(counts) && sizeof...(T) > 0)
{
  const SharedLayout<T...> layout(counts...);
  if (layout.bytes() > __kcc_dynamic_shared_bytes())
    __builtin_trap();
  const SharedArrays<T...> arrays(layout, static_cast<std::byte *>(__kcc_dynamic_shared()));
  if constexpr (sizeof...(T) == 1)
    return arrays.template get<0>();
  else
    return arrays;
}

} // namespace kcc

template <class... T>
struct std::tuple_size<kcc::SharedArrays<T...>> : std::integral_constant<std::size_t, sizeof...(T)> {};
template <std::size_t i, class... T> struct std::tuple_element<i, kcc::SharedArrays<T...>> {
  using type = decltype(std::declval<const kcc::SharedArrays<T...> &>().template get<i>());
};

#endif
