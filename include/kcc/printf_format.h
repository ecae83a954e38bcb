// A parser for C's printf formats. The compiler asks which arguments are strings, the runtime formats.
#ifndef KCC_PRINTF_FORMAT_H
#define KCC_PRINTF_FORMAT_H

#include <cstddef>
#include <optional>
#include <string_view>

namespace kcc::abi {

/// One conversion of a format, from its '%' to its letter.
struct PrintfConversion {
  std::size_t begin = 0, end = 0; ///< its characters: [begin, end)
  std::string_view flags;         ///< of "-+ #0"
  std::string_view width;         ///< digits, "*" or empty
  std::string_view precision;     ///< with its point: ".3", ".*", "."; empty for none
  std::string_view length;        ///< "hh", "ll", "z", …
  char letter = '\0';             ///< 'd', 's', '%', …; 0 if the format ends too early
};

/// The first conversion of `format` at or after `from`.
constexpr std::optional<PrintfConversion> next_printf_conversion(std::string_view format, std::size_t from) {
  const std::size_t begin = from < format.size() ? format.find('%', from) : std::string_view::npos;
  if (begin == std::string_view::npos)
    return std::nullopt;
  std::size_t at = begin + 1;
  const auto take = [&](std::string_view set) {
    const std::size_t first = at;
    while (at < format.size() && set.find(format[at]) != std::string_view::npos)
      ++at;
    return format.substr(first, at - first);
  };
  PrintfConversion found;
  found.begin = begin;
  found.flags = take("-+ #0");
  const std::size_t width = at;
  if (at < format.size() && format[at] == '*')
    ++at;
  else
    take("0123456789");
  found.width = format.substr(width, at - width);
  const std::size_t precision = at;
  if (at < format.size() && format[at] == '.') {
    ++at;
    if (at < format.size() && format[at] == '*')
      ++at;
    else
      take("0123456789");
  }
  found.precision = format.substr(precision, at - precision);
  found.length = take("hljztL");
  if (at < format.size())
    found.letter = format[at++];
  found.end = at;
  return found;
}

} // namespace kcc::abi

#endif
