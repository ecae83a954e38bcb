// Page-locked memory for the containers of the standard library.
#ifndef KCC_RUNTIME_PINNED_ALLOCATOR_H
#define KCC_RUNTIME_PINNED_ALLOCATOR_H

#include <kcc/runtime/device.h>

#include <cstddef>
#include <limits>
#include <new>

namespace kcc {

namespace detail {
void *allocate_pinned(const Device &device, std::size_t bytes);
void release_pinned(const Device &device, void *memory) noexcept;
} // namespace detail

/// An allocator of page-locked memory: `std::vector<float, kcc::pinned_allocator<float>> v(n, device);`.
/// Throws Error if there is not enough. Freeing waits for the device.
template <class T> class pinned_allocator {
public:
  using value_type = T;

  pinned_allocator(const Device &device) noexcept : device_(device) {} // implicit: for `v(n, device)`
  template <class U> pinned_allocator(const pinned_allocator<U> &other) noexcept : device_(other.device()) {}

  T *allocate(std::size_t count) {
    if (count > std::numeric_limits<std::size_t>::max() / sizeof(T))
      throw std::bad_array_new_length();
    return static_cast<T *>(detail::allocate_pinned(device_, count * sizeof(T)));
  }
  void deallocate(T *memory, std::size_t) noexcept { detail::release_pinned(device_, memory); }
  const Device &device() const noexcept { return device_; }

  friend bool operator==(const pinned_allocator &, const pinned_allocator &) = default;

private:
  static_assert(alignof(T) <= 64, "kcc: pinned_allocator aligns to 64 bytes");
  Device device_;
};

} // namespace kcc

#endif
