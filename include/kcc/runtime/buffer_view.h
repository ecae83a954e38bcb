// Device memory that somebody else owns.
#ifndef KCC_RUNTIME_BUFFER_VIEW_H
#define KCC_RUNTIME_BUFFER_VIEW_H

#include <kcc/runtime/device.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>

namespace kcc {

namespace detail {
[[noreturn]] void fail_part(const Device &device, std::size_t offset, std::size_t count, std::size_t size);
[[noreturn]] void fail_reinterpretation(const Device &device, const void *data, std::size_t bytes,
                                        std::size_t element_bytes, std::size_t alignment);
} // namespace detail

/// A part of a buffer, or device memory that something other than kcc allocated: a device, an address and a
/// number of elements. It owns nothing, is as cheap to copy as a std::span, and is valid as long as the
/// memory is. A view of `const T` is read-only. A launch takes it like a Buffer and checks its device.
template <class T> class BufferView {
  static_assert(std::is_trivially_copyable_v<T> && !std::is_volatile_v<T>,
                "kcc: a BufferView's element is copied byte by byte: take a trivially copyable type");

public:
  using element_type = T;
  using value_type = std::remove_const_t<T>;

  /// `size` elements of `device` at `data`, which must be aligned for T.
  BufferView(const Device &device, T *data, std::size_t size) noexcept
      : device_(device), data_(data), size_(size) {}

  /// A read-only view of the same elements.
  template <class U>
    requires std::is_same_v<const U, T>
  BufferView(const BufferView<U> &writable) noexcept
      : BufferView(writable.device(), writable.data(), writable.size()) {}

  std::size_t size() const noexcept { return size_; } ///< elements
  std::size_t bytes() const noexcept { return size_ * sizeof(T); }
  const Device &device() const noexcept { return device_; }

  /// The device address of the first element; only kernels and copies may access it.
  T *data() const noexcept { return data_; }
  std::span<T> span() const noexcept { return {data_, size_}; }
  BufferView view() const noexcept { return *this; }

  /// `count` elements from number `offset` on. Throws Error if there are fewer.
  BufferView part(std::size_t offset, std::size_t count) const {
    if (offset > size_ || count > size_ - offset)
      detail::fail_part(device_, offset, count, size_);
    return {device_, data_ + offset, count};
  }
  /// The first `count` elements. Throws Error if there are fewer.
  BufferView first(std::size_t count) const { return part(0, count); }
  /// The last `count` elements. Throws Error if there are fewer.
  BufferView last(std::size_t count) const { return part(count > size_ ? 0 : size_ - count, count); }

  /// The same bytes as elements of another type, `const U` for a read-only view. Throws Error if they are not
  /// a whole number of such elements or not aligned for them.
  template <class U> BufferView<std::conditional_t<std::is_const_v<T>, const U, U>> as() const {
    if (bytes() % sizeof(U) != 0 || reinterpret_cast<std::uintptr_t>(data_) % alignof(U) != 0)
      detail::fail_reinterpretation(device_, data_, bytes(), sizeof(U), alignof(U));
    using Address = std::conditional_t<std::is_const_v<T>, const void *, void *>;
    using Element = std::conditional_t<std::is_const_v<T>, const U, U>;
    return {device_, static_cast<Element *>(static_cast<Address>(data_)), bytes() / sizeof(U)};
  }

private:
  Device device_;
  T *data_;
  std::size_t size_;
};

} // namespace kcc

#endif
