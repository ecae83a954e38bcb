#include "transfers.h"

#include <cstring>

namespace kcc::core {

Copy flattened(Copy copy) {
  const auto has_no_gaps = [&](const Pitches &pitches) { return pitches.row == copy.row_bytes; };
  const auto slices_follow = [&](const Pitches &pitches) { return pitches.slice == copy.rows * pitches.row; };
  if (copy.rows == 1 ||
      (copy.slices > 1 && slices_follow(copy.to_pitches) && slices_follow(copy.from_pitches))) {
    if (copy.rows == 1) {
      copy.to_pitches.row = copy.to_pitches.slice;
      copy.from_pitches.row = copy.from_pitches.slice;
    }
    copy.rows *= copy.slices;
    copy.slices = 1;
  }
  if (copy.rows > 1 && has_no_gaps(copy.to_pitches) && has_no_gaps(copy.from_pitches)) {
    copy.row_bytes *= copy.rows;
    copy.to_pitches.row = copy.to_pitches.slice;
    copy.from_pitches.row = copy.from_pitches.slice;
    copy.rows = copy.slices;
    copy.slices = 1;
  }
  return copy;
}

Fill with_shortest_pattern(const Fill &fill) {
  for (const std::size_t period : {std::size_t{1}, std::size_t{2}, std::size_t{4}}) {
    if (period >= fill.pattern_bytes || fill.pattern_bytes % period != 0 ||
        std::memcmp(fill.pattern.data(), fill.pattern.data() + period, fill.pattern_bytes - period) != 0)
      continue;
    Fill shorter = fill;
    shorter.count *= fill.pattern_bytes / period;
    shorter.pattern_bytes = period;
    return shorter;
  }
  return fill;
}

} // namespace kcc::core
