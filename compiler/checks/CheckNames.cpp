#include "checks/CheckNames.h"
#include "kcc/abi/cpu_checks.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace kcc::compiler {

std::vector<std::string> checkNames() {
  std::vector<std::string> Names;
  for (const abi::CheckName &Row : abi::check_names)
    Names.push_back(Row.name);
  return Names;
}

std::uint32_t checksNamed(const std::vector<std::string> &Names) {
  std::uint32_t Set = 0;
  for (const abi::CheckName &Row : abi::check_names)
    if (is_contained(Names, Row.name))
      Set |= Row.checks;
  return Set;
}

} // namespace kcc::compiler
