// The typed name of a kernel, as the generated header declares it.
#ifndef KCC_RUNTIME_KERNEL_H
#define KCC_RUNTIME_KERNEL_H

#include <kcc/image.h>
#include <kcc/runtime/signature.h>

#include <array>
#include <cstddef>
#include <string_view>

namespace kcc {

class Module;

/// A kernel with parameters of the types `P`. The generated header makes one constant for each kernel; it
/// is launched by Stream::launch, which loads the image at the first launch on a device. The image must
/// stay until the process ends, so a library with kernels must not be unloaded.
template <class... P> struct Kernel {
  const abi::Image *image;
  const char *name;               ///< qualified C++ name
  const char *entry;              ///< symbol in the PTX
  const Module *module = nullptr; ///< take the code from this module instead of the image
};

/// A kernel template's value for arguments that its source does not instantiate it for. No launch takes it:
/// write `template void scale<float>(std::span<float>);` in the kernel's source.
struct MissingInstantiation {};

namespace detail {

/// What a launch holds against the manifest for one parameter.
struct ParameterType {
  std::string_view signature;
  std::size_t size, align; ///< bytes
};

/// The parameters of one kernel type. Its address stands for the type `Kernel<P...>`.
struct ParameterTypes {
  const ParameterType *types;
  std::size_t count;
};

template <class... P>
inline constexpr std::array<ParameterType, sizeof...(P)> parameter_type_list{
    ParameterType{signature<P>(), sizeof(P), alignof(P)}...};

template <class... P>
inline constexpr ParameterTypes parameter_types{parameter_type_list<P...>.data(), sizeof...(P)};

} // namespace detail

} // namespace kcc

#endif
