#include "progress_guard.h"

#include "host_threads.h"

#include <algorithm>
#include <chrono>
#include <cstddef>
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

} // namespace

ProgressGuard::ProgressGuard(std::function<void()> take_part, std::function<Progress()> progress,
                             std::function<bool()> may_poll)
    : take_part_(std::move(take_part)), progress_(std::move(progress)), may_poll_(std::move(may_poll)),
      watcher_([this] { watch(); }) {}

ProgressGuard::~ProgressGuard() {
  {
    const std::lock_guard lock(mutex_);
    over_ = true;
  }
  wake_.notify_one();
  watcher_.join();
  for (std::thread &thread : threads_)
    thread.join();
}

void ProgressGuard::watch() {
  const DeviceThread counts;
  unsigned without_end = 0, patience = first_patience;
  std::uint64_t ended_before = 0;
  std::unique_lock lock(mutex_);
  while (!wake_.wait_for(lock, interval, [this] { return over_; })) {
    const Progress now = progress_();
    if (now.left == 0)
      return;
    if (now.ended != ended_before)
      without_end = 0;
    else if (now.prepared > threads_.size() &&
             may_poll_()) // else some are not ready, and may end blocks soon
      ++without_end;
    ended_before = now.ended;
    if (without_end < patience)
      continue;
    add_threads(now.left);
    without_end = 0;
    patience = later_patience;
  }
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
