// How a target recognizes code that was compiled with --check, and reads what it says.
#ifndef KCC_SUPPORT_CHECKEDCODE_H
#define KCC_SUPPORT_CHECKEDCODE_H

#include "llvm/IR/Constants.h"
#include <cstdint>

namespace kcc::compiler {

/// The names of the functions that threads call when they enter a kernel with checks begin with this.
inline constexpr char checkEnterPrefix[] = "kcc.check.enter.";
/// The attribute of such a function whose value is the set of checks.
inline constexpr char checksOfCode[] = "kcc-checks";

/// The attribute of a check of a written struct whose value is a number with a bit for each byte that is not
/// padding.
inline constexpr char bytesOfValues[] = "kcc-bytes-of-values";

/// A function that stands for reads of abi::CheckSite::number, until each check has a site of its own.
inline constexpr char siteNumber[] = "kcc_check_site_number";

/// The members of abi::CheckSite, which are the operands of the constant that a check's last argument points
/// to.
enum class SiteField : unsigned {
  Place,
  Variable,
  Bytes,
  Alignment,
  ObjectBytes,
  Kind,
  Order,
  Scope,
  Flags,
  Checks,
};

/// A member of such a constant that is an integer.
inline std::uint64_t numberIn(const llvm::ConstantStruct &Site, SiteField Field) {
  return llvm::cast<llvm::ConstantInt>(Site.getOperand(static_cast<unsigned>(Field)))->getZExtValue();
}

} // namespace kcc::compiler

#endif
