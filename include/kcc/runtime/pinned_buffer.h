// Page-locked memory of the host, which copies use without the program's thread.
#ifndef KCC_RUNTIME_PINNED_BUFFER_H
#define KCC_RUNTIME_PINNED_BUFFER_H

#include <kcc/runtime/buffer_view.h>
#include <kcc/runtime/device.h>

#include <algorithm>
#include <cstddef>
#include <span>
#include <type_traits>

namespace kcc {

struct PinnedOptions {
  /// The host writes faster and reads very slowly. For memory that only devices read.
  bool write_combined = false;
  /// Kernels may use the memory directly, through the bus. On current GPUs this costs nothing.
  bool mapped = true;
};

namespace detail {

/// The untyped owner inside a PinnedBuffer.
class PinnedMemory {
public:
  PinnedMemory(const Device &device, std::size_t count, std::size_t element_bytes, PinnedOptions options);
  PinnedMemory(PinnedMemory &&other) noexcept;
  PinnedMemory &operator=(PinnedMemory &&other) noexcept;
  ~PinnedMemory();

  const Device &device() const noexcept { return device_; }
  void *data() const noexcept { return data_; }
  std::size_t bytes() const noexcept { return bytes_; }
  /// Throws Error if it is not mapped.
  void *device_data() const;

private:
  Device device_;
  void *data_ = nullptr;
  void *device_data_ = nullptr;
  std::size_t bytes_ = 0;
};

} // namespace detail

/// `size()` elements of page-locked host memory, aligned to at least 64 bytes. Copies from and to it run at
/// the bus's full rate and asynchronously: see kcc::copy. It belongs to all devices of its device's kind. It
/// is a contiguous range, so it converts to std::span. If mapped, it is also an argument of a launch.
/// Move-only; a moved-from buffer is empty. The destructor waits for the device, and never throws.
///
/// Page-locked memory is taken from all other programs: allocate little, and rarely, because it is slow.
template <class T> class PinnedBuffer {
  static_assert(
      std::is_trivially_copyable_v<T> && !std::is_const_v<T> && !std::is_volatile_v<T>,
      "kcc: a PinnedBuffer's element is copied byte by byte: take a trivially copyable type without "
      "const or volatile");

public:
  using value_type = T;

  /// Allocates uninitialized memory for `count` elements, which may be 0. Throws Error if there is not enough
  /// memory.
  PinnedBuffer(const Device &device, std::size_t count, PinnedOptions options = {})
      : memory_(device, count, sizeof(T), options) {}
  /// Allocates memory and copies `values` to it.
  PinnedBuffer(const Device &device, std::span<const T> values, PinnedOptions options = {})
      : PinnedBuffer(device, values.size(), options) {
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

  /// The address in kernels, which may differ from data(). Throws Error if the memory is not mapped.
  T *device_data() const { return static_cast<T *>(memory_.device_data()); }
  /// The elements as an argument of a launch on `device`, to pass a part of them. Throws Error if the memory
  /// is not mapped.
  BufferView<T> device_view(const Device &device) { return {device, device_data(), size()}; }
  BufferView<const T> device_view(const Device &device) const { return {device, device_data(), size()}; }

private:
  detail::PinnedMemory memory_;
};

} // namespace kcc

#endif
