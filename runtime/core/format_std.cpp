// Formatting as by std::format ([format.string.std]), of arguments whose types are only known at run time.
#include "messages.h"

#include <kcc/device/format_spec.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstring>

namespace kcc::core {

namespace {

using abi::PrintType;
using detail::FormatSpec;

/// Removes and returns the first code point of UTF-8 text. An invalid byte stands for itself.
char32_t take_code_point(std::string_view &text) {
  const auto lead = static_cast<unsigned char>(text.front());
  std::size_t bytes = lead < 0xc0 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  bytes = std::min(bytes, text.size());
  char32_t code = bytes == 1 ? lead : lead & (0x7fu >> bytes);
  for (std::size_t i = 1; i < bytes; ++i) {
    const auto next = static_cast<unsigned char>(text[i]);
    if ((next & 0xc0) != 0x80) {
      bytes = i;
      break;
    }
    code = code << 6 | (next & 0x3f);
  }
  text.remove_prefix(bytes);
  return code;
}

/// The number of terminal columns of a character: two for those that [format.string.std] lists, none for
/// combining marks.
int columns_of(char32_t code) {
  struct Range {
    char32_t first, last;
  };
  static constexpr Range wide[] = {
      {0x1100, 0x115f},   {0x2329, 0x232a},   {0x2e80, 0x303e},   {0x3040, 0xa4cf},  {0xac00, 0xd7a3},
      {0xf900, 0xfaff},   {0xfe10, 0xfe19},   {0xfe30, 0xfe6f},   {0xff00, 0xff60},  {0xffe0, 0xffe6},
      {0x1f300, 0x1f64f}, {0x1f900, 0x1f9ff}, {0x20000, 0x2fffd}, {0x30000, 0x3fffd}};
  static constexpr Range combining[] = {{0x0300, 0x036f}, {0x1ab0, 0x1aff},  {0x1dc0, 0x1dff},
                                        {0x200d, 0x200d}, {0x20d0, 0x20ff},  {0xfe00, 0xfe0f},
                                        {0xfe20, 0xfe2f}, {0x1f3fb, 0x1f3ff}};
  const auto has = [code](const Range &r) { return code >= r.first && code <= r.last; };
  return std::ranges::any_of(combining, has) ? 0 : std::ranges::any_of(wide, has) ? 2 : 1;
}

std::size_t columns(std::string_view text) {
  std::size_t sum = 0;
  while (!text.empty())
    sum += static_cast<std::size_t>(columns_of(take_code_point(text)));
  return sum;
}

/// Pads `text` to the width. `standard` is the default alignment.
std::string padded(const FormatSpec &spec, std::string text, char standard) {
  const std::size_t width = spec.width > 0 ? static_cast<std::size_t>(spec.width) : 0, used = columns(text);
  if (used >= width)
    return text;
  const std::size_t missing = width - used;
  const char align = spec.align != '\0' ? spec.align : standard;
  const std::size_t before = align == '<' ? 0 : align == '>' ? missing : missing / 2;
  const std::string_view fill =
      spec.fill ? std::string_view(spec.fill, static_cast<std::size_t>(spec.fill_bytes)) : " ";
  std::string result;
  for (std::size_t i = 0; i < before; ++i)
    result += fill;
  result += text;
  for (std::size_t i = before; i < missing; ++i)
    result += fill;
  return result;
}

/// A number that consists of a sign or prefix and digits, padded between them with zeros if the field asks
/// for it.
std::string padded_number(const FormatSpec &spec, std::string front, const std::string &digits, bool zeros) {
  const std::size_t used = front.size() + digits.size();
  if (zeros && spec.zero && spec.align == '\0' && spec.width > 0 &&
      used < static_cast<std::size_t>(spec.width))
    front.append(static_cast<std::size_t>(spec.width) - used, '0');
  return padded(spec, front + digits, '>');
}

std::string sign_of(const FormatSpec &spec, bool negative) {
  if (negative)
    return "-";
  return spec.sign == '+' || spec.sign == ' ' ? std::string(1, spec.sign) : "";
}

std::string digits_of(unsigned __int128 value, unsigned base) {
  std::string digits;
  do {
    digits += "0123456789abcdef"[static_cast<unsigned>(value % base)];
    value /= base;
  } while (value != 0);
  std::ranges::reverse(digits);
  return digits;
}

void to_upper(std::string &text) {
  for (char &c : text)
    if (c >= 'a' && c <= 'z')
      c = static_cast<char>(c - 'a' + 'A');
}

std::string integer(const FormatSpec &spec, unsigned __int128 magnitude, bool negative) {
  struct Base {
    char type;
    unsigned base;
    const char *prefix;
  };
  static constexpr std::array<Base, 6> bases{
      {{'d', 10, ""}, {'b', 2, "0b"}, {'B', 2, "0B"}, {'o', 8, "0"}, {'x', 16, "0x"}, {'X', 16, "0X"}}};
  const auto found = std::ranges::find(bases, spec.type, &Base::type);
  const Base &base = found == bases.end() ? bases.front() : *found;
  std::string digits = digits_of(magnitude, base.base);
  if (base.type == 'X')
    to_upper(digits);
  std::string front = sign_of(spec, negative);
  if (spec.alternate && !(base.type == 'o' && magnitude == 0))
    front += base.prefix;
  return padded_number(spec, front, digits, true);
}

/// '#' keeps the decimal point and, with g, the trailing zeros.
void keep_point(std::string &digits, char type, int precision) {
  const std::size_t exponent = digits.find(type == 'a' ? 'p' : 'e');
  std::string tail;
  if (exponent != std::string::npos) {
    tail = digits.substr(exponent);
    digits.resize(exponent);
  }
  if (digits.find('.') == std::string::npos)
    digits += '.';
  if (type == 'g') {
    const auto first = digits.find_first_not_of("0.");
    const std::size_t from = first == std::string::npos ? 0 : first;
    auto shown = static_cast<std::size_t>(std::count_if(digits.begin() + static_cast<std::ptrdiff_t>(from),
                                                        digits.end(), [](char c) { return c != '.'; }));
    for (; shown < static_cast<std::size_t>(std::max(precision, 1)); ++shown)
      digits += '0';
  }
  digits += tail;
}

template <class T> std::string floating(const FormatSpec &spec, T value) {
  const bool negative = std::signbit(value);
  const bool upper = spec.type >= 'A' && spec.type <= 'Z';
  const char type = upper ? static_cast<char>(spec.type - 'A' + 'a') : spec.type;
  std::string digits;
  if (!std::isfinite(value)) {
    digits = std::isnan(value) ? "nan" : "inf";
  } else {
    // The longest result: 309 digits before the point, and a precision of up to 5 digits.
    const int precision = spec.precision >= 0 ? spec.precision : type == '\0' || type == 'a' ? -1 : 6;
    std::array<char, 512> small;
    std::string big;
    std::span<char> room(small);
    if (precision > 100) {
      big.resize(static_cast<std::size_t>(precision) + 512);
      room = big;
    }
    char *const begin = room.data(), *const end = begin + room.size();
    const T magnitude = std::abs(value);
    const auto format = type == 'a'   ? std::chars_format::hex
                        : type == 'e' ? std::chars_format::scientific
                        : type == 'f' ? std::chars_format::fixed
                                      : std::chars_format::general;
    const std::to_chars_result made = precision >= 0 ? std::to_chars(begin, end, magnitude, format, precision)
                                      : type == '\0' ? std::to_chars(begin, end, magnitude)
                                                     : std::to_chars(begin, end, magnitude, format);
    digits.assign(begin, made.ptr);
    if (spec.alternate)
      keep_point(digits, type == '\0' && precision >= 0 ? 'g' : type, precision);
  }
  if (upper)
    to_upper(digits);
  return padded_number(spec, sign_of(spec, negative), digits, std::isfinite(value));
}

std::string text(const FormatSpec &spec, std::string_view characters, char standard = '<') {
  if (spec.precision >= 0) { // as many characters as fit in this number of columns
    std::string_view rest = characters;
    std::size_t bytes = 0;
    for (int used = 0; !rest.empty(); bytes = characters.size() - rest.size()) {
      used += columns_of(take_code_point(rest));
      if (used > spec.precision)
        break;
    }
    characters = characters.substr(0, bytes);
  }
  return padded(spec, std::string(characters), standard);
}

/// The number without its sign.
std::string as_integer(const FormatSpec &spec, const PrintArgument &argument) {
  unsigned __int128 value = 0;
  std::memcpy(&value, argument.bytes.data(), std::min(argument.bytes.size(), sizeof(value)));
  bool negative = false;
  switch (argument.type) {
  case PrintType::i32:
  case PrintType::i64: {
    const auto number = static_cast<std::int64_t>(argument.bits());
    negative = number < 0;
    value = negative ? -static_cast<unsigned __int128>(number) : static_cast<unsigned __int128>(number);
    break;
  }
  case PrintType::i128:
    negative = static_cast<__int128>(value) < 0;
    value = negative ? -value : value;
    break;
  case PrintType::character:
    value = static_cast<unsigned char>(argument.bits());
    break;
  default:
    break;
  }
  return integer(spec, value, negative);
}

std::string field(const FormatSpec &spec, const PrintArgument &argument) {
  switch (argument.type) {
  case PrintType::boolean:
    if (spec.type == '\0' || spec.type == 's')
      return text(spec, argument.bits() != 0 ? "true" : "false");
    return as_integer(spec, argument);
  case PrintType::character:
    if (spec.type == '\0' || spec.type == 'c') {
      const char c = static_cast<char>(argument.bits());
      return text(spec, {&c, 1});
    }
    return as_integer(spec, argument);
  case PrintType::i32:
  case PrintType::u32:
  case PrintType::i64:
  case PrintType::u64:
  case PrintType::i128:
  case PrintType::u128:
    if (spec.type == 'c') {
      const char c = static_cast<char>(argument.bits());
      return text(spec, {&c, 1});
    }
    return as_integer(spec, argument);
  case PrintType::f32: {
    float value = 0;
    std::memcpy(&value, argument.bytes.data(), std::min(argument.bytes.size(), sizeof(value)));
    return floating(spec, value);
  }
  case PrintType::f64: {
    double value = 0;
    std::memcpy(&value, argument.bytes.data(), std::min(argument.bytes.size(), sizeof(value)));
    return floating(spec, value);
  }
  case PrintType::pointer:
    return padded(spec, "0x" + digits_of(argument.bits(), 16), '>');
  case PrintType::string:
    return text(spec, argument.text());
  case PrintType::cut:
    return text(spec, std::string(argument.text()) + "…");
  case PrintType::null:
    return text(spec, "(null)");
  }
  return "(an argument of no known type)";
}

} // namespace

std::string format_std(std::string_view format, std::span<const PrintArgument> arguments) {
  std::string result;
  detail::FormatParser parser(format.data(), format.data() + format.size());
  const auto number = [&](int argument, int &value) {
    if (argument >= 0 && static_cast<std::size_t>(argument) < arguments.size())
      value = static_cast<int>(std::clamp<std::int64_t>(
          static_cast<std::int64_t>(arguments[static_cast<std::size_t>(argument)].bits()), 0, 99999));
  };
  for (detail::FormatPiece piece; parser.next(piece);) {
    if (piece.argument < 0) {
      result.append(piece.begin, piece.end);
      continue;
    }
    number(piece.spec.width_argument, piece.spec.width);
    number(piece.spec.precision_argument, piece.spec.precision);
    if (static_cast<std::size_t>(piece.argument) < arguments.size())
      result += field(piece.spec, arguments[static_cast<std::size_t>(piece.argument)]);
    else
      result += "…"; // the record was truncated
  }
  return result;
}

} // namespace kcc::core
