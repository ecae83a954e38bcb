#include "device_search.h"

namespace kcc::core {

void DeviceSearch::search() {
  finished_ = true;
  const auto note = [&](const Error &error) {
    finished_ = finished_ && !driver_.may_pass(error);
    return error;
  };
  found_.problem.reset();
  if (found_.slots.empty()) {
    try {
      found_.slots.resize(driver_.count());
    } catch (const Error &error) {
      found_.problem = note(error);
      return;
    }
  }
  for (std::size_t ordinal = 0; ordinal < found_.slots.size(); ++ordinal) {
    DeviceSlot &slot = found_.slots[ordinal];
    if (slot.device)
      continue;
    try {
      slot.device = driver_.make(static_cast<int>(ordinal));
      slot.problem.reset();
    } catch (const Error &error) { // the others may still work
      slot.problem = note(error);
    }
  }
}

FoundDevices DeviceSearch::find() {
  const std::lock_guard lock(mutex_);
  if (!finished_)
    search();
  return found_;
}

} // namespace kcc::core
