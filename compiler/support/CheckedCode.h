// How a target recognizes code that was compiled with --check.
#ifndef KCC_SUPPORT_CHECKEDCODE_H
#define KCC_SUPPORT_CHECKEDCODE_H

namespace kcc::compiler {

/// The names of the functions that threads call when they enter a kernel with checks begin with this.
inline constexpr char checkEnterPrefix[] = "kcc.check.enter.";
/// The attribute of such a function whose value is the set of checks.
inline constexpr char checksOfCode[] = "kcc-checks";

} // namespace kcc::compiler

#endif
