// Device memory that grows in place.
#ifndef KCC_RUNTIME_GROWABLE_BUFFER_H
#define KCC_RUNTIME_GROWABLE_BUFFER_H

#include <kcc/runtime/buffer_view.h>
#include <kcc/runtime/copy.h>
#include <kcc/runtime/device.h>

#include <cstddef>
#include <span>
#include <type_traits>
#include <vector>

namespace kcc {

namespace detail {

/// The untyped owner inside a GrowableBuffer.
class GrowableMemory {
public:
  GrowableMemory(const Device &device, std::size_t max_count, std::size_t element_bytes);
  GrowableMemory(GrowableMemory &&other) noexcept;
  GrowableMemory &operator=(GrowableMemory &&other) noexcept;
  ~GrowableMemory();

  const Device &device() const noexcept { return device_; }
  void *data() const noexcept { return data_; }
  std::size_t bytes() const noexcept { return bytes_; }
  std::size_t mapped_bytes() const noexcept { return mapped_bytes_; }
  std::size_t max_bytes() const noexcept { return max_bytes_; }

  void resize(std::size_t count, std::size_t element_bytes);
  void reserve(std::size_t count, std::size_t element_bytes);
  void shrink_to_fit();
  void allow_access_from(const Device &device);

private:
  void map(std::size_t bytes);

  Device device_;
  void *data_ = nullptr;
  std::size_t bytes_ = 0, mapped_bytes_ = 0, max_bytes_ = 0, reserved_bytes_ = 0;
  std::size_t granularity_ = 0;     ///< mapped_bytes_ and reserved_bytes_ are multiples of this
  std::vector<std::size_t> pieces_; ///< the bytes of each piece of memory, in the order of addresses
  std::vector<Device> users_;       ///< other devices that have access
};

} // namespace detail

/// Device memory for `size()` elements that grows without being copied: addresses for `max_size()` elements
/// are reserved, which costs no memory, and memory is put behind them as the buffer grows. So the addresses
/// of the elements never change, and views, launches and graphs that use them stay valid.
///
/// Growing does not wait, and does not disturb work in flight, which uses the elements that it was given.
/// Kernels must not access what is beyond the memory: that is an illegal address, as beyond any buffer.
/// Move-only; a moved-from buffer is empty. The destructor waits for the device, and never throws. One thread
/// at a time may change the size.
template <class T> class GrowableBuffer {
  static_assert(std::is_trivially_copyable_v<T> && !std::is_const_v<T> && !std::is_volatile_v<T>,
                "kcc: a GrowableBuffer's element is copied byte by byte: take a trivially copyable type "
                "without const or volatile");

public:
  using value_type = T;

  /// Reserves addresses for `max_size` elements; the buffer is empty. Throws Error if the device has no
  /// virtual memory management, or if there are not so many addresses.
  GrowableBuffer(const Device &device, std::size_t max_size) : memory_(device, max_size, sizeof(T)) {}

  std::size_t size() const noexcept { return memory_.bytes() / sizeof(T); }         ///< elements
  std::size_t max_size() const noexcept { return memory_.max_bytes() / sizeof(T); } ///< elements
  /// Elements for which there is memory.
  std::size_t capacity() const noexcept {
    return memory_.mapped_bytes() < memory_.max_bytes() ? memory_.mapped_bytes() / sizeof(T) : max_size();
  }
  std::size_t bytes() const noexcept { return memory_.bytes(); }
  bool empty() const noexcept { return size() == 0; }
  const Device &device() const noexcept { return memory_.device(); }

  /// Changes the size. New elements are uninitialized; the others stay as they are, also in their place. A
  /// smaller size keeps the memory. Throws Error, and changes nothing, if there is not enough memory or if
  /// `count` is more than max_size().
  void resize(std::size_t count) { memory_.resize(count, sizeof(T)); }
  /// Provides memory for `count` elements, so that the next calls of resize are cheap. Throws like resize.
  void reserve(std::size_t count) { memory_.reserve(count, sizeof(T)); }
  /// Waits for the device, and returns memory behind the last element to the system. Memory comes in pieces
  /// of at most 64 MiB, of which only whole ones are returned. Throws Error, and returns nothing, if a kernel
  /// failed.
  void shrink_to_fit() { memory_.shrink_to_fit(); }

  /// Lets kernels and copies of `device` use the elements, now and after the buffer has grown: see view().
  /// Throws Error if that device cannot reach this one.
  void allow_access_from(const Device &device) { memory_.allow_access_from(device); }

  /// The device address of the first element; only kernels and copies may access it.
  T *data() const noexcept { return static_cast<T *>(memory_.data()); }
  std::span<T> span() noexcept { return {data(), size()}; }
  std::span<const T> span() const noexcept { return {data(), size()}; }

  /// The elements that there are now, without ownership, to copy, to fill or to pass to a kernel.
  BufferView<T> view() noexcept { return {device(), data(), size()}; }
  BufferView<const T> view() const noexcept { return {device(), data(), size()}; }
  operator BufferView<T>() & noexcept { return view(); }
  operator BufferView<const T>() const & noexcept { return view(); }
  /// The same as an argument of a launch on another device, which must have been given access.
  BufferView<T> view(const Device &other) noexcept { return {other, data(), size()}; }
  BufferView<const T> view(const Device &other) const noexcept { return {other, data(), size()}; }

  /// Returns the elements, after all work given to `stream` before. Waits for the stream. Throws Error if the
  /// devices differ, or if an earlier kernel failed.
  std::vector<T> to_host(Stream &stream) const
    requires(!std::is_same_v<T, bool>) // std::vector<bool> has no elements to copy to
  {
    std::vector<T> host(size());
    detail::read(stream, device(), data(), bytes(), host.data());
    return host;
  }

private:
  detail::GrowableMemory memory_;
};

} // namespace kcc

#endif
