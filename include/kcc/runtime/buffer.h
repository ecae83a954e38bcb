// Device memory.
#ifndef KCC_RUNTIME_BUFFER_H
#define KCC_RUNTIME_BUFFER_H

#include <kcc/runtime/device.h>

#include <cstddef>
#include <ranges>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

namespace kcc {

class Stream;

namespace detail {

/// The untyped owner inside a Buffer.
class DeviceMemory {
public:
  DeviceMemory(const Device &device, std::size_t count, std::size_t element_bytes);
  DeviceMemory(DeviceMemory &&other) noexcept;
  DeviceMemory &operator=(DeviceMemory &&other) noexcept;
  ~DeviceMemory();

  const Device &device() const noexcept { return device_; }
  void *data() const noexcept { return data_; }
  std::size_t bytes() const noexcept { return bytes_; }

  // `bytes` is the size of the host's range; anything but the buffer's own size throws Error.
  void copy_from_host(const void *host, std::size_t bytes); // waits
  void copy_from_host(Stream &stream, const void *host, std::size_t bytes);
  void copy_to_host(void *host, std::size_t bytes) const; // waits
  void copy_to_host(Stream &stream, void *host, std::size_t bytes) const;
  void copy_from_device(Stream &stream, const DeviceMemory &from);
  void fill(Stream &stream, std::byte value);

private:
  Device device_;
  void *data_ = nullptr;
  std::size_t bytes_ = 0;
};

void synchronize(Stream &stream);

} // namespace detail

/// `size()` elements of device memory, aligned to at least 64 bytes. Move-only; a moved-from buffer is empty.
/// Access to a buffer is not synchronized: order it by using one stream, or by events. The destructor frees
/// the memory and never throws; on CUDA the driver first waits for work in flight.
template <class T> class Buffer {
  static_assert(std::is_trivially_copyable_v<T> && !std::is_const_v<T> && !std::is_volatile_v<T>,
                "kcc: a Buffer's element is copied byte by byte: take a trivially copyable type without "
                "const or volatile");

public:
  using value_type = T;

  /// Allocates uninitialized memory for `count` elements, which may be 0. Throws Error if there is not enough
  /// memory.
  Buffer(const Device &device, std::size_t count) : memory_(device, count, sizeof(T)) {}

  /// Allocates memory and copies `host` to it. Returns when the copy is complete.
  Buffer(const Device &device, std::span<const T> host) : memory_(device, host.size(), sizeof(T)) {
    memory_.copy_from_host(host.data(), host.size_bytes());
  }

  /// The same for a vector, an array or any other contiguous range of T.
  template <std::ranges::contiguous_range Range>
    requires std::ranges::sized_range<Range> && std::is_same_v<std::ranges::range_value_t<Range>, T>
  Buffer(const Device &device, const Range &host)
      : Buffer(device, std::span<const T>(std::ranges::data(host), std::ranges::size(host))) {}

  Buffer(Buffer &&) noexcept = default;
  Buffer &operator=(Buffer &&) noexcept = default;
  ~Buffer() = default;

  std::size_t size() const noexcept { return memory_.bytes() / sizeof(T); } ///< elements
  std::size_t bytes() const noexcept { return memory_.bytes(); }
  const Device &device() const noexcept { return memory_.device(); }

  /// The device address of the first element; only kernels and copies may access it.
  T *data() const noexcept { return static_cast<T *>(memory_.data()); }

  /// The elements as a kernel argument. `span().subspan(…)` passes a part to a kernel.
  std::span<T> span() noexcept { return {data(), size()}; }
  std::span<const T> span() const noexcept { return {data(), size()}; }

  /// Enqueues a copy from `host`, which must have size() elements and stay unchanged until the stream has
  /// been synchronized. Throws Error if sizes or devices differ, or if an earlier kernel failed.
  void copy_from(Stream &stream, std::span<const T> host) {
    memory_.copy_from_host(stream, host.data(), host.size_bytes());
  }

  /// A temporary would be destroyed before it is copied: use a named object.
  template <class Range>
    requires(!std::is_lvalue_reference_v<Range> && std::ranges::contiguous_range<Range> &&
             !std::ranges::borrowed_range<Range>)
  void copy_from(Stream &stream, Range &&temporary) = delete;

  /// Enqueues a copy to `host`, which must have size() elements; they are valid once the stream has been
  /// synchronized. Throws like copy_from.
  void copy_to(Stream &stream, std::span<T> host) const {
    memory_.copy_to_host(stream, host.data(), host.size_bytes());
  }

  /// Returns the elements, after all work given to `stream` before. Waits for the stream. Throws like
  /// copy_from.
  std::vector<T> to_host(Stream &stream) const
    requires(!std::is_same_v<T, bool>) // std::vector<bool> has no elements to copy to: use copy_to
  {
    std::vector<T> host(size());
    copy_to(stream, host);
    detail::synchronize(stream);
    return host;
  }

  /// Returns the elements, after all work given to the device before. Waits for the device. Throws like
  /// copy_from. On the CPU device, the failure of a kernel that cannot have written to this buffer is left to
  /// Device::synchronize().
  std::vector<T> to_host() const
    requires(!std::is_same_v<T, bool>)
  {
    std::vector<T> host(size());
    memory_.copy_to_host(host.data(), host.size() * sizeof(T));
    return host;
  }

  /// Enqueues setting every byte to `value`. Throws Error if the devices differ.
  void fill_bytes(Stream &stream, std::byte value) { memory_.fill(stream, value); }

private:
  template <class U> friend void copy(Stream &, Buffer<U> &, const Buffer<U> &);
  detail::DeviceMemory memory_;
};

template <std::ranges::contiguous_range Range>
Buffer(const Device &, const Range &) -> Buffer<std::ranges::range_value_t<Range>>;

/// Enqueues a copy from one buffer to another of the same size on the same device. Throws Error if these
/// differ.
template <class T> void copy(Stream &stream, Buffer<T> &to, const Buffer<T> &from) {
  to.memory_.copy_from_device(stream, from.memory_);
}

} // namespace kcc

#endif
