// Loading typed kernels before their first launch.
#ifndef KCC_RUNTIME_LOAD_H
#define KCC_RUNTIME_LOAD_H

#include <kcc/abi/image.h>
#include <kcc/runtime/device.h>
#include <kcc/runtime/kernel.h>

namespace kcc {

namespace detail {
void load_kernel(const Device &device, const abi::Image &image, const char *entry,
                 const ParameterTypes &types);

template <class... P> void load_typed(const Device &device, const Kernel<P...> &kernel) {
  load_kernel(device, *kernel.image, kernel.entry, parameter_types<P...>);
}
} // namespace detail

/// Does now what the first launch of each of these kernels on the device would do: makes the device's
/// context, compiles the PTX of their image, and puts the kernels' code onto the device. Their first launch
/// then costs what later ones do. Waits for the compiler, not for work on the device. Throws Error like a
/// launch.
template <class... Kernels> void load(const Device &device, const Kernels &...kernels) {
  (detail::load_typed(device, kernels), ...);
}

/// The same for all kernels of an image, that is of one source: `load(device, *my_kernels::add.image)`.
void load(const Device &device, const abi::Image &image);

} // namespace kcc

#endif
