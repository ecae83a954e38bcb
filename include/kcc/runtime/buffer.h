// Device memory.
#ifndef KCC_RUNTIME_BUFFER_H
#define KCC_RUNTIME_BUFFER_H

#include <kcc/runtime/buffer_view.h>
#include <kcc/runtime/copy.h>
#include <kcc/runtime/device.h>

#include <cstddef>
#include <memory>
#include <ranges>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

namespace kcc {

class MemoryPool;

namespace core {
struct StreamHandle;
}

namespace detail {

/// The untyped owner inside a Buffer.
class DeviceMemory {
public:
  DeviceMemory(const Device &device, std::size_t count, std::size_t element_bytes);
  /// From the pool, or from the device's default pool if that is null, in the order of the stream.
  DeviceMemory(Stream &stream, const MemoryPool *pool, std::size_t count, std::size_t element_bytes);
  DeviceMemory(DeviceMemory &&other) noexcept;
  DeviceMemory &operator=(DeviceMemory &&other) noexcept;
  ~DeviceMemory();

  const Device &device() const noexcept { return device_; }
  void *data() const noexcept { return data_; }
  std::size_t bytes() const noexcept { return bytes_; }

  /// Copies as many bytes as the memory has. Waits.
  void copy_from_host(const void *host);
  /// The same to the host, after all work given to the device before.
  void copy_to_host(void *host) const;
  /// Frees the memory, in the order of `stream` if it is of a pool.
  void free_in(Stream &stream);

private:
  void release() noexcept;

  Device device_;
  std::shared_ptr<core::StreamHandle> stream_; ///< in whose order the memory is freed; null: not of a pool
  void *data_ = nullptr;
  std::size_t bytes_ = 0;
};

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
    memory_.copy_from_host(host.data());
  }

  /// The same for a vector, an array or any other contiguous range of T.
  template <std::ranges::contiguous_range Range>
    requires std::ranges::sized_range<Range> && std::is_same_v<std::ranges::range_value_t<Range>, T>
  Buffer(const Device &device, const Range &host)
      : Buffer(device, std::span<const T>(std::ranges::data(host), std::ranges::size(host))) {}

  /// Allocates uninitialized memory for `count` elements in stream order, from the default pool of the
  /// stream's device. The buffer may be used by work given to this stream from now on, and by other streams
  /// after an event recorded behind the allocation. It is freed in the order of the same stream, even if the
  /// Stream is moved or destroyed before the buffer: what other streams do with the buffer must be done, or
  /// this stream must wait for it, before the buffer is destroyed. Neither call waits. Where there are no
  /// pools (before CUDA 11.2), this is Buffer(stream.device(), count).
  Buffer(Stream &stream, std::size_t count) : memory_(stream, nullptr, count, sizeof(T)) {}
  /// The same from a pool. Throws Error if it is of another device or must not hold so much.
  Buffer(Stream &stream, const MemoryPool &pool, std::size_t count)
      : memory_(stream, &pool, count, sizeof(T)) {}
  /// Allocates in stream order and enqueues a copy of `host`, for which the rules of kcc::copy hold.
  Buffer(Stream &stream, std::span<const T> host) : Buffer(stream, host.size()) { copy(stream, *this, host); }
  template <std::ranges::contiguous_range Range>
    requires std::ranges::sized_range<Range> && std::is_same_v<std::ranges::range_value_t<Range>, T>
  Buffer(Stream &stream, const Range &host)
      : Buffer(stream, std::span<const T>(std::ranges::data(host), std::ranges::size(host))) {}

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

  /// The elements without ownership: `view().first(n)` and `view().part(offset, count)` are parts of the
  /// buffer to copy, to fill or to pass to a kernel.
  BufferView<T> view() noexcept { return {device(), data(), size()}; }
  BufferView<const T> view() const noexcept { return {device(), data(), size()}; }
  operator BufferView<T>() & noexcept { return view(); }
  operator BufferView<const T>() const & noexcept { return view(); }

  /// kcc::copy(stream, *this, host).
  void copy_from(Stream &stream, std::span<const T> host) { copy(stream, *this, host); }

  /// A temporary could be destroyed before it is copied: use a named object.
  template <class Range>
    requires(!std::is_lvalue_reference_v<Range> && std::ranges::contiguous_range<Range> &&
             !std::ranges::borrowed_range<Range>)
  void copy_from(Stream &, Range &&) {
    static_assert(!detail::is_temporary<Range>, "kcc: copy_from: the source is a temporary, which could be "
                                                "gone before it is copied: give it a name");
  }

  /// kcc::copy(stream, host, *this).
  void copy_to(Stream &stream, std::span<T> host) const { copy(stream, host, *this); }

  /// Returns the elements, after all work given to `stream` before. Waits for the stream. Throws like
  /// copy_from.
  std::vector<T> to_host(Stream &stream) const
    requires(!std::is_same_v<T, bool>) // std::vector<bool> has no elements to copy to: use copy_to
  {
    std::vector<T> host(size());
    detail::read(stream, device(), data(), bytes(), host.data());
    return host;
  }

  /// Returns the elements, after all work given to the device before. Waits for the device. Throws like
  /// copy_from. On the CPU device, the failure of a kernel that cannot have written to this buffer is left to
  /// Device::synchronize().
  std::vector<T> to_host() const
    requires(!std::is_same_v<T, bool>)
  {
    std::vector<T> host(size());
    memory_.copy_to_host(host.data());
    return host;
  }

  /// Enqueues setting every byte to `value`. Throws Error if the devices differ.
  void fill_bytes(Stream &stream, std::byte value) {
    detail::fill(stream, device(), data(), bytes(), &value, 1);
  }

  /// Frees a stream-ordered buffer in the order of another stream of its device, which used it last; the
  /// buffer is empty afterwards. Other buffers are freed at once. Throws Error if the devices differ.
  void free_in(Stream &stream) { memory_.free_in(stream); }

private:
  detail::DeviceMemory memory_;
};

template <std::ranges::contiguous_range Range>
Buffer(const Device &, const Range &) -> Buffer<std::ranges::range_value_t<Range>>;
template <std::ranges::contiguous_range Range>
Buffer(Stream &, const Range &) -> Buffer<std::ranges::range_value_t<Range>>;

} // namespace kcc

#endif
