#include "range_log.h"

#include <algorithm>
#include <unistd.h>
#include <utility>

namespace kcc::core {

RangeLog &range_log() {
  static RangeLog &log = *new RangeLog; // static objects' destructors may be ranges
  return log;
}

void RangeLog::add(std::string name, Clock::time_point begin, Clock::time_point end) {
  const std::lock_guard lock(mutex_);
  if (users_ != 0)
    slices_.push_back({std::move(name), static_cast<int>(gettid()), begin, end});
}

void RangeLog::start() {
  const std::lock_guard lock(mutex_);
  ++users_;
}

std::vector<HostSlice> RangeLog::stop(Clock::time_point since) {
  const std::lock_guard lock(mutex_);
  std::vector<HostSlice> slices;
  std::ranges::copy_if(slices_, std::back_inserter(slices),
                       [&](const HostSlice &slice) { return slice.end >= since; });
  if (--users_ == 0)
    slices_.clear();
  return slices;
}

} // namespace kcc::core
