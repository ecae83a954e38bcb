// What is reported about arithmetic whose result is undefined or NaN.
#include "arithmetic.h"

#include <charconv>
#include <cstdint>
#include <iterator>

namespace kcc::check {
namespace {

std::string text_of(abi::AnyInteger value, bool is_unsigned) {
  __extension__ using Magnitude = unsigned __int128;
  const bool is_negative = !is_unsigned && value < 0;
  auto rest = static_cast<Magnitude>(value);
  if (is_negative)
    rest = -rest;
  std::string digits;
  do
    digits.insert(digits.begin(), static_cast<char>('0' + static_cast<int>(rest % 10)));
  while ((rest /= 10) != 0);
  return (is_negative ? "-" : "") + digits;
}

/// With as many digits as distinguish it from other numbers of its type.
std::string text_of(double number, std::uint32_t bits) {
  char text[32];
  const auto end = bits < 64 ? std::to_chars(text, std::end(text), static_cast<float>(number))
                             : std::to_chars(text, std::end(text), number);
  return {text, end.ptr};
}

std::string in_parentheses(const std::string &number) {
  return number.starts_with('-') ? "(" + number + ")" : number;
}

struct Words {
  const char *name, *sign;
};

Words words_of(abi::Arithmetic operation) {
  switch (operation) {
  case abi::Arithmetic::addition:
    return {"an addition", " + "};
  case abi::Arithmetic::subtraction:
    return {"a subtraction", " - "};
  case abi::Arithmetic::multiplication:
    return {"a multiplication", " * "};
  case abi::Arithmetic::negation:
    return {"a negation", "-"};
  case abi::Arithmetic::division:
    return {"a division", " / "};
  case abi::Arithmetic::shift:
    return {"a shift", " shifted by "};
  case abi::Arithmetic::conversion:
  case abi::Arithmetic::function:
    break;
  }
  return {"", ""};
}

} // namespace

Explanation explain_integers(abi::AnyInteger first, abi::AnyInteger second, const abi::ArithmeticSite &site) {
  const std::string type = site.type;
  const Words words = words_of(site.operation);
  const std::string left = text_of(first, site.is_unsigned != 0), right = text_of(second, false);
  if (site.operation == abi::Arithmetic::shift)
    return {abi::check_shift, "shift",
            "Shift of " + type + (second < 0 ? " by a negative number of bits" : " by too many bits"),
            left + words.sign + right + "; " + type + " has " + std::to_string(site.bits) + " bits"};
  if (site.operation == abi::Arithmetic::division && second == 0)
    return {abi::check_division, "division", "Division of " + type + " by zero",
            left + " / 0, or the remainder"};
  return {
      abi::check_overflow, "overflow", "Overflow of " + type + " in " + words.name,
      (site.operands == 1 ? words.sign + in_parentheses(left) : left + words.sign + in_parentheses(right)) +
          " is outside of the range of " + type};
}

Explanation explain_conversion(double number, const abi::ArithmeticSite &site) {
  return {abi::check_conversion, "conversion",
          std::string("Conversion of ") + site.type + " to " + site.other + " out of range",
          text_of(number, site.bits) + " is outside of the range of " + site.other};
}

Explanation explain_nan(const std::array<double, 3> &operands, const abi::ArithmeticSite &site) {
  const Words words = words_of(site.operation);
  const bool is_function = site.operation == abi::Arithmetic::function;
  std::string detail;
  for (std::size_t i = 0; i < site.operands && i < operands.size(); ++i) {
    const std::string number = text_of(operands[i], site.bits);
    detail += (i == 0        ? ""
               : is_function ? ", "
                             : words.sign) +
              (i == 0 || is_function ? number : in_parentheses(number));
  }
  return {abi::check_nan, "nan",
          "NaN from " + (is_function ? "`" + std::string(site.other) + "`" : words.name) + " of " + site.type,
          (is_function ? site.other + ("(" + detail + ")") : detail) + " is NaN, and no operand is"};
}

} // namespace kcc::check
