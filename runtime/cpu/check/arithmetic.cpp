// What is reported about arithmetic whose result is undefined or NaN.
#include "block_checks.h"

#include "../block.h"

#include <charconv>
#include <string>

namespace kcc::cpu::check {
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

void BlockChecks::wrong_integers(abi::AnyInteger first, abi::AnyInteger second,
                                 const abi::ArithmeticSite &site) {
  const bool is_division = site.operation == abi::Arithmetic::division,
             is_shift = site.operation == abi::Arithmetic::shift, is_by_zero = is_division && second == 0;
  if ((active_ & (is_shift ? abi::check_shift : is_by_zero ? abi::check_division : abi::check_overflow)) == 0)
    return;
  const auto describe = [&] {
    const std::string type = site.type;
    const Words words = words_of(site.operation);
    const std::string left = text_of(first, site.is_unsigned != 0), right = text_of(second, false);
    if (is_shift) {
      Finding what =
          finding(site.place, "arith", "shift",
                  "Shift of " + type + (second < 0 ? " by a negative number of bits" : " by too many bits"));
      what.details.push_back(left + words.sign + right + "; " + type + " has " + std::to_string(site.bits) +
                             " bits");
      return what;
    }
    if (is_by_zero) {
      Finding what = finding(site.place, "arith", "division", "Division of " + type + " by zero");
      what.details.push_back(left + " / 0, or the remainder");
      return what;
    }
    Finding what = finding(site.place, "arith", "overflow", "Overflow of " + type + " in " + words.name);
    what.details.push_back(
        (site.operands == 1 ? words.sign + in_parentheses(left) : left + words.sign + in_parentheses(right)) +
        " is outside of the range of " + type);
    return what;
  };
  if (!is_division) {
    report(describe());
    return;
  }
  runner_.fail([&] { // the processor would stop
    const Finding what = describe();
    report(what);
    return Complaint{what.title + ": " + what.details.front() + ", at " + check::text_of(what.who.places),
                     is_by_zero ? "Check the divisor first" : "Use a wider type"};
  });
}

void BlockChecks::wrong_conversion(double number, const abi::ArithmeticSite &site) {
  if ((active_ & abi::check_conversion) == 0)
    return;
  Finding what = finding(site.place, "arith", "conversion",
                         std::string("Conversion of ") + site.type + " to " + site.other + " out of range");
  what.details.push_back(text_of(number, site.bits) + " is outside of the range of " + site.other);
  report(what);
}

void BlockChecks::nan_made(const std::array<double, 3> &operands, const abi::ArithmeticSite &site) {
  if ((active_ & abi::check_nan) == 0)
    return;
  const Words words = words_of(site.operation);
  const bool is_function = site.operation == abi::Arithmetic::function;
  const std::string name = is_function ? std::string("`") + site.other + "`" : words.name;
  Finding what = finding(site.place, "arith", "nan", "NaN from " + name + " of " + site.type);
  std::string detail;
  for (std::size_t i = 0; i < site.operands; ++i) {
    const std::string number = text_of(operands[i], site.bits);
    detail += (i == 0        ? ""
               : is_function ? ", "
                             : words.sign) +
              (i == 0 || is_function ? number : in_parentheses(number));
  }
  what.details.push_back((is_function ? site.other + ("(" + detail + ")") : detail) +
                         " is NaN, and no operand is");
  report(what);
}

} // namespace kcc::cpu::check
