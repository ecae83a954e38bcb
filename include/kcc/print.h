// Printing from kernels: `kcc::print("i={} x={:.3f}\n", i, x)`. See docs/printing.md.
#ifndef KCC_PRINT_H
#define KCC_PRINT_H

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "device/format_spec.h"
#include "device/send_record.h"

namespace kcc {

namespace detail {

/// A view of characters: std::string_view, std::span<const char> and similar types.
template <class T>
concept PrintCharacters = requires(const T &text) {
  { text.data() } -> std::convertible_to<const char *>;
  { text.size() } -> std::convertible_to<std::size_t>;
};

/// The type as which a T is sent; PrintType{} if it cannot be printed.
template <class T> consteval abi::PrintType print_type() {
  using abi::PrintType;
  using U = std::remove_cv_t<T>;
  if constexpr (std::is_same_v<U, bool>)
    return PrintType::boolean;
  else if constexpr (std::is_same_v<U, char>)
    return PrintType::character;
  else if constexpr (std::is_same_v<U, float>)
    return PrintType::f32;
  else if constexpr (std::is_same_v<U, double>)
    return PrintType::f64;
  else if constexpr (std::is_same_v<std::decay_t<U>, char *> ||
                     std::is_same_v<std::decay_t<U>, const char *> || PrintCharacters<U>)
    return PrintType::string;
  else if constexpr (std::is_same_v<U, std::nullptr_t> || std::is_same_v<U, void *> ||
                     std::is_same_v<U, const void *>)
    return PrintType::pointer;
  else if constexpr (std::is_same_v<U, wchar_t> || std::is_same_v<U, char8_t> ||
                     std::is_same_v<U, char16_t> || std::is_same_v<U, char32_t>)
    return PrintType{};
  else if constexpr (std::is_integral_v<U> || std::is_same_v<U, __int128_t> ||
                     std::is_same_v<U, __uint128_t>) {
    constexpr bool is_signed = static_cast<U>(-1) < U{};
    if constexpr (sizeof(U) <= 4)
      return is_signed ? PrintType::i32 : PrintType::u32;
    else if constexpr (sizeof(U) == 8)
      return is_signed ? PrintType::i64 : PrintType::u64;
    else
      return is_signed ? PrintType::i128 : PrintType::u128;
  } else
    return PrintType{};
}

template <class T>
concept Printable = print_type<T>() != abi::PrintType{};

template <class T> constexpr PrintArgument print_argument(const T &value) noexcept {
  constexpr abi::PrintType type = print_type<T>();
  if constexpr (type == abi::PrintType::string) {
    if constexpr (PrintCharacters<T>)
      return print_text(value.data(), value.size());
    else
      return print_text(static_cast<const char *>(value));
  } else if constexpr (type == abi::PrintType::f32) {
    return {type, 8, nullptr, {__builtin_bit_cast(std::uint32_t, value), 0}};
  } else if constexpr (type == abi::PrintType::f64) {
    return {type, 8, nullptr, {__builtin_bit_cast(std::uint64_t, value), 0}};
  } else if constexpr (std::is_same_v<T, std::nullptr_t>) {
    return {type, 8, nullptr, {}};
  } else if constexpr (type == abi::PrintType::pointer) {
    return {type, 8, nullptr, {reinterpret_cast<std::uintptr_t>(value), 0}};
  } else if constexpr (sizeof(T) == 16) {
    return {type, 16, nullptr, {static_cast<std::uint64_t>(value), static_cast<std::uint64_t>(value >> 64)}};
  } else if constexpr (type == abi::PrintType::i32 || type == abi::PrintType::i64) {
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
    constexpr abi::PrintType types[] = {print_type<A>()..., abi::PrintType{}};
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
  const detail::PrintArgument sent[] = {detail::print_argument(arguments)..., {}};
  detail::send_record(abi::RecordKind::print, format.text, format.size, sent, sizeof...(A));
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
