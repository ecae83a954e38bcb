// The typed name of a kernel, as the generated header declares it.
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

/// A kernel with parameters of the types `P`. The generated header makes one constant for each kernel; it
/// is launched by Stream::launch, which loads the image at the first launch on a device. The image must
/// stay until the process ends, so a library with kernels must not be unloaded.
template <class... P> struct Kernel {
  const abi::Image *image;
  const char *name;  ///< qualified C++ name
  const char *entry; ///< symbol in the PTX
};

/// A typed kernel together with the code to run: a module's (Module::kernel), or, made from a Kernel, the
/// image's. Copyable; it keeps the module's code loaded. May be used from any thread.
template <class... P> class BoundKernel {
public:
  BoundKernel(const Kernel<P...> &kernel) noexcept : kernel_(kernel) {} // implicit: a Kernel will do

private:
  friend class Module;
  friend class Stream;
  BoundKernel(const Kernel<P...> &kernel, std::shared_ptr<core::LoadedModule> module,
              core::LoadedKernel &loaded) noexcept
      : kernel_(kernel), module_(std::move(module)), loaded_(&loaded) {}
  Kernel<P...> kernel_;
  std::shared_ptr<core::LoadedModule> module_;
  core::LoadedKernel *loaded_ = nullptr; ///< null: the image's
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
