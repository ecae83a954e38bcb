#include "lanes.h"

#include <cstdlib>
#include <stdexcept>
#include <string>
#include <string_view>

namespace kcc::cpu {

namespace {

bool has_level([[maybe_unused]] std::size_t level) {
#ifdef __x86_64__
  static_assert(abi::cpu_level_count == 3);
  __builtin_cpu_init();
  return level < 2 ? __builtin_cpu_supports("x86-64-v3") : __builtin_cpu_supports("x86-64-v4");
#else
  return false;
#endif
}

const abi::CpuLevel *level_from_environment() {
  constexpr char name[] = "KCC_CPU_LANES";
  const char *text = std::getenv(name);
  const std::string_view wanted(text == nullptr ? "" : text);
  const abi::CpuLevel *highest = nullptr, *named = nullptr;
  std::string names;
  for (std::size_t i = 0; i < abi::cpu_level_count; ++i) {
    const abi::CpuLevel &level = abi::cpu_levels[i];
    if (!has_level(i))
      continue;
    highest = &level;
    if (wanted == level.name)
      named = &level;
    if (!is_narrow(level))
      names += (names.empty() ? "" : ", ") + std::string(level.name);
  }
  if (wanted.empty() || named != nullptr)
    return wanted.empty() ? highest : named;
  if (wanted == "1")
    return nullptr;
  throw std::invalid_argument("environment variable " + std::string(name) + " is '" + std::string(wanted) +
                              "'; it must be 1, for one thread at a time" +
                              (names.empty() ? ": this processor has no level with lanes"
                                             : ", or one of the levels that this processor has: " + names));
}

/// For how long a row of so many threads runs: with fewer lanes, each takes a quarter more.
std::uint64_t cost(const abi::CpuBlockFunction &function, std::uint32_t threads) {
  const std::uint64_t lanes = function.lanes, groups = (threads + lanes - 1) / lanes;
  return groups * lanes * (lanes < abi::cpu_levels[0].lanes ? 5 : 4);
}

} // namespace

const abi::CpuLevel *block_level() {
  static const abi::CpuLevel *const chosen = level_from_environment();
  return chosen;
}

abi::CpuBlockFunction block_function(const abi::CpuKernel &kernel, std::uint32_t threads) {
  const abi::CpuLevel *const last = block_level();
  abi::CpuBlockFunction best{};
  if (last == nullptr)
    return best;
  for (const abi::CpuLevel *level = abi::cpu_levels; level <= last; ++level) {
    const abi::CpuBlockFunction &function = kernel.run_block[level - abi::cpu_levels];
    if (function.run != nullptr && (best.run == nullptr || cost(function, threads) <= cost(best, threads)))
      best = function;
  }
  return best;
}

} // namespace kcc::cpu
