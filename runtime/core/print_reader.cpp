#include "print_reader.h"

#include <utility>

namespace kcc::core {

Messages PrintReader::take(const ReadCounters &read_counters) {
  Messages contents;
  contents.capacity = ring_.capacity();
  ring_.take(contents.records);
  has_holes_ = ring_.overflowed() || has_holes_;
  if (!has_holes_)
    return contents;
  const std::optional<Counters> counters = read_counters();
  if (!counters) { // so the number is unknown
    contents.dropped = 1;
    has_holes_ = false;
    return contents;
  }
  contents.dropped = counters->dropped - std::exchange(dropped_, counters->dropped);
  if (counters->finished == counters->reserved) {
    ring_.take_all(counters->reserved, contents.records);
    has_holes_ = false;
  }
  return contents;
}

} // namespace kcc::core
