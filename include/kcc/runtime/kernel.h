// Typed handles of kernels, as the generated header declares them.
#ifndef KCC_RUNTIME_KERNEL_H
#define KCC_RUNTIME_KERNEL_H

#include <kcc/abi/image.h>
#include <kcc/runtime/signature.h>

#include <array>
#include <cstddef>
#include <memory>
#include <string_view>
#include <utility>

namespace kcc {

class Module;

namespace core {
class LoadedModule;
struct LoadedKernel;
} // namespace core
namespace detail {
struct KernelAccess;
}

/// A kernel with parameters of the types `P`. The generated header has one constant for each kernel.
/// Stream::launch launches it and loads the image at the first launch on a device. The image must stay mapped
/// until the process ends, so a library with kernels must not be unloaded.
template <class... P> struct Kernel {
  const abi::Image *image;
  const char *name;  ///< qualified C++ name
  const char *entry; ///< symbol in the PTX
};

/// A typed kernel together with the code to run: that of a module (Module::kernel) or, if made from a Kernel,
/// that of the image. Copyable; it keeps the module's code loaded. May be used from any thread.
template <class... P> class BoundKernel {
public:
  BoundKernel(const Kernel<P...> &kernel) noexcept : kernel_(kernel) {} // implicit: a Kernel is also accepted

private:
  friend class Module;
  friend class Stream;
  friend struct detail::KernelAccess;
  BoundKernel(const Kernel<P...> &kernel, std::shared_ptr<core::LoadedModule> module,
              core::LoadedKernel &loaded) noexcept
      : kernel_(kernel), module_(std::move(module)), loaded_(&loaded) {}
  Kernel<P...> kernel_;
  std::shared_ptr<core::LoadedModule> module_;
  core::LoadedKernel *loaded_ = nullptr; ///< null: use the image's
};

/// The value of a kernel template for arguments for which its source does not instantiate it. It cannot be
/// launched: write `template void scale<float>(std::span<float>);` in the kernel's source.
struct MissingInstantiation {};

namespace detail {

/// What a launch compares with the manifest for one parameter.
struct ParameterType {
  std::string_view signature;
  std::size_t size, align; ///< bytes
};

/// The parameters of one kernel type. Its address identifies the type `Kernel<P...>`.
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
