// Arithmetic whose result is undefined or NaN.
#include "../../check/arithmetic.h"

#include "../engine/block.h"
#include "block_checks.h"

#include <utility>

namespace kcc::cpu::check {

Finding BlockChecks::finding(const abi::CheckPlace *place, kcc::check::Explanation what) {
  Finding found = finding(place, "arith", what.rule, std::move(what.title));
  add_callers(found.who.places);
  found.details.push_back(std::move(what.detail));
  return found;
}

void BlockChecks::wrong_integers(abi::AnyInteger first, abi::AnyInteger second,
                                 const abi::ArithmeticSite &site) {
  kcc::check::Explanation explained = kcc::check::explain_integers(first, second, site);
  if ((active_ & explained.check) == 0)
    return;
  const Finding what = finding(site.place, std::move(explained));
  report(what);
  if (site.operation != abi::Arithmetic::division)
    return;
  runner_.fail([&] { // the processor would stop
    return Complaint{what.title + ": " + what.details.front() + ", at " + text_of(what.who.places),
                     second == 0 ? "Check the divisor first" : "Use a wider type"};
  });
}

void BlockChecks::wrong_conversion(double number, const abi::ArithmeticSite &site) {
  if ((active_ & abi::check_conversion) != 0)
    report(finding(site.place, kcc::check::explain_conversion(number, site)));
}

void BlockChecks::nan_made(const std::array<double, 3> &operands, const abi::ArithmeticSite &site) {
  if ((active_ & abi::check_nan) != 0)
    report(finding(site.place, kcc::check::explain_nan(operands, site)));
}

} // namespace kcc::cpu::check
