#include "lanes.h"

#include <cstdlib>
#include <iterator>
#include <stdexcept>
#include <string>
#include <string_view>

namespace kcc::cpu {

namespace {

bool has_level([[maybe_unused]] std::size_t level) {
#ifdef __x86_64__
  static_assert(abi::cpu_level_count == 2);
  __builtin_cpu_init();
  return level == 0 ? __builtin_cpu_supports("x86-64-v3") : __builtin_cpu_supports("x86-64-v4");
#else
  return false;
#endif
}

const abi::CpuLevel *level_from_environment() {
  constexpr char name[] = "KCC_CPU_LANES";
  const char *text = std::getenv(name);
  const std::string_view wanted(text == nullptr ? "" : text);
  const abi::CpuLevel *highest = nullptr;
  std::string names;
  for (std::size_t i = 0; i < abi::cpu_level_count; ++i)
    if (has_level(i)) {
      highest = &abi::cpu_levels[i];
      if (wanted == highest->name)
        return highest;
      names += (names.empty() ? "" : ", ") + std::string(highest->name);
    }
  if (wanted.empty())
    return highest;
  if (wanted == "1")
    return nullptr;
  throw std::invalid_argument("environment variable " + std::string(name) + " is '" + std::string(wanted) +
                              "'; it must be 1, for one thread at a time" +
                              (names.empty() ? ": this processor has no level with lanes"
                                             : ", or one of the levels that this processor has: " + names));
}

} // namespace

const abi::CpuLevel *block_level() {
  static const abi::CpuLevel *const chosen = level_from_environment();
  return chosen;
}

abi::CpuBlockFunction block_function(const abi::CpuKernel &kernel) {
  const abi::CpuLevel *const level = block_level();
  return level == nullptr ? abi::CpuBlockFunction{} : kernel.run_block[level - std::begin(abi::cpu_levels)];
}

} // namespace kcc::cpu
