#include "lanes.h"

#include <cstdlib>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

namespace kcc::cpu {

namespace {

#ifdef __aarch64__
constexpr std::span<const abi::CpuLevel> levels = abi::aarch64_levels;
bool has_level(std::size_t) {
  return true;
}
#else
constexpr std::span<const abi::CpuLevel> levels = abi::x86_64_levels;
bool has_level(std::size_t level) {
  static_assert(levels.size() == 3);
  __builtin_cpu_init();
  return level < 2 ? __builtin_cpu_supports("x86-64-v3") : __builtin_cpu_supports("x86-64-v4");
}
#endif

const abi::CpuLevel *level_from_environment() {
  constexpr char name[] = "KCC_CPU_LANES";
  const char *text = std::getenv(name);
  const std::string_view wanted(text == nullptr ? "" : text);
  const abi::CpuLevel *highest = nullptr, *named = nullptr;
  std::string names;
  for (std::size_t i = 0; i < levels.size(); ++i) {
    const abi::CpuLevel &level = levels[i];
    if (!has_level(i))
      continue;
    highest = &level;
    if (wanted == level.name)
      named = &level;
    if (!level.is_narrow)
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

/// A measure of how long the function takes for a row of `threads` threads. With fewer lanes than the first
/// level has, each lane takes a quarter more.
std::uint64_t cost(const abi::CpuBlockFunction &function, std::uint32_t threads) {
  const std::uint64_t lanes = function.lanes, groups = (threads + lanes - 1) / lanes;
  return groups * lanes * (lanes < levels[0].lanes ? 5 : 4);
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
  for (const abi::CpuLevel *level = levels.data(); level <= last; ++level) {
    const abi::CpuBlockFunction &function = kernel.run_block[level - levels.data()];
    if (function.run != nullptr && (best.run == nullptr || cost(function, threads) <= cost(best, threads)))
      best = function;
  }
  return best;
}

} // namespace kcc::cpu
