#include "progress_guard.h"

#include "host_threads.h"

#include "../../core/per_process.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <stop_token>
#include <system_error>
#include <utility>

namespace kcc::cpu {

namespace {

constexpr std::chrono::milliseconds interval{10};
/// The intervals without the end of a block after which a grid gets more threads. They are counted, not
/// measured by the clock: while a debugger has stopped the process, none passes. At first, blocks may just
/// take long; later, the grid has shown that its blocks wait for each other.
constexpr unsigned first_patience = 20, later_patience = 2;
constexpr std::size_t most_threads = 1024;
/// After so many intervals without a grid, the watcher sleeps until there is one. Until then, a launch need
/// not wake it.
constexpr unsigned intervals_awake = 20;

} // namespace

/// The thread that looks at all grids that are guarded.
class ProgressWatcher {
public:
  void add(ProgressGuard &grid);
  void remove(ProgressGuard &grid);
  /// For the end of the process: joins the thread, unless there are grids, which may need it to end. A grid
  /// that comes later still gets one.
  void stop();

private:
  void watch(const std::stop_token &end);

  std::mutex mutex_; ///< guards everything below
  std::condition_variable_any wake_;
  std::vector<ProgressGuard *> grids_;
  bool is_asleep_ = false;
  std::jthread thread_;
};

void ProgressWatcher::add(ProgressGuard &grid) {
  const std::lock_guard lock(mutex_);
  if (!thread_.joinable())
    thread_ = std::jthread([this](const std::stop_token &end) { watch(end); });
  grids_.push_back(&grid);
  if (is_asleep_)
    wake_.notify_one();
}

void ProgressWatcher::remove(ProgressGuard &grid) {
  const std::lock_guard lock(mutex_);
  std::erase(grids_, &grid);
}

void ProgressWatcher::stop() {
  std::jthread ends; // and is joined without the lock
  const std::lock_guard lock(mutex_);
  if (grids_.empty())
    ends.swap(thread_);
}

void ProgressWatcher::watch(const std::stop_token &end) {
  const DeviceThread counts;
  std::unique_lock lock(mutex_);
  for (unsigned without_grid = 0; !end.stop_requested();) {
    without_grid = grids_.empty() ? without_grid + 1 : 0;
    if (without_grid > intervals_awake) {
      is_asleep_ = true;
      wake_.wait(lock, end, [this] { return !grids_.empty(); });
      is_asleep_ = false;
      without_grid = 0;
    }
    wake_.wait_for(lock, end, interval, [] { return false; });
    for (ProgressGuard *const grid : grids_)
      grid->look();
  }
}

ProgressGuard::ProgressGuard(std::function<void()> take_part, std::function<Progress()> progress,
                             std::function<bool()> may_poll)
    : take_part_(std::move(take_part)), progress_(std::move(progress)), may_poll_(std::move(may_poll)),
      watcher_(core::PerProcess<ProgressWatcher>::get()), patience_(first_patience) {
  watcher_.add(*this);
}

ProgressGuard::~ProgressGuard() {
  watcher_.remove(*this);
  for (std::thread &thread : threads_)
    thread.join();
}

void ProgressGuard::look() {
  const Progress now = progress_();
  if (now.left == 0)
    return;
  if (now.ended != ended_before_)
    without_end_ = 0;
  else if (now.prepared > threads_.size() && may_poll_()) // else some are not ready, and may end blocks soon
    ++without_end_;
  ended_before_ = now.ended;
  if (without_end_ < patience_)
    return;
  add_threads(now.left);
  without_end_ = 0;
  patience_ = later_patience;
}

/// Doubles the number of threads, so that all blocks of a chain in which each waits for the next run soon,
/// but adds at most `most`.
void ProgressGuard::add_threads(std::uint64_t most) {
  const std::size_t now = threads_.size(),
                    wanted = std::min({std::max<std::size_t>(1, now * 2), now + most, most_threads});
  try {
    while (threads_.size() < wanted)
      threads_.emplace_back([this] {
        const DeviceThread counts;
        take_part_();
      });
  } catch (const std::system_error &) { // no more threads to be had
  }
}

} // namespace kcc::cpu
