#include "constant_ranges.h"

#include <map>
#include <mutex>
#include <shared_mutex>

namespace kcc::cpu {

namespace {

struct Ranges {
  std::shared_mutex mutex;
  std::multimap<const std::byte *, const std::byte *, std::less<>> ends; ///< by the beginning
};

Ranges &ranges() {
  static Ranges &ranges = *new Ranges; // modules may be unloaded by static objects' destructors
  return ranges;
}

} // namespace

ConstantRange::ConstantRange(const std::byte *begin, const std::byte *end) : begin_(begin) {
  Ranges &all = ranges();
  const std::unique_lock lock(all.mutex);
  all.ends.emplace(begin, end);
}

ConstantRange::~ConstantRange() {
  Ranges &all = ranges();
  const std::unique_lock lock(all.mutex);
  all.ends.erase(all.ends.find(begin_));
}

bool ConstantRange::any_has(const void *place) noexcept {
  const auto *const address = static_cast<const std::byte *>(place);
  Ranges &all = ranges();
  const std::shared_lock lock(all.mutex);
  const auto behind = all.ends.upper_bound(address);
  return behind != all.ends.begin() && address < std::prev(behind)->second;
}

} // namespace kcc::cpu
