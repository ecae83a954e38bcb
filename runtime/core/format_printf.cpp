// C's printf, one conversion at a time: each is checked against the argument that was sent for it, so a wrong
// format shows up in the text and reads nothing out of bounds.
#include "messages.h"

#include <kcc/printf_format.h>

#include <cstdio>
#include <cstring>

namespace kcc::core {

namespace {

using abi::PrintType;

bool is_integer(const PrintArgument &argument) {
  return argument.type == PrintType::i32 || argument.type == PrintType::i64;
}
bool is_text(const PrintArgument &argument) {
  return argument.type == PrintType::string || argument.type == PrintType::cut ||
         argument.type == PrintType::null;
}

const char *name_of(const PrintArgument &argument) {
  if (is_integer(argument))
    return "an integer";
  if (argument.type == PrintType::f64)
    return "a floating-point number";
  return is_text(argument) ? "a string" : "a pointer";
}

/// Formats a value with one `conversion`, using the C library.
template <class T> std::string print_one(const std::string &conversion, T value) {
  const int bytes = std::snprintf(nullptr, 0, conversion.c_str(), value);
  if (bytes < 0)
    return "(" + conversion + " cannot be printed)";
  std::string text(static_cast<std::size_t>(bytes) + 1, '\0');
  std::snprintf(text.data(), text.size(), conversion.c_str(), value);
  text.pop_back();
  return text;
}

/// The integer truncated to the conversion's length. An `int` was sent sign-extended.
std::uint64_t cut_to_length(std::uint64_t bits, std::string_view length, PrintType type, bool is_signed) {
  std::size_t bytes = type == PrintType::i32 ? 4 : 8;
  if (length == "hh")
    bytes = 1;
  else if (length == "h")
    bytes = 2;
  else if (length.empty())
    bytes = 4;
  if (bytes == 8)
    return bits;
  const std::uint64_t mask = (std::uint64_t{1} << 8 * bytes) - 1, sign = (mask >> 1) + 1;
  bits &= mask;
  return is_signed && (bits & sign) != 0 ? bits | ~mask : bits;
}

std::string convert(const abi::PrintfConversion &conversion, const std::string &front,
                    const PrintArgument &argument) {
  const char letter = conversion.letter;
  if ((letter == 'd' || letter == 'i') && is_integer(argument))
    return print_one(front + "lld", static_cast<long long>(cut_to_length(argument.bits(), conversion.length,
                                                                         argument.type, true)));
  if (std::strchr("uoxX", letter) && is_integer(argument))
    return print_one(front + "ll" + letter, static_cast<unsigned long long>(cut_to_length(
                                                argument.bits(), conversion.length, argument.type, false)));
  if (letter == 'c' && is_integer(argument))
    return print_one(front + "c", static_cast<int>(static_cast<unsigned char>(argument.bits())));
  if (std::strchr("aAeEfFgG", letter) && argument.type == PrintType::f64) {
    double value = 0;
    const std::uint64_t bits = argument.bits();
    std::memcpy(&value, &bits, sizeof(value));
    return print_one(front + letter, value);
  }
  if (letter == 's' && is_text(argument)) {
    std::string text(argument.type == PrintType::null ? "(null)" : argument.text());
    if (argument.type == PrintType::cut)
      text += "…";
    return print_one(front + "s", text.c_str());
  }
  if (letter == 'p' && argument.type == PrintType::pointer)
    return print_one(front + "p",
                     reinterpret_cast<const void *>(static_cast<std::uintptr_t>(argument.bits())));
  return front + letter + "(" + name_of(argument) + ")";
}

} // namespace

std::string format_printf(std::string_view format, std::span<const PrintArgument> arguments) {
  std::string result;
  std::size_t at = 0, next = 0;
  const auto take = [&]() -> const PrintArgument * {
    return next < arguments.size() ? &arguments[next++] : nullptr;
  };
  /// A width or precision, from the format or from an argument.
  const auto number = [&](std::string_view written) {
    if (written.empty() || written.back() != '*')
      return std::string(written);
    const PrintArgument *argument = take();
    const long long value = argument && is_integer(*argument) ? static_cast<int>(argument->bits()) : 0;
    // A negative precision means no precision; a negative width is a flag and a width.
    if (written.front() == '.')
      return value < 0 ? std::string() : "." + std::to_string(value);
    return std::to_string(value);
  };
  while (const auto conversion = abi::next_printf_conversion(format, at)) {
    result += format.substr(at, conversion->begin - at);
    at = conversion->end;
    if (conversion->letter == '%') {
      result += '%';
      continue;
    }
    std::string front = "%" + std::string(conversion->flags);
    front += number(conversion->width);
    front += number(conversion->precision);
    if (conversion->letter == '\0' || !std::strchr("diuoxXcaAeEfFgGsp", conversion->letter)) {
      result += format.substr(conversion->begin, at - conversion->begin); // not a C conversion
      continue;
    }
    const PrintArgument *argument = take();
    result += argument
                  ? convert(*conversion, front, *argument)
                  : std::string(format.substr(conversion->begin, at - conversion->begin)) + "(no argument)";
  }
  return result += at < format.size() ? format.substr(at) : std::string_view();
}

} // namespace kcc::core
