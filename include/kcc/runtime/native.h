// The driver's handles of kernels, and memory of other code. Stream, Event, Module and Device have functions
// for theirs.
#ifndef KCC_RUNTIME_NATIVE_H
#define KCC_RUNTIME_NATIVE_H

#include <kcc/runtime/buffer_view.h>
#include <kcc/runtime/device.h>
#include <kcc/runtime/occupancy.h>

#include <cstddef>

namespace kcc {

namespace detail {
void *native_function(core::LoadedKernel &);
void check_memory(const Device &, const void *data, std::size_t count, std::size_t element_bytes,
                  std::size_t alignment);
} // namespace detail

/// The driver's handle (a CUfunction) of a kernel, typed or of a module, on the device; null on the CPU
/// device. Loads the kernel's image if necessary; throws Error if it cannot be loaded or the module is on
/// another device. The function belongs to its module: it is valid as long as that is loaded, which for a
/// typed kernel is until the process ends.
template <class K> void *native_function(const Device &device, const K &kernel) {
  return detail::native_function(detail::KernelAccess::find(device, kernel));
}

/// A view of `count` elements of memory that other code allocated (cudaMalloc, a tensor's data_ptr()), after
/// asking the driver about it. Throws Error unless all of it is device memory of `device` or managed memory,
/// and aligned for T. The CPU device takes all memory of the host. BufferView's constructor asks nothing.
template <class T> BufferView<T> adopt_memory(const Device &device, T *data, std::size_t count) {
  detail::check_memory(device, data, count, sizeof(T), alignof(T));
  return {device, data, count};
}

} // namespace kcc

#endif
