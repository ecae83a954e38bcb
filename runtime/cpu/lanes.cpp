#include "lanes.h"

#include "settings.h"

#include <cstddef>
#include <iterator>

namespace kcc::cpu {

namespace {

bool has_level(std::size_t level) {
#ifdef __x86_64__
  __builtin_cpu_init();
  return level == 0 ? __builtin_cpu_supports("x86-64-v3") : __builtin_cpu_supports("x86-64-v4");
#else
  (void)level;
  return false;
#endif
}

} // namespace

abi::CpuBlockFunction block_function(const abi::CpuKernel &kernel) {
  static const bool levels[] = {has_level(0), has_level(1)};
  static_assert(std::size(levels) == abi::cpu_level_count);
  const unsigned most = most_lanes();
  for (std::size_t level = abi::cpu_level_count; level-- != 0;)
    if (levels[level] && abi::cpu_levels[level].lanes <= most && kernel.run_block[level].run != nullptr)
      return kernel.run_block[level];
  return {};
}

} // namespace kcc::cpu
