// Memory that the host and all devices reach at the same address.
#ifndef KCC_RUNTIME_MANAGED_BUFFER_H
#define KCC_RUNTIME_MANAGED_BUFFER_H

#include <kcc/runtime/buffer_view.h>
#include <kcc/runtime/device.h>

#include <algorithm>
#include <cstddef>
#include <span>
#include <type_traits>

namespace kcc {

class Stream;

namespace detail {

/// The untyped owner inside a ManagedBuffer.
class ManagedMemory {
public:
  ManagedMemory(const Device &device, std::size_t count, std::size_t element_bytes);
  ManagedMemory(ManagedMemory &&other) noexcept;
  ManagedMemory &operator=(ManagedMemory &&other) noexcept;
  ~ManagedMemory();

  const Device &device() const noexcept { return device_; }
  void *data() const noexcept { return data_; }
  std::size_t bytes() const noexcept { return bytes_; }

  void set_read_mostly(bool is_set) const;
  void set_preferred_location(const Device &device) const;
  void set_preferred_location_host() const;
  void clear_preferred_location() const;
  void set_accessed_by(const Device &device, bool is_set) const;
  void set_accessed_by_host(bool is_set) const;
  void prefetch(Stream &stream, bool to_host) const;

private:
  Device device_;
  void *data_ = nullptr;
  std::size_t bytes_ = 0;
};

} // namespace detail

/// `size()` elements of managed memory: the host, and all devices of its device's kind, use them at one
/// address, and the driver moves pages to where they are used. The host may use the elements as soon as the
/// kernels that use them are done: synchronize first. A copy from or to a ManagedBuffer works like one of a
/// Buffer. Move-only; a moved-from buffer is empty. The destructor waits for the device, and never throws.
///
/// Advice and prefetching only change how fast accesses are; on the CPU device they do nothing.
template <class T> class ManagedBuffer {
  static_assert(std::is_trivially_copyable_v<T> && !std::is_const_v<T> && !std::is_volatile_v<T>,
                "kcc: a ManagedBuffer's element is copied byte by byte: take a trivially copyable type "
                "without const or volatile");

public:
  using value_type = T;

  /// Allocates uninitialized memory for `count` elements, which may be 0. Throws Error if there is not enough
  /// memory.
  ManagedBuffer(const Device &device, std::size_t count) : memory_(device, count, sizeof(T)) {}
  /// Allocates memory and copies `values` to it.
  ManagedBuffer(const Device &device, std::span<const T> values) : ManagedBuffer(device, values.size()) {
    std::copy(values.begin(), values.end(), data());
  }

  std::size_t size() const noexcept { return memory_.bytes() / sizeof(T); } ///< elements
  std::size_t bytes() const noexcept { return memory_.bytes(); }
  bool empty() const noexcept { return size() == 0; }
  const Device &device() const noexcept { return memory_.device(); }

  T *data() noexcept { return static_cast<T *>(memory_.data()); }
  const T *data() const noexcept { return static_cast<const T *>(memory_.data()); }
  T *begin() noexcept { return data(); }
  T *end() noexcept { return data() + size(); }
  const T *begin() const noexcept { return data(); }
  const T *end() const noexcept { return data() + size(); }
  T &operator[](std::size_t i) noexcept { return data()[i]; }
  const T &operator[](std::size_t i) const noexcept { return data()[i]; }
  std::span<T> span() noexcept { return {data(), size()}; }
  std::span<const T> span() const noexcept { return {data(), size()}; }

  /// The elements as device memory of device(), to copy, to fill or to pass a part of them to a kernel.
  BufferView<T> view() noexcept { return {device(), data(), size()}; }
  BufferView<const T> view() const noexcept { return {device(), data(), size()}; }
  /// The same as memory of another device of this kind.
  BufferView<T> view(const Device &other) noexcept { return {other, data(), size()}; }
  BufferView<const T> view(const Device &other) const noexcept { return {other, data(), size()}; }

  /// The elements are rarely written: devices that read them get copies of their own.
  void set_read_mostly(bool is_set = true) { memory_.set_read_mostly(is_set); }
  /// Pages stay with this device, or on the host, if that is possible. Throws Error if the device cannot
  /// access managed memory at the same time as the host.
  void set_preferred_location(const Device &device) { memory_.set_preferred_location(device); }
  void set_preferred_location_host() { memory_.set_preferred_location_host(); }
  void clear_preferred_location() { memory_.clear_preferred_location(); }
  /// Pages are always mapped for this device, or for the host, so that its accesses cause no page faults.
  void set_accessed_by(const Device &device, bool is_set = true) { memory_.set_accessed_by(device, is_set); }
  void set_accessed_by_host(bool is_set = true) { memory_.set_accessed_by_host(is_set); }

  /// Moves the pages to the stream's device, in stream order. Throws Error if the device cannot access
  /// managed memory at the same time as the host.
  void prefetch(Stream &stream) const { memory_.prefetch(stream, false); }
  /// Moves the pages to the host, in stream order.
  void prefetch_to_host(Stream &stream) const { memory_.prefetch(stream, true); }

private:
  detail::ManagedMemory memory_;
};

} // namespace kcc

#endif
