// Converts the arguments of a launch to the kernel's parameters. Users see this file only in the error
// messages of a launch that does not compile.
#ifndef KCC_RUNTIME_ARGUMENTS_H
#define KCC_RUNTIME_ARGUMENTS_H

#include <kcc/runtime/buffer.h>
#include <kcc/runtime/kernel.h>
#include <kcc/runtime/layout.h>

#include <array>
#include <cstddef>
#include <cstring>
#include <span>
#include <string_view>
#include <type_traits>

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

template <class T> struct BufferTraits : std::false_type {};
template <class T> struct BufferTraits<Buffer<T>> : std::true_type {
  using Element = T;
};
template <class T> struct SpanTraits : std::false_type {};
template <class T, std::size_t Extent> struct SpanTraits<std::span<T, Extent>> : std::true_type {
  using Element = T;
  static constexpr std::size_t extent = Extent;
};

template <class T> inline constexpr bool is_buffer = BufferTraits<std::remove_cvref_t<T>>::value;
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
    else if constexpr (!std::is_lvalue_reference_v<A>)
      return Mistake::temporary_buffer;
    else if constexpr (!std::is_same_v<std::remove_const_t<E>, typename BufferTraits<V>::Element>)
      return Mistake::other_element;
    else if constexpr (std::is_const_v<std::remove_reference_t<A>> && !std::is_const_v<E>)
      return Mistake::read_only;
    else
      return Mistake::none;
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

/// The message for a wrong argument, instantiated only for mistakes. The text of a static_assert must be a
/// literal in C++20, hence one line per argument number; arguments after the sixteenth share one.
template <std::size_t number, Mistake mistake> struct ReportArgument {
#define KCC_REPORT_ARGUMENT(N, WHICH)                                                                        \
  static_assert(number != N || mistake != Mistake::temporary_buffer,                                         \
                "kcc: launch: argument " WHICH " is a temporary Buffer, which would be freed before its "    \
                "results can be read: give the Buffer a name");                                              \
  static_assert(number != N || mistake != Mistake::read_only,                                                \
                "kcc: launch: argument " WHICH " is read-only (a const Buffer or a span or pointer to "      \
                "const), but the kernel may write through this parameter: pass one that is not const, or "   \
                "let the kernel take std::span<const T> or const T *");                                      \
  static_assert(number != N || mistake != Mistake::host_memory,                                              \
                "kcc: launch: argument " WHICH " is memory of the host, which a GPU cannot read: copy it "   \
                "with `kcc::Buffer buffer(device, it);` and pass the buffer");                               \
  static_assert(number != N || mistake != Mistake::other_element,                                            \
                "kcc: launch: argument " WHICH " has elements of another type than the kernel's "            \
                "parameter: pass a Buffer, span or pointer of exactly that element type");                   \
  static_assert(number != N || mistake != Mistake::double_to_float,                                          \
                "kcc: launch: argument " WHICH " loses precision (double to float): pass a float, for "      \
                "example 0.5f or static_cast<float>(x)");                                                    \
  static_assert(number != N || mistake != Mistake::float_to_integer,                                         \
                "kcc: launch: argument " WHICH " is a floating-point number, but the kernel takes an "       \
                "integer: round it yourself and pass an integer");                                           \
  static_assert(number != N || mistake != Mistake::integer_to_float,                                         \
                "kcc: launch: argument " WHICH " is an integer, but the kernel takes a floating-point "      \
                "number: pass for example 1.0f or static_cast<float>(x)");                                   \
  static_assert(number != N || mistake != Mistake::bool_and_number,                                          \
                "kcc: launch: argument " WHICH " mixes bool and a number: pass exactly the parameter's "     \
                "type, for example x != 0");                                                                 \
  static_assert(number != N || mistake != Mistake::enumeration_and_number,                                   \
                "kcc: launch: argument " WHICH " mixes an enumeration and a number: pass exactly the "       \
                "parameter's type");                                                                         \
  static_assert(number != N || mistake != Mistake::other_type,                                               \
                "kcc: launch: argument " WHICH " cannot become the kernel's parameter: pass exactly the "    \
                "parameter's type, or a Buffer where it is a span or pointer")
  KCC_REPORT_ARGUMENT(1, "1");
  KCC_REPORT_ARGUMENT(2, "2");
  KCC_REPORT_ARGUMENT(3, "3");
  KCC_REPORT_ARGUMENT(4, "4");
  KCC_REPORT_ARGUMENT(5, "5");
  KCC_REPORT_ARGUMENT(6, "6");
  KCC_REPORT_ARGUMENT(7, "7");
  KCC_REPORT_ARGUMENT(8, "8");
  KCC_REPORT_ARGUMENT(9, "9");
  KCC_REPORT_ARGUMENT(10, "10");
  KCC_REPORT_ARGUMENT(11, "11");
  KCC_REPORT_ARGUMENT(12, "12");
  KCC_REPORT_ARGUMENT(13, "13");
  KCC_REPORT_ARGUMENT(14, "14");
  KCC_REPORT_ARGUMENT(15, "15");
  KCC_REPORT_ARGUMENT(16, "16");
  KCC_REPORT_ARGUMENT((number > 16 ? number : 0), "after the sixteenth (the note shows its number)");
#undef KCC_REPORT_ARGUMENT
};

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

/// Converts a number for a kernel variable, by the rules for arguments.
template <class T, class V> constexpr T convert_number(V value) {
  static_assert(
      judge_argument<T, V>() == Mistake::none,
      "kcc: write: the value is another kind of number than the variable (a floating-point number, an "
      "integer or bool), or loses precision: convert it yourself, for example by static_cast");
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
    if (!(argument.device() == site.device))
      fail_other_device(site, number, argument.device());
    if constexpr (is_span<P>) {
      if (SpanTraits<P>::extent != std::dynamic_extent && argument.size() != SpanTraits<P>::extent)
        fail_extent(site, number, SpanTraits<P>::extent, argument.size());
      return P(argument.data(), argument.size());
    } else {
      return argument.data();
    }
  } else if constexpr (is_integer<P> && is_integer<V> && !std::is_same_v<P, V>) {
    return convert_integer<P>(argument, [&](bool negative, unsigned long long magnitude) {
      fail_integer(site, number, negative, magnitude, signature<P>());
    });
  } else {
    return argument;
  }
}

template <std::size_t number, class P, class A> consteval bool argument_is_right() {
  constexpr Mistake mistake = judge_argument<P, A>();
  if constexpr (mistake != Mistake::none)
    return sizeof(ReportArgument<number, mistake>) == 0; // stops the compiler with the message
  return mistake == Mistake::none;
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
  LayoutFunction layout = nullptr; ///< of the class that the argument is, points to or is an array of
  alignas(16) std::array<std::byte, 16> slot{}; ///< the converted parameter, if a conversion is needed
};

template <class A> consteval Mistake judge_runtime_argument() {
  using V = std::remove_cvref_t<A>;
  if constexpr (is_buffer<V>)
    return std::is_lvalue_reference_v<A> ? Mistake::none : Mistake::temporary_buffer;
  else if constexpr (is_span<V> || std::is_pointer_v<V> || is_number<V>)
    return Mistake::none;
  else if constexpr (std::is_array_v<V> || !is_copied_by_its_bytes<V>)
    return is_host_memory<A> ? Mistake::host_memory : Mistake::other_type;
  else
    return Mistake::none;
}

template <std::size_t number, class A> consteval bool runtime_argument_is_right() {
  constexpr Mistake mistake = judge_runtime_argument<A>();
  if constexpr (mistake != Mistake::none)
    return sizeof(ReportArgument<number, mistake>) == 0;
  return mistake == Mistake::none;
}

/// Describes an argument; the result refers to it.
template <class A> RuntimeArgument describe_argument(const A &argument, bool read_only) {
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
    described.read_only = read_only;
    described.count = argument.size();
    described.device = &argument.device();
    const void *data = argument.data();
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
