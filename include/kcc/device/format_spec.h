// A parser for std::format's grammar, with which the compiler checks formats and the host formats text. It
// follows [format.string] of the C++ standard, without the letter L, which asks for a locale.
#ifndef KCC_DEVICE_FORMAT_SPEC_H
#define KCC_DEVICE_FORMAT_SPEC_H

#include <initializer_list>

#include "print_record.h"

namespace kcc::detail {

// The possible errors in a format: a name and a message.
#define KCC_FORMAT_ERRORS(X)                                                                                 \
  X(closing_brace_alone_write_it_twice, "a '}' in the format closes nothing; write '}}' for the character")  \
  X(field_is_not_closed, "a '{' in the format is not closed by '}'; write '{{' for the character")           \
  X(more_fields_than_arguments,                                                                              \
    "the format has a field for an argument that is not there; pass one for each field")                     \
  X(automatic_and_written_argument_numbers_do_not_mix,                                                       \
    "the format mixes '{}' and '{0}'; number all fields or none")                                            \
  X(number_is_too_large, "a number in the format has more than five digits")                                 \
  X(width_cannot_be_0, "the width of a field is 0; leave it out")                                            \
  X(locales_are_not_supported, "the format asks for a locale, which kernels do not have; remove the 'L'")    \
  X(precision_has_no_digits, "digits or '{}' must follow the '.' of a precision")                            \
  X(unknown_presentation_type,                                                                               \
    "a field's type is none of aAbBcdeEfFgGopsxX, or something follows it in front of '}'")                  \
  X(presentation_type_is_not_for_this_argument,                                                              \
    "a field's type is not one for its argument; '{}' suits every argument")                                 \
  X(sign_is_only_for_numbers,                                                                                \
    "a field has a sign ('+', '-' or a blank), and its argument is not shown as a number")                   \
  X(alternate_form_is_only_for_numbers, "a field has a '#', and its argument is not shown as a number")      \
  X(leading_zeros_are_only_for_numbers,                                                                      \
    "a field has a '0' in front of its width, and its argument is not shown as a number")                    \
  X(precision_is_only_for_floating_point_and_strings,                                                        \
    "a field has a precision, and its argument is neither floating-point nor a string")                      \
  X(width_and_precision_arguments_are_integers,                                                              \
    "an argument that gives a width or a precision is not an integer")                                       \
  X(brace_cannot_be_the_fill_character, "a brace cannot be the character to fill with")                      \
  X(format_is_longer_than_1024_characters, "the format has more than 1024 characters; print in several "     \
                                           "calls")

enum class FormatError {
  none,
#define KCC_FORMAT_ERROR(name, text) name,
  KCC_FORMAT_ERRORS(KCC_FORMAT_ERROR)
#undef KCC_FORMAT_ERROR
};

/// The part of a field after the colon.
struct FormatSpec {
  const char *fill = nullptr; ///< `fill_bytes` bytes of the format; null: a space
  int fill_bytes = 1;         ///< one UTF-8 character
  char align = '\0';          ///< '<', '>', '^'
  char sign = '\0';           ///< '+', '-', ' '
  bool alternate = false;
  bool zero = false;
  int width = -1;
  int precision = -1;
  int width_argument = -1; ///< the argument that holds the width
  int precision_argument = -1;
  char type = '\0';
};

/// A piece of a format: literal text or a field.
struct FormatPiece {
  const char *begin = nullptr, *end = nullptr; ///< the text, if `argument` is negative
  int argument = -1;
  FormatSpec spec;
};

/// Splits a format into pieces.
class FormatParser {
public:
  constexpr FormatParser(const char *begin, const char *end) noexcept : at(begin), end(end) {}

  /// Finds the next piece; false at the end or on an error.
  constexpr bool next(FormatPiece &piece) noexcept {
    if (at == end || error != FormatError::none)
      return false;
    piece = {};
    piece.begin = at;
    if (*at == '{' || *at == '}') {
      const char brace = *at++;
      if (at != end && *at == brace) { // doubled: stands for itself
        piece.begin = at++;
        piece.end = at;
        return true;
      }
      if (brace == '}')
        return fail(FormatError::closing_brace_alone_write_it_twice);
      return field(piece);
    }
    while (at != end && *at != '{' && *at != '}')
      ++at;
    piece.end = at;
    return true;
  }

  constexpr FormatError problem() const noexcept { return error; }

private:
  constexpr bool fail(FormatError what) noexcept {
    error = what;
    return false;
  }
  constexpr bool is_digit() const noexcept { return at != end && *at >= '0' && *at <= '9'; }
  constexpr bool take(char c) noexcept {
    if (at == end || *at != c)
      return false;
    ++at;
    return true;
  }
  constexpr int number() noexcept {
    int value = 0;
    for (; is_digit(); ++at) {
      if (value > 99999) {
        fail(FormatError::number_is_too_large);
        return 0;
      }
      value = value * 10 + (*at - '0');
    }
    return value;
  }
  /// An argument number: explicit or automatic.
  constexpr int argument() noexcept {
    const bool manual = is_digit();
    if (numbering != 0 && numbering != (manual ? 2 : 1))
      fail(FormatError::automatic_and_written_argument_numbers_do_not_mix);
    numbering = manual ? 2 : 1;
    return manual ? number() : automatic++;
  }
  static constexpr bool is_align(char c) noexcept { return c == '<' || c == '>' || c == '^'; }
  static constexpr int utf8_bytes(char c) noexcept {
    const auto lead = static_cast<unsigned char>(c);
    return lead < 0xc0 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  }
  /// Parses "{}" or "{3}" in place of a number.
  constexpr bool nested(int &result) noexcept {
    result = argument();
    return error == FormatError::none && (take('}') || fail(FormatError::field_is_not_closed));
  }

  constexpr bool field(FormatPiece &piece) noexcept {
    piece.argument = argument();
    if (error != FormatError::none)
      return false;
    if (take(':') && !specification(piece.spec))
      return false;
    if (at == end)
      return fail(FormatError::field_is_not_closed);
    return take('}') || fail(FormatError::unknown_presentation_type);
  }

  constexpr bool specification(FormatSpec &spec) noexcept {
    if (at == end)
      return fail(FormatError::field_is_not_closed);
    const int bytes = utf8_bytes(*at);
    if (bytes < end - at && is_align(at[bytes])) {
      if (*at == '{' || *at == '}')
        return fail(FormatError::brace_cannot_be_the_fill_character);
      spec.fill = at;
      spec.fill_bytes = bytes;
      at += bytes;
      spec.align = *at++;
    } else if (is_align(*at)) {
      spec.align = *at++;
    }
    if (at != end && (*at == '+' || *at == '-' || *at == ' '))
      spec.sign = *at++;
    spec.alternate = take('#');
    spec.zero = take('0');
    if (is_digit()) {
      spec.width = number();
      if (spec.width == 0 && error == FormatError::none)
        return fail(FormatError::width_cannot_be_0);
    } else if (take('{') && !nested(spec.width_argument)) {
      return false;
    }
    if (take('.')) {
      if (is_digit())
        spec.precision = number();
      else if (!take('{'))
        return fail(FormatError::precision_has_no_digits);
      else if (!nested(spec.precision_argument))
        return false;
    }
    if (error != FormatError::none)
      return false;
    if (at != end && *at == 'L')
      return fail(FormatError::locales_are_not_supported);
    if (at != end && *at != '}') {
      spec.type = *at++;
      if (!contains("aAbBcdeEfFgGopsxX", spec.type))
        return fail(FormatError::unknown_presentation_type);
    }
    return true;
  }

public:
  static constexpr bool contains(const char *set, char c) noexcept {
    for (; *set; ++set)
      if (*set == c)
        return true;
    return false;
  }

private:
  const char *at;
  const char *end;
  int automatic = 0;
  int numbering = 0; ///< 1: automatic, 2: manual
  FormatError error = FormatError::none;
};

constexpr bool is_format_integer(abi::PrintType type) noexcept {
  return type >= abi::PrintType::i32 && type <= abi::PrintType::u128;
}

/// Whether a field is valid for the type of its argument.
constexpr FormatError check_field(const FormatSpec &spec, abi::PrintType type) noexcept {
  using abi::PrintType;
  const bool is_float = type == PrintType::f32 || type == PrintType::f64;
  const bool is_text = type == PrintType::string || type == PrintType::cut || type == PrintType::null;
  const char *types = is_float                     ? "aAeEfFgG"
                      : is_text                    ? "s"
                      : type == PrintType::pointer ? "p"
                      : type == PrintType::boolean ? "sbBdoxX"
                                                   : "cbBdoxX";
  if (spec.type != '\0' && !FormatParser::contains(types, spec.type))
    return FormatError::presentation_type_is_not_for_this_argument;
  const bool has_precision = spec.precision >= 0 || spec.precision_argument >= 0;
  if (has_precision && !is_float && !is_text)
    return FormatError::precision_is_only_for_floating_point_and_strings;
  // Valid only for numbers, and for types that are formatted as numbers.
  const bool as_number = is_float || (is_format_integer(type) && spec.type != 'c') ||
                         (!is_text && type != PrintType::pointer &&
                          FormatParser::contains("bBdoxX", spec.type) && spec.type != '\0');
  if (spec.sign != '\0' && !as_number)
    return FormatError::sign_is_only_for_numbers;
  if (spec.alternate && !as_number)
    return FormatError::alternate_form_is_only_for_numbers;
  if (spec.zero && !as_number)
    return FormatError::leading_zeros_are_only_for_numbers;
  return FormatError::none;
}

/// Whether a format is valid for arguments of these types.
constexpr FormatError check_format(const char *begin, const char *end, const abi::PrintType *types,
                                   int count) noexcept {
  if (end - begin > static_cast<int>(abi::max_print_text))
    return FormatError::format_is_longer_than_1024_characters;
  FormatParser parser(begin, end);
  for (FormatPiece piece; parser.next(piece);) {
    if (piece.argument < 0)
      continue;
    for (const int number : {piece.argument, piece.spec.width_argument, piece.spec.precision_argument})
      if (number >= count)
        return FormatError::more_fields_than_arguments;
    for (const int number : {piece.spec.width_argument, piece.spec.precision_argument})
      if (number >= 0 && !is_format_integer(types[number]))
        return FormatError::width_and_precision_arguments_are_integers;
    if (const FormatError error = check_field(piece.spec, types[piece.argument]); error != FormatError::none)
      return error;
  }
  return parser.problem();
}

#ifndef __clang__
/// Never defined: a compiler that evaluates a wrong format shows the name.
namespace wrong_format {
#define KCC_FORMAT_ERROR(name, text) void name();
KCC_FORMAT_ERRORS(KCC_FORMAT_ERROR)
#undef KCC_FORMAT_ERROR
} // namespace wrong_format
#endif

} // namespace kcc::detail

#endif
