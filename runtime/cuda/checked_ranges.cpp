#include "checked_ranges.h"
#include "../check/report.h"

#include <cstring>
#include <iterator>

namespace kcc::cuda {

std::string describe(const CheckedRange &range) {
  return "buffer #" + std::to_string(range.number) + " of " + check::count_of_bytes(range.place.bytes);
}

void CheckedRanges::add(std::uint64_t begin, std::uint64_t bytes, std::uint64_t reserved) {
  if (bytes == 0)
    return;
  // What has been freed behind our back does not exist any more.
  auto old = ranges_.lower_bound(begin);
  if (old != ranges_.begin() && begin - std::prev(old)->first < std::prev(old)->second.place.reserved)
    --old;
  while (old != ranges_.end() && old->first < begin + reserved)
    old = ranges_.erase(old);
  ranges_[begin] = {{begin, bytes, reserved, 0}, ++created_};
  ++version_;
}

bool CheckedRanges::retire(std::uint64_t begin) {
  const auto found = ranges_.find(begin);
  if (found == ranges_.end())
    return false;
  found->second.place.is_freed = 1;
  ++version_;
  return true;
}

void CheckedRanges::remove(std::uint64_t begin) {
  if (ranges_.erase(begin) != 0)
    ++version_;
}

const CheckedRange *CheckedRanges::find(std::uint64_t place) const {
  const auto after = ranges_.upper_bound(place);
  if (after == ranges_.begin())
    return nullptr;
  const CheckedRange &range = std::prev(after)->second;
  return place - range.place.begin < range.place.reserved ? &range : nullptr;
}

std::vector<std::byte> CheckedRanges::table() const {
  const abi::CheckRanges head{ranges_.size()};
  std::vector<std::byte> bytes(sizeof head + ranges_.size() * sizeof(abi::CheckRange));
  std::memcpy(bytes.data(), &head, sizeof head);
  std::size_t at = sizeof head;
  for (const auto &[begin, range] : ranges_) {
    std::memcpy(bytes.data() + at, &range.place, sizeof range.place);
    at += sizeof range.place;
  }
  return bytes;
}

} // namespace kcc::cuda
