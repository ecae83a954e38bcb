// Kernel variables that the host reads and writes by name.
#ifndef KCC_RUNTIME_GLOBAL_H
#define KCC_RUNTIME_GLOBAL_H

#include <kcc/abi/image.h>
#include <kcc/runtime/kernel.h>

#include <array>
#include <cstddef>
#include <memory>
#include <ranges>
#include <string>
#include <type_traits>

namespace kcc {

class Module;

namespace core {
class LoadedModule;
struct LoadedGlobal;
} // namespace core

namespace detail {

/// The value type of an array: T[2][3] is std::array<std::array<T, 3>, 2>, which has the same bytes.
template <class T> struct GlobalValue {
  using Type = T;
};
template <class T, std::size_t Size> struct GlobalValue<T[Size]> {
  using Type = std::array<typename GlobalValue<T>::Type, Size>;
};

} // namespace detail

/// A variable at namespace scope, used by kernels of a kernel file, of type T, which may be an array: `int
/// limit;` or `[[kcc::constant]] float weights[9];`. The generated header has one constant for each variable;
/// Stream::write, Stream::read and Stream::span take it.
///
/// Each CUDA device has its own copy, and so has each explicitly loaded Module. It gets the value of the
/// variable's initializer when the code is loaded, at the first use of the image on the device. The CPU
/// device has one copy per program. Two kernel files that include a header with an `inline` variable have one
/// copy each.
template <class T> struct Global {
  static_assert(std::is_trivially_copyable_v<T>,
                "kcc: a variable that the host reads and writes is copied byte by byte: it must have a "
                "trivially copyable type");
  using value_type = typename detail::GlobalValue<T>::Type; ///< T; std::array for arrays
  using element_type = std::remove_extent_t<T>; ///< the element type of span(); T itself if T is no array

  const abi::Image *image;
  const char *name;   ///< qualified C++ name
  const char *symbol; ///< in the PTX
};

/// A variable of a module, looked up by name. Copyable; it keeps the module's code loaded. May be used from
/// any thread.
template <class T> class ModuleGlobal {
public:
  using value_type = typename Global<T>::value_type; ///< T; std::array for arrays
  using element_type =
      typename Global<T>::element_type; ///< the element type of span(); T itself if T is no array

private:
  friend class Module;
  friend class Stream;
  ModuleGlobal(std::shared_ptr<core::LoadedModule> module, core::LoadedGlobal &global) noexcept
      : module_(std::move(module)), global_(&global) {}
  std::shared_ptr<core::LoadedModule> module_;
  core::LoadedGlobal *global_;
};

namespace detail {

template <class T> inline constexpr ParameterType global_type{signature<T>(), sizeof(T), alignof(T)};

/// Whether a range has the element type of the array T and is not the array's value type.
template <class Range, class T>
concept is_range_for = std::ranges::contiguous_range<const Range> && std::ranges::sized_range<const Range> &&
                       std::is_same_v<std::ranges::range_value_t<const Range>, std::remove_extent_t<T>> &&
                       !std::is_same_v<Range, typename GlobalValue<T>::Type>;

template <class T> inline constexpr std::size_t global_count = std::is_array_v<T> ? std::extent_v<T> : 1;

} // namespace detail

} // namespace kcc

#endif
