// Locks the pages of memory that the program has allocated itself.
#ifndef KCC_RUNTIME_REGISTERED_MEMORY_H
#define KCC_RUNTIME_REGISTERED_MEMORY_H

#include <kcc/runtime/buffer_view.h>
#include <kcc/runtime/device.h>

#include <cstddef>
#include <ranges>
#include <span>
#include <type_traits>

namespace kcc {

struct RegisterOptions {
  bool mapped = true;     ///< kernels may use the memory directly, through the bus
  bool read_only = false; ///< the process may only read the memory, as in a file mapped for reading
};

/// Makes existing host memory page-locked as long as the object lives, so that copies from and to it are
/// asynchronous (kcc::copy). The memory must live longer than this object. Locking is slow, so it pays for
/// memory that is copied often. Move-only. The destructor waits for the device, and never throws.
class RegisteredMemory {
public:
  /// Locks the pages of `memory`: a span, a vector, an array. Throws Error if some of it is page-locked
  /// already, or if the system does not allow so much.
  template <class Range>
    requires(std::ranges::contiguous_range<Range> && std::ranges::sized_range<Range> &&
             (std::is_lvalue_reference_v<Range> || std::ranges::borrowed_range<Range>))
  RegisteredMemory(const Device &device, Range &&memory, RegisterOptions options = {})
      : RegisteredMemory(device, std::ranges::data(memory),
                         std::ranges::size(memory) * sizeof(*std::ranges::data(memory)), options) {}
  RegisteredMemory(const Device &device, const void *memory, std::size_t bytes, RegisterOptions options = {});
  RegisteredMemory(RegisteredMemory &&other) noexcept;
  RegisteredMemory &operator=(RegisteredMemory &&other) noexcept;
  ~RegisteredMemory();

  const Device &device() const noexcept { return device_; }
  const void *data() const noexcept { return data_; }
  std::size_t bytes() const noexcept { return bytes_; }

  /// A part of the memory as an argument of a launch on `device`. Throws Error if it is not inside, or not
  /// mapped.
  template <class T> BufferView<T> device_view(const Device &device, std::span<T> part) const {
    return {device, static_cast<T *>(device_address(part.data(), part.size_bytes())), part.size()};
  }

private:
  void *device_address(const void *part, std::size_t bytes) const;

  Device device_;
  const void *data_ = nullptr;
  std::byte *device_data_ = nullptr;
  std::size_t bytes_ = 0;
};

} // namespace kcc

#endif
