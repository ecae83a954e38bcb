// A kernel that races.
#include <kcc/device.h>

#include <span>

[[kcc::kernel]] void count(std::span<int> counts, std::span<const int> keys) {
  const std::size_t i = kcc::global_index();
  counts[keys[i] % 2] += 1;
}
