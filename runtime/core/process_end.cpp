#include "process_end.h"

#include <atomic>
#include <mutex>
#include <utility>
#include <vector>

namespace kcc::core {

namespace {

std::atomic<bool> has_ended = false;

/// What is to be done before; static objects are destroyed in the reverse order of their construction.
struct AtExit {
  std::mutex mutex;
  std::vector<std::function<void()>> waits;

  ~AtExit() {
    for (const auto &wait : waits)
      wait();
    has_ended = true;
  }
};

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
  static AtExit at_exit;
  const std::lock_guard lock(at_exit.mutex);
  at_exit.waits.push_back(std::move(wait));
}

} // namespace kcc::core
