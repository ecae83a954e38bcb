// What the command line calls the checks.
#ifndef KCC_CHECKS_CHECKNAMES_H
#define KCC_CHECKS_CHECKNAMES_H

#include <cstdint>
#include <string>
#include <vector>

namespace kcc::compiler {

/// The names of all checks.
std::vector<std::string> checkNames();
/// The set of checks with these names (abi::Check).
std::uint32_t checksNamed(const std::vector<std::string> &Names);

} // namespace kcc::compiler

#endif
