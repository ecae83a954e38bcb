// Printing from kernels: `kcc::print("i={} x={:.3f}\n", i, x)`. See docs/output.md.
#ifndef KCC_PRINT_H
#define KCC_PRINT_H

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "device/format_spec.h"
#include "device/output.h"

namespace kcc {

namespace detail {

/// A view of characters: std::string_view, std::span<const char> and similar types.
template <class T>
concept OutputCharacters = requires(const T &text) {
  { text.data() } -> std::convertible_to<const char *>;
  { text.size() } -> std::convertible_to<std::size_t>;
};

/// The type as which a T is sent; OutputType{} if it cannot be printed.
template <class T> consteval abi::OutputType output_type() {
  using abi::OutputType;
  using U = std::remove_cv_t<T>;
  if constexpr (std::is_same_v<U, bool>)
    return OutputType::boolean;
  else if constexpr (std::is_same_v<U, char>)
    return OutputType::character;
  else if constexpr (std::is_same_v<U, float>)
    return OutputType::f32;
  else if constexpr (std::is_same_v<U, double>)
    return OutputType::f64;
  else if constexpr (std::is_same_v<std::decay_t<U>, char *> ||
                     std::is_same_v<std::decay_t<U>, const char *> || OutputCharacters<U>)
    return OutputType::string;
  else if constexpr (std::is_same_v<U, std::nullptr_t> || std::is_same_v<U, void *> ||
                     std::is_same_v<U, const void *>)
    return OutputType::pointer;
  else if constexpr (std::is_same_v<U, wchar_t> || std::is_same_v<U, char8_t> ||
                     std::is_same_v<U, char16_t> || std::is_same_v<U, char32_t>)
    return OutputType{};
  else if constexpr (std::is_integral_v<U> || std::is_same_v<U, __int128_t> ||
                     std::is_same_v<U, __uint128_t>) {
    constexpr bool is_signed = static_cast<U>(-1) < U{};
    if constexpr (sizeof(U) <= 4)
      return is_signed ? OutputType::i32 : OutputType::u32;
    else if constexpr (sizeof(U) == 8)
      return is_signed ? OutputType::i64 : OutputType::u64;
    else
      return is_signed ? OutputType::i128 : OutputType::u128;
  } else
    return OutputType{};
}

template <class T>
concept Printable = output_type<T>() != abi::OutputType{};

template <class T> constexpr OutputArgument output_argument(const T &value) noexcept {
  constexpr abi::OutputType type = output_type<T>();
  if constexpr (type == abi::OutputType::string) {
    if constexpr (OutputCharacters<T>)
      return output_text(value.data(), value.size());
    else
      return output_text(static_cast<const char *>(value));
  } else if constexpr (type == abi::OutputType::f32) {
    return {type, 8, nullptr, {__builtin_bit_cast(std::uint32_t, value), 0}};
  } else if constexpr (type == abi::OutputType::f64) {
    return {type, 8, nullptr, {__builtin_bit_cast(std::uint64_t, value), 0}};
  } else if constexpr (std::is_same_v<T, std::nullptr_t>) {
    return {type, 8, nullptr, {}};
  } else if constexpr (type == abi::OutputType::pointer) {
    return {type, 8, nullptr, {reinterpret_cast<std::uintptr_t>(value), 0}};
  } else if constexpr (sizeof(T) == 16) {
    return {type, 16, nullptr, {static_cast<std::uint64_t>(value), static_cast<std::uint64_t>(value >> 64)}};
  } else if constexpr (type == abi::OutputType::i32 || type == abi::OutputType::i64) {
    return {type, 8, nullptr, {static_cast<std::uint64_t>(static_cast<std::int64_t>(value)), 0}};
  } else {
    return {type, 8, nullptr, {static_cast<std::uint64_t>(value), 0}};
  }
}

// A wrong format is an error at the call. Clang, and so kcc, prints a sentence that says what is wrong; other
// compilers name a function that is deliberately not constexpr and never defined.
#ifdef __clang__
#define KCC_FORMAT_ERROR(name, text)                                                                         \
  __attribute__((diagnose_if(format.error == ::kcc::detail::FormatError::name, text, "error")))
#define KCC_CHECK_FORMAT KCC_FORMAT_ERRORS(KCC_FORMAT_ERROR)
#else
#define KCC_CHECK_FORMAT
#endif

/// A format, checked against the argument types at compile time.
template <class... A> struct PrintFormat {
  const char *text;
  std::uint32_t size;
  FormatError error;

  template <std::size_t N>
  consteval PrintFormat(const char (&format)[N]) : text(format), size(N - 1), error(FormatError::none) {
    constexpr abi::OutputType types[] = {output_type<A>()..., abi::OutputType{}};
    error = check_format(format, format + N - 1, types, sizeof...(A));
#ifndef __clang__
    switch (error) {
    case FormatError::none:
      break;
#define KCC_FORMAT_ERROR(name, text)                                                                         \
  case FormatError::name:                                                                                    \
    wrong_format::name();                                                                                    \
    break;
      KCC_FORMAT_ERRORS(KCC_FORMAT_ERROR)
#undef KCC_FORMAT_ERROR
    }
#endif
  }
};

} // namespace detail

/// Prints from a kernel, on the GPU and on the CPU device alike. `format` is a string literal in
/// std::format's grammar without L, checked by the compiler. The arguments are bool, char, integers up to 128
/// bits, float, double, C strings, string views and void pointers. Of a string, the first 1024 bytes are
/// sent.
///
/// The host formats. It gets the message when it next waits for the device, and writes it to standard output
/// or passes it to Device::on_output; the messages of one thread arrive in the order in which it wrote them.
/// Messages that find no space until then are dropped and counted (Device::set_output_capacity). In host
/// code, print() writes immediately.
template <class... A>
  requires(detail::Printable<A> && ...)
inline void print(detail::PrintFormat<std::type_identity_t<A>...> format,
                  const A &...arguments) noexcept KCC_CHECK_FORMAT {
  const detail::OutputArgument sent[] = {detail::output_argument(arguments)..., {}};
  detail::send_output(abi::OutputKind::print, format.text, format.size, sent, sizeof...(A));
}

#ifdef __KCC__
/// For arguments that cannot be printed.
template <class... A>
  requires(!(detail::Printable<A> && ...))
void print(const char *, const A &...) =
    delete ("kcc::print takes bool, char, integers, float, double, C strings, string views and void "
            "pointers; convert "
            "an enumeration with static_cast<int>(…), another pointer with static_cast<const void *>(…)");

/// For formats that are not string literals.
template <class T, class... A>
  requires(std::is_same_v<std::remove_cv_t<std::remove_pointer_t<T>>, char>)
void print(const T &, const A &...) =
    delete ("the format of kcc::print is a string literal; print a text with kcc::print(\"{}\", text)");
#endif

} // namespace kcc

#endif
