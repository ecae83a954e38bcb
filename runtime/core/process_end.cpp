#include "process_end.h"

#include <atomic>
#include <cstdlib>
#include <mutex>
#include <utility>
#include <vector>

namespace kcc::core {

namespace {

std::atomic<bool> has_ended = false;

/// What is to be done before. Never destroyed.
struct Waits {
  std::mutex mutex;
  std::vector<std::function<void()>> all;
};
Waits &waits() {
  static Waits &waits = *new Waits;
  return waits;
}

/// The first call does it all: no driver's objects are destroyed yet.
void end() noexcept {
  if (has_ended)
    return;
  for (const auto &wait : waits().all)
    wait();
  has_ended = true;
}

} // namespace

bool process_has_ended() noexcept {
  return has_ended.load(std::memory_order_relaxed);
}

void refuse_at_process_end(const Operation &operation) {
  if (process_has_ended())
    detail::fail(ErrorCategory::invalid_state, operation.text(), "the process is ending",
                 "Let no static object use the GPU");
}

void before_process_end(std::function<void()> wait) {
  const std::lock_guard lock(waits().mutex);
  waits().all.push_back(std::move(wait));
  // Exit handlers and destructors of static objects are called in the reverse order, so this one comes before
  // those of the driver that was loaded last.
  std::atexit(end);
}

} // namespace kcc::core
