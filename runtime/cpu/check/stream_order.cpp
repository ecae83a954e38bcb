#include "stream_order.h"

#include "../../check/settings.h"
#include "unawaited_copies.h"

#include <atomic>
#include <mutex>
#include <vector>

namespace kcc::cpu::check {

namespace {

struct Host {
  std::mutex mutex;
  std::shared_ptr<const StreamClock> knows = std::make_shared<StreamClock>();
  /// The last tasks of streams that are gone: new streams go on with their numbers.
  std::vector<StreamTask> free;
  std::uint64_t streams = 0; ///< at a time
  std::uint64_t created = 0;
  std::atomic<bool> has_several = false;
};

Host &host() {
  static auto *const one = new Host;
  return *one;
}

/// Adds `more` and `task` to `clock`, which is replaced if it did not know them.
void join(std::shared_ptr<const StreamClock> &clock, const StreamClock &more, const StreamTask *task) {
  std::shared_ptr<StreamClock> changed;
  const auto add = [&](std::uint64_t stream, std::uint64_t number) {
    const auto known = clock->find(stream);
    if (known != clock->end() && known->second >= number)
      return;
    if (!changed)
      clock = changed = std::make_shared<StreamClock>(*clock);
    (*changed)[stream] = number;
  };
  for (const auto &[stream, number] : more)
    add(stream, number);
  if (task)
    add(task->stream, task->number);
}

} // namespace

bool StreamTask::comes_after(const StreamTask &earlier) const {
  if (stream == 0 || earlier.stream == 0)
    return true;
  if (stream == earlier.stream)
    return number >= earlier.number;
  const auto known = knows->find(earlier.stream);
  return known != knows->end() && known->second >= earlier.number;
}

StreamOrder::StreamOrder() {
  if (!kcc::check::are_on_for_races())
    return;
  Host &all = host();
  const std::lock_guard lock(all.mutex);
  if (all.free.empty()) {
    last_ = {++all.streams, 0, {}, 0};
    all.has_several = all.streams > 1;
  } else {
    last_ = all.free.back();
    all.free.pop_back();
  }
  last_.knows = all.knows;
  last_.stream_created = ++all.created;
}

StreamOrder::~StreamOrder() {
  if (last_.stream == 0)
    return;
  Host &all = host();
  const std::lock_guard lock(all.mutex);
  all.free.push_back(last_);
}

StreamTask StreamOrder::next() {
  if (last_.stream == 0)
    return {};
  std::shared_ptr<const StreamClock> host_clock;
  {
    const std::lock_guard lock(host().mutex);
    host_clock = host().knows;
  }
  join(last_.knows, *host_clock, nullptr);
  ++last_.number;
  return last_;
}

void StreamOrder::wait_for(const StreamTask &task) {
  if (last_.stream != 0 && task.stream != 0)
    join(last_.knows, *task.knows, &task);
}

void host_knows(const StreamTask &task) {
  forget_copies(); // whatever it has waited for (unawaited_copies.h)
  if (task.stream == 0)
    return;
  const std::lock_guard lock(host().mutex);
  join(host().knows, *task.knows, &task);
}

bool has_several_streams() noexcept {
  return host().has_several.load(std::memory_order_relaxed);
}

} // namespace kcc::cpu::check
