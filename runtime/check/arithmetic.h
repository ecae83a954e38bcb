// What is reported about arithmetic whose result is undefined or NaN.
#ifndef KCC_RUNTIME_CHECK_ARITHMETIC_H
#define KCC_RUNTIME_CHECK_ARITHMETIC_H

#include <kcc/abi/cpu_checks.h>

#include <array>
#include <cstdint>
#include <string>

namespace kcc::check {

/// The parts of a Finding that follow from the operation and its operands.
struct Explanation {
  std::uint32_t check; ///< abi::Check
  const char *rule;    ///< "shift"
  std::string title, detail;
};

/// Of an operation on integers whose result is undefined.
Explanation explain_integers(abi::AnyInteger first, abi::AnyInteger second, const abi::ArithmeticSite &site);
/// Of a conversion of a number to an integer type that cannot hold it.
Explanation explain_conversion(double number, const abi::ArithmeticSite &site);
/// Of an operation that has made NaN of other numbers: the first `site.operands` of `operands`.
Explanation explain_nan(const std::array<double, 3> &operands, const abi::ArithmeticSite &site);

} // namespace kcc::check

#endif
