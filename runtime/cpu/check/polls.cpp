#include "polls.h"

#include "../engine/host_threads.h"

#include <algorithm>

namespace kcc::cpu::check {

void PollCount::add(const void *place, std::uint64_t value, const abi::CheckSite *site) noexcept {
  last_ = place;
  site_ = site;
  ++count_;
  for (std::size_t i = 0; i < places_; ++i)
    if (known_[i].at == place) {
      if (known_[i].value != value) {
        known_[0] = {place, value};
        places_ = count_ = 1;
      }
      return;
    }
  if (places_ == most_places) // a walk through memory
    forget();
  known_[places_++] = {place, value};
  count_ = 1;
}

Polls::Runner::Runner(Polls &launch) : launch_(launch) {
  const std::lock_guard lock(launch.mutex_);
  launch.runners_.push_back(this);
  launch.watches_ = false;
}

Polls::Runner::~Runner() {
  const std::lock_guard lock(launch_.mutex_);
  std::erase(launch_.runners_, this);
  launch_.watches_ = false;
}

void Polls::Runner::moves() noexcept {
  if (!says_so_)
    return;
  const std::lock_guard lock(launch_.mutex_);
  says_so_ = polls_ = sleeps_ = false;
  launch_.watches_ = false;
}

void Polls::Runner::sleeps() noexcept {
  const std::lock_guard lock(launch_.mutex_);
  says_so_ = sleeps_ = true;
  polls_ = false;
}

void Polls::note_grid_barrier() noexcept {
  const std::lock_guard lock(mutex_);
  for (Runner *runner : runners_)
    runner->polls_ = runner->sleeps_ = false;
  watches_ = false;
}

bool Polls::Runner::only_polls() {
  const std::lock_guard lock(launch_.mutex_);
  says_so_ = polls_ = true;
  sleeps_ = false;
  ++rounds_;
  return launch_.nothing_moves();
}

/// An OS thread may have been stopped since it said that it only polls, while another one has written. So all
/// must say it again, after a round that began when all had said it.
bool Polls::nothing_moves() {
  const std::uint64_t activity = host_activity();
  if (!all_started_.load() || !host_only_waits(queues_) || (watches_ && activity != host_activity_)) {
    watches_ = false;
    return false;
  }
  if (!watches_) {
    if (!std::ranges::all_of(runners_,
                             [](const Runner *runner) { return runner->polls_ || runner->sleeps_; }))
      return false;
    watches_ = true;
    host_activity_ = activity;
    since_ = std::chrono::steady_clock::now();
    for (Runner *runner : runners_)
      runner->seen_ = runner->rounds_;
    return false;
  }
  if (!std::ranges::all_of(runners_, [](const Runner *runner) {
        return runner->sleeps_ || runner->rounds_ >= runner->seen_ + 2;
      }))
    return false;
  // A thread of the host that has not used the device may be about to do so.
  constexpr std::chrono::seconds patience{30};
  return std::chrono::steady_clock::now() - since_ > patience || !has_other_threads(queues_);
}

} // namespace kcc::cpu::check
