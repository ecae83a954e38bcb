// Converts the arguments of a launch to the kernel's parameters. Users see this file only in the error
// messages of a launch that does not compile.
#ifndef KCC_RUNTIME_ARGUMENTS_H
#define KCC_RUNTIME_ARGUMENTS_H

#include <kcc/runtime/buffer.h>
#include <kcc/runtime/growable_buffer.h>
#include <kcc/runtime/ipc.h>
#include <kcc/runtime/kernel.h>
#include <kcc/runtime/launch_config.h>
#include <kcc/runtime/layout.h>
#include <kcc/runtime/managed_buffer.h>
#include <kcc/runtime/pinned_buffer.h>
#include <kcc/runtime/pitched_buffer.h>

#include <array>
#include <cstddef>
#include <cstring>
#include <span>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

namespace kcc {
class ModuleKernel;
template <class R, int type> struct TextureView;
template <class T, int type> struct SurfaceView;
template <class R, int type> class Texture;
template <class T, int type> class Surface;
} // namespace kcc

namespace kcc::detail {

/// What is wrong with one argument of a launch.
enum class Mistake {
  none,
  temporary_buffer,
  read_only,
  host_memory,
  other_element,
  double_to_float,
  float_to_integer,
  integer_to_float,
  bool_and_number,
  enumeration_and_number,
  other_type
};

/// What owns or views device memory and knows its device.
template <class T> struct BufferTraits : std::false_type {};
template <class T> struct BufferTraits<Buffer<T>> : std::true_type {
  using Element = T;
  static constexpr bool is_owner = true; // and read-only if it is const itself
  static constexpr bool is_of_all_devices = false;
};
template <class T> struct BufferTraits<GrowableBuffer<T>> : BufferTraits<Buffer<T>> {};
template <class T> struct BufferTraits<IpcBuffer<T>> : BufferTraits<Buffer<T>> {};
/// Memory of the host, which belongs to all devices of a kind.
template <class T> struct BufferTraits<PinnedBuffer<T>> : BufferTraits<Buffer<T>> {
  static constexpr bool is_of_all_devices = true;
};
template <class T> struct BufferTraits<ManagedBuffer<T>> : BufferTraits<PinnedBuffer<T>> {};
template <class T> struct BufferTraits<BufferView<T>> : std::true_type {
  using Element = std::remove_const_t<T>;
  static constexpr bool is_owner = false;
  static constexpr bool is_of_all_devices = false;
  static constexpr bool is_read_only = std::is_const_v<T>;
};
template <class T> struct SpanTraits : std::false_type {};
template <class T, std::size_t Extent> struct SpanTraits<std::span<T, Extent>> : std::true_type {
  using Element = T;
  static constexpr std::size_t extent = Extent;
};

template <class T> inline constexpr bool is_buffer = BufferTraits<std::remove_cvref_t<T>>::value;
/// The address of a buffer's elements in kernels.
template <class B> auto *kernel_elements(B &buffer) {
  return buffer.data();
}
template <class T> T *kernel_elements(const PinnedBuffer<T> &buffer) {
  return buffer.device_data();
}
template <class T> T *kernel_elements(PinnedBuffer<T> &buffer) {
  return buffer.device_data();
}
/// Whether kernels on the device may use the buffer.
template <class B> bool is_usable_on(const Device &device, const B &buffer) {
  if constexpr (BufferTraits<B>::is_of_all_devices)
    return buffer.device().backend() == device.backend();
  else
    return buffer.device() == device;
}
/// Matrices and volumes with a device, and the parameters for which launches take them.
template <class T> struct PitchedTraits : std::false_type {};
template <class T, std::size_t Rank> struct PitchedTraits<PitchedBuffer<T, Rank>> : std::true_type {
  using View = PitchedView<T, Rank>;
  static constexpr bool is_owner = true;
};
template <class T, std::size_t Rank> struct PitchedTraits<PitchedBufferView<T, Rank>> : std::true_type {
  using View = PitchedView<T, Rank>;
  static constexpr bool is_owner = false;
};
template <class T> struct PitchedParameter : std::false_type {};
template <class T, std::size_t R> struct PitchedParameter<PitchedView<T, R>> : std::true_type {
  using Element = T;
  static constexpr std::size_t rank = R;
};

/// Checks a matrix or volume, passed as `A &&`, against the parameter type `P`.
template <class P, class A> consteval Mistake judge_pitched() {
  using Traits = PitchedTraits<std::remove_cvref_t<A>>;
  using Given = PitchedParameter<typename Traits::View>;
  if constexpr (!PitchedParameter<P>::value)
    return Mistake::other_type;
  else if constexpr (PitchedParameter<P>::rank != Given::rank)
    return Mistake::other_type;
  else if constexpr (Traits::is_owner && !std::is_lvalue_reference_v<A>)
    return Mistake::temporary_buffer;
  else if constexpr (!std::is_same_v<std::remove_const_t<typename PitchedParameter<P>::Element>,
                                     std::remove_const_t<typename Given::Element>>)
    return Mistake::other_element;
  else {
    constexpr bool is_read_only = (Traits::is_owner && std::is_const_v<std::remove_reference_t<A>>) ||
                                  std::is_const_v<typename Given::Element>;
    return is_read_only && !std::is_const_v<typename PitchedParameter<P>::Element> ? Mistake::read_only
                                                                                   : Mistake::none;
  }
}

/// Textures and surfaces, and the parameters for which launches take them.
template <class T> struct TextureTraits : std::false_type {};
template <class R, int t> struct TextureTraits<Texture<R, t>> : std::true_type {
  using View = TextureView<R, t>;
  using ReadOnlyView = View;
};
template <class T, int t> struct TextureTraits<Surface<T, t>> : std::true_type {
  using View = SurfaceView<T, t>;
  using ReadOnlyView = SurfaceView<const T, t>;
};
/// Whether two parameters differ in their elements alone.
template <class P, class View> inline constexpr bool differs_in_element = false;
template <class A, class B, int t>
inline constexpr bool differs_in_element<TextureView<A, t>, TextureView<B, t>> = true;
template <class A, class B, int t>
inline constexpr bool differs_in_element<SurfaceView<A, t>, SurfaceView<B, t>> = true;

/// Checks a texture or surface, passed as `A &&`, against the parameter type `P`.
template <class P, class A> consteval Mistake judge_texture() {
  using Traits = TextureTraits<std::remove_cvref_t<A>>;
  if constexpr (std::is_same_v<P, typename Traits::View> ||
                std::is_same_v<P, typename Traits::ReadOnlyView>) {
    if constexpr (!std::is_lvalue_reference_v<A>)
      return Mistake::temporary_buffer;
    else
      return std::is_const_v<std::remove_reference_t<A>> && !std::is_same_v<P, typename Traits::ReadOnlyView>
                 ? Mistake::read_only
                 : Mistake::none;
  } else {
    return differs_in_element<P, typename Traits::View> ? Mistake::other_element : Mistake::other_type;
  }
}

/// Whether a buffer, passed as `A &&`, may only be read.
template <class A> consteval bool is_read_only_buffer() {
  using Traits = BufferTraits<std::remove_cvref_t<A>>;
  if constexpr (Traits::is_owner)
    return std::is_const_v<std::remove_reference_t<A>>;
  else
    return Traits::is_read_only;
}
/// Whether a buffer, passed as `A &&`, would be freed at the end of the launch's statement.
template <class A> consteval bool is_temporary_buffer() {
  return BufferTraits<std::remove_cvref_t<A>>::is_owner && !std::is_lvalue_reference_v<A>;
}
template <class T> inline constexpr bool is_span = SpanTraits<T>::value;
template <class T> inline constexpr bool is_number = is_integer<T> || std::is_floating_point_v<T>;
/// Containers, arrays and pointers to them: host memory, as far as a type can tell.
template <class T>
inline constexpr bool is_host_memory = std::ranges::range<T> || std::is_array_v<std::remove_cvref_t<T>>;

template <class T> struct ElementOf {
  using Type = void;
};
template <class T, std::size_t Extent> struct ElementOf<std::span<T, Extent>> {
  using Type = T;
};
template <class T> struct ElementOf<T *> {
  using Type = T;
};

/// Checks the argument type `A` (a reference type, as deduced for `A &&`) against the parameter type `P`.
template <class P, class A> consteval Mistake judge_argument() {
  using V = std::remove_cvref_t<A>;
  using E = typename ElementOf<P>::Type; // what a span or pointer parameter points to
  constexpr bool memory_parameter = is_span<P> || std::is_pointer_v<P>;
  if constexpr (is_buffer<V>) {
    if constexpr (!memory_parameter)
      return Mistake::other_type;
    else if constexpr (is_temporary_buffer<A>())
      return Mistake::temporary_buffer;
    else if constexpr (!std::is_same_v<std::remove_const_t<E>, typename BufferTraits<V>::Element>)
      return Mistake::other_element;
    else if constexpr (is_read_only_buffer<A>() && !std::is_const_v<E>)
      return Mistake::read_only;
    else
      return Mistake::none;
  } else if constexpr (PitchedTraits<V>::value) {
    return judge_pitched<P, A>();
  } else if constexpr (TextureTraits<V>::value) {
    return judge_texture<P, A>();
  } else if constexpr (std::is_same_v<P, V>) {
    return Mistake::none;
  } else if constexpr ((is_span<P> && is_span<V>) || (std::is_pointer_v<P> && std::is_pointer_v<V>)) {
    using F = typename ElementOf<V>::Type;
    if constexpr (!std::is_same_v<std::remove_const_t<E>, std::remove_const_t<F>>)
      return Mistake::other_element;
    else if constexpr (std::is_const_v<F> && !std::is_const_v<E>)
      return Mistake::read_only;
    else
      return std::is_convertible_v<V, P> ? Mistake::none : Mistake::other_type;
  } else if constexpr (std::is_pointer_v<P> && std::is_same_v<V, std::nullptr_t>) {
    return Mistake::none;
  } else if constexpr (memory_parameter && is_host_memory<A> && !is_span<V>) {
    return Mistake::host_memory;
  } else if constexpr (is_integer<P> && is_integer<V>) {
    return Mistake::none; // whether the value fits is checked at run time
  } else if constexpr (std::is_floating_point_v<P> && std::is_floating_point_v<V>) {
    return sizeof(P) >= sizeof(V) ? Mistake::none : Mistake::double_to_float;
  } else if constexpr (is_integer<P> && std::is_floating_point_v<V>) {
    return Mistake::float_to_integer;
  } else if constexpr (std::is_floating_point_v<P> && is_integer<V>) {
    return Mistake::integer_to_float;
  } else if constexpr ((std::is_same_v<P, bool> && is_number<V>) ||
                       (is_number<P> && std::is_same_v<V, bool>)) {
    return Mistake::bool_and_number;
  } else if constexpr ((std::is_enum_v<P> && is_number<V>) || (is_number<P> && std::is_enum_v<V>)) {
    return Mistake::enumeration_and_number;
  } else {
    return Mistake::other_type;
  }
}

/// The target of a launch, for checks and messages.
struct LaunchSite {
  const Device &device;
  const char *kernel;
  const char *module;
};

[[noreturn]] void fail_integer(const LaunchSite &site, std::size_t number, bool negative,
                               unsigned long long magnitude, std::string_view parameter);
[[noreturn]] void fail_value(bool negative, unsigned long long magnitude, std::string_view type);
[[noreturn]] void fail_extent(const LaunchSite &site, std::size_t number, std::size_t parameter,
                              std::size_t given);
[[noreturn]] void fail_other_device(const LaunchSite &site, std::size_t number, const Device &given);

/// Converts an integer. If it does not fit, calls \p fail with whether it is negative and its magnitude.
template <class To, class From, class Fail> constexpr To convert_integer(From value, Fail fail) {
  const To converted = static_cast<To>(value);
  // A value that fits survives the round trip and keeps its sign.
  if (static_cast<From>(converted) != value || (converted < To{}) != (value < From{})) {
    const bool negative = value < From{};
    const auto magnitude = static_cast<unsigned long long>(value);
    fail(negative, negative ? 0 - magnitude : magnitude);
  }
  return converted;
}

/// Converts a number for a kernel variable, by the rules for arguments (is_number_for).
template <class T, class V> constexpr T convert_number(V value) {
  if constexpr (is_integer<T> && is_integer<V>)
    return convert_integer<T>(value, [](bool negative, unsigned long long magnitude) {
      fail_value(negative, magnitude, signature<T>());
    });
  else
    return static_cast<T>(value);
}

/// Converts an argument that judge_argument has accepted to the parameter.
template <std::size_t number, class P, class A>
constexpr P convert_argument(A &&argument, const LaunchSite &site) {
  using V = std::remove_cvref_t<A>;
  if constexpr (is_buffer<V>) {
    if (!is_usable_on(site.device, argument))
      fail_other_device(site, number, argument.device());
    if constexpr (is_span<P>) {
      if (SpanTraits<P>::extent != std::dynamic_extent && argument.size() != SpanTraits<P>::extent)
        fail_extent(site, number, SpanTraits<P>::extent, argument.size());
      return P(kernel_elements(argument), argument.size());
    } else {
      return kernel_elements(argument);
    }
  } else if constexpr (PitchedTraits<V>::value || TextureTraits<V>::value) {
    if (!(argument.device() == site.device))
      fail_other_device(site, number, argument.device());
    return argument.kernel_view();
  } else if constexpr (is_integer<P> && is_integer<V> && !std::is_same_v<P, V>) {
    return convert_integer<P>(argument, [&](bool negative, unsigned long long magnitude) {
      fail_integer(site, number, negative, magnitude, signature<P>());
    });
  } else {
    return argument;
  }
}

/// One argument of a launch whose parameter types are only known at run time.
struct RuntimeArgument {
  enum class Kind { exact, buffer, span, pointer, integer, floating };
  Kind kind = Kind::exact;
  bool read_only = false;          ///< buffer, span, pointer: elements are const
  bool negative = false;           ///< integer: below zero
  std::string_view signature;      ///< of the argument's type; of the element's type for memory
  const void *value = nullptr;     ///< the argument's bytes
  std::size_t size = 0;            ///< bytes of the argument
  std::size_t count = 0;           ///< buffer, span: elements
  const Device *device = nullptr;  ///< buffer: where it lives
  bool of_all_devices = false;     ///< buffer: of all devices of that device's kind
  LayoutFunction layout = nullptr; ///< of the class that the argument is, points to or is an array of
  alignas(16) std::array<std::byte, 16> slot{}; ///< the converted parameter, if a conversion is needed
};

template <class A> consteval Mistake judge_runtime_argument() {
  using V = std::remove_cvref_t<A>;
  if constexpr (is_buffer<V>)
    return is_temporary_buffer<A>() ? Mistake::temporary_buffer : Mistake::none;
  else if constexpr (is_span<V> || std::is_pointer_v<V> || is_number<V>)
    return Mistake::none;
  else if constexpr (std::is_array_v<V> || !is_copied_by_its_bytes<V>)
    return is_host_memory<A> ? Mistake::host_memory : Mistake::other_type;
  else
    return Mistake::none;
}

/// The parameter of a kernel whose parameters are known at run time.
struct AnyParameter {};

template <class P, class A> consteval Mistake judge() {
  if constexpr (std::is_same_v<P, AnyParameter>)
    return judge_runtime_argument<A>();
  else
    return judge_argument<P, A>();
}

/// The first wrong argument of a launch, or number 0. It is a type because compilers print the types for
/// which an assertion fails.
template <std::size_t number_, class Parameter, class Given> struct Argument {
  static constexpr std::size_t number = number_; ///< from 1
  static constexpr Mistake mistake = judge<Parameter, Given>();
};
template <class Parameter, class Given> struct Argument<0, Parameter, Given> {
  static constexpr std::size_t number = 0;
  static constexpr Mistake mistake = Mistake::none;
};

template <class... T> struct Types {
  static constexpr std::size_t count = sizeof...(T);
};

template <class Parameters, class Arguments> struct FirstWrong {
  using Type = Argument<0, void, void>; // not as many parameters as arguments
};
template <class... P, class... A>
  requires(sizeof...(P) == sizeof...(A))
struct FirstWrong<Types<P...>, Types<A...>> {
  static constexpr std::size_t find() { // not consteval, for clang 14
    std::size_t number = 0, first = 0;
    ((++number, first = first == 0 && judge<P, A>() != Mistake::none ? number : first), ...);
    return first;
  }
  static constexpr std::size_t number = find();
  template <std::size_t n> static auto type() {
    if constexpr (n == 0)
      return Argument<0, void, void>();
    else
      return Argument<n, std::tuple_element_t<n - 1, std::tuple<P...>>,
                      std::tuple_element_t<n - 1, std::tuple<A...>>>();
  }
  using Type = decltype(type<number>());
};

/// Whether the argument has no mistake of this kind.
template <Mistake mistake, class Argument> inline constexpr bool has_no = Argument::mistake != mistake;

/// What can be launched. The parameters of a kernel taken by name are as many as the arguments.
template <class Kernel, std::size_t arguments> struct Launchable {
  static constexpr bool is_kernel = false, is_typed = false;
  using Parameters = Types<>;
};
template <class... P, std::size_t arguments> struct Launchable<Kernel<P...>, arguments> {
  static constexpr bool is_kernel = true, is_typed = true;
  using Parameters = Types<P...>;
};
template <class... P, std::size_t arguments>
struct Launchable<BoundKernel<P...>, arguments> : Launchable<Kernel<P...>, arguments> {};
template <std::size_t arguments> struct Launchable<ModuleKernel, arguments> {
  static constexpr bool is_kernel = true, is_typed = false;
  template <std::size_t... I>
  static Types<std::enable_if_t<(I >= 0), AnyParameter>...> parameters(std::index_sequence<I...>);
  using Parameters = decltype(parameters(std::make_index_sequence<arguments>()));
};

// The conditions of a launch, as variables whose names a compiler's error shows.
template <class Kernel> inline constexpr bool is_kernel = Launchable<Kernel, 0>::is_kernel;
template <class Kernel> inline constexpr bool is_instantiated = !std::is_same_v<Kernel, MissingInstantiation>;
template <class Config>
inline constexpr bool is_launch_config = std::is_convertible_v<const Config &, const LaunchConfig &>;
template <std::size_t parameters, std::size_t arguments>
inline constexpr bool has_all_arguments = parameters == arguments;
template <class Variable, class Value>
inline constexpr bool is_number_for = judge_argument<Variable, Value>() == Mistake::none;

/// Describes an argument, which was passed as `Passed &&`; the result refers to it.
template <class Passed, class A> RuntimeArgument describe_argument(const A &argument) {
  RuntimeArgument described;
  described.value = &argument;
  described.size = sizeof(A);
  if constexpr (is_buffer<A>)
    described.layout = layout_function<typename BufferTraits<A>::Element>();
  else
    described.layout = layout_function<A>();
  if constexpr (is_buffer<A>) {
    described.kind = RuntimeArgument::Kind::buffer;
    described.signature = signature<typename BufferTraits<A>::Element>();
    described.read_only = is_read_only_buffer<Passed>();
    described.count = argument.size();
    described.device = &argument.device();
    described.of_all_devices = BufferTraits<A>::is_of_all_devices;
    const void *data = kernel_elements(argument);
    std::memcpy(described.slot.data(), &data, sizeof data);
    std::memcpy(described.slot.data() + sizeof data, &described.count, sizeof described.count);
  } else if constexpr (is_span<A>) {
    using E = typename SpanTraits<A>::Element;
    described.kind = RuntimeArgument::Kind::span;
    described.signature = signature<std::remove_const_t<E>>();
    described.read_only = std::is_const_v<E>;
    described.count = argument.size();
    const void *data = argument.data();
    std::memcpy(described.slot.data(), &data, sizeof data);
    std::memcpy(described.slot.data() + sizeof data, &described.count, sizeof described.count);
  } else if constexpr (std::is_pointer_v<A>) {
    using E = std::remove_pointer_t<A>;
    described.kind = RuntimeArgument::Kind::pointer;
    if constexpr (std::is_void_v<E>)
      described.signature = "void";
    else
      described.signature = signature<std::remove_const_t<E>>();
    described.read_only = std::is_const_v<E>;
  } else {
    described.signature = signature<A>();
    if constexpr (is_integer<A>) {
      described.kind = RuntimeArgument::Kind::integer;
      described.negative = argument < A{};
    } else if constexpr (std::is_floating_point_v<A>) {
      described.kind = RuntimeArgument::Kind::floating;
    }
  }
  return described;
}

} // namespace kcc::detail

#endif
