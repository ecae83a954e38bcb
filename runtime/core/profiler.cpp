#include "profiler.h"

#include "host_calls.h"

#include <algorithm>
#include <utility>

namespace kcc::core {

namespace {

/// Of all calls: their errors are only counted, except those of the constructor.
constexpr auto profiling = [] { return std::string("starting a profile"); };
constexpr auto stopping = [] { return std::string("stopping a profile"); };

/// When as many pieces of work wait for their results, those that are done are fetched.
constexpr std::size_t most_pending = 4096;

} // namespace

std::shared_ptr<Profiler> ProfilerSlot::get() {
  const std::lock_guard lock(mutex_);
  return profiler_;
}

bool ProfilerSlot::set(std::shared_ptr<Profiler> profiler) {
  const std::lock_guard lock(mutex_);
  if (profiler_)
    return false;
  profiler_ = std::move(profiler);
  is_active_.store(true, std::memory_order_relaxed);
  return true;
}

void ProfilerSlot::clear() {
  const std::lock_guard lock(mutex_);
  is_active_.store(false, std::memory_order_relaxed);
  profiler_.reset();
}

void profile_work(ProfilerSlot &slot, StreamHandle *stream, const Work &work,
                  const std::function<void()> &enqueue) {
  if (const std::shared_ptr<Profiler> profiler = slot.get())
    profiler->measure(stream, work, enqueue);
  else
    enqueue();
}

Profiler::Profiler(BackendDevice &device)
    : device_(device), start_event_(device.create_event({}, profiling)) {
  StreamHandle *stream = nullptr;
  try {
    stream = device_.create_stream({}, profiling);
    device_.record_event(start_event_, stream, profiling);
    device_.synchronize_event(start_event_, profiling);
  } catch (...) {
    if (stream)
      device_.destroy_stream(stream);
    device_.destroy_event(start_event_);
    throw;
  }
  start_ = std::chrono::steady_clock::now();
  device_.destroy_stream(stream);
  range_log().start();
}

Profiler::~Profiler() {
  if (!has_finished_)
    range_log().stop(start_);
  for (const Pending &pending : pending_) {
    device_.destroy_event(pending.begin);
    device_.destroy_event(pending.end);
  }
  for (EventHandle *event : free_events_)
    device_.destroy_event(event);
  device_.destroy_event(start_event_);
}

EventHandle *Profiler::take_event() {
  {
    const std::lock_guard lock(mutex_);
    if (!free_events_.empty()) {
      EventHandle *const event = free_events_.back();
      free_events_.pop_back();
      return event;
    }
  }
  return device_.create_event({}, profiling);
}

void Profiler::give_back(EventHandle *event) noexcept {
  const std::lock_guard lock(mutex_);
  free_events_.push_back(event);
}

const std::string *Profiler::interned(std::string_view name) {
  const auto found = names_.find(name);
  return found == names_.end() ? &*names_.emplace(name).first : &*found;
}

void Profiler::measure(StreamHandle *stream, const Work &work, const std::function<void()> &enqueue) {
  if (!stream && device_.info().backend == Backend::cpu)
    return measure_by_host(work, enqueue);
  EventHandle *begin = nullptr, *end = nullptr;
  const auto cannot_measure = [&] {
    for (EventHandle *event : {begin, end})
      if (event)
        give_back(event);
    const std::lock_guard lock(mutex_);
    unmeasured_ += !has_stopped_;
  };
  try {
    begin = take_event();
    end = take_event();
  } catch (const Error &) {
    cannot_measure();
    return enqueue(); // fails for the same reason, with words of its own
  }
  const bool has_begun = device_.mark_event(begin, stream);
  try {
    enqueue();
  } catch (...) {
    cannot_measure();
    throw;
  }
  if (!has_begun || !device_.mark_event(end, stream))
    return cannot_measure();
  const std::lock_guard lock(mutex_);
  if (has_stopped_) {
    free_events_.push_back(begin);
    free_events_.push_back(end);
    return;
  }
  pending_.push_back({{work.kind, interned(work.name), work.bytes, stream, {}, {}}, begin, end});
  if (pending_.size() > most_pending)
    fetch_finished();
}

void Profiler::measure_by_host(const Work &work, const std::function<void()> &enqueue) {
  const auto begin = std::chrono::steady_clock::now();
  enqueue(); // the CPU device's own stream works at once
  const auto end = std::chrono::steady_clock::now();
  const std::lock_guard lock(mutex_);
  if (has_stopped_)
    return;
  samples_.push_back({work.kind, interned(work.name), work.bytes, nullptr, Profile::Time(begin - start_),
                      Profile::Time(end - begin)});
}

/// Both events are done or failed.
void Profiler::fetch(const Pending &pending) {
  try {
    if (const EventEnd end = device_.event_end(pending.end, false, profiling); end.failure)
      throw *end.failure; // and stays unreported
    Sample sample = pending.sample;
    sample.begin = device_.elapsed(start_event_, pending.begin, profiling);
    sample.duration = device_.elapsed(pending.begin, pending.end, profiling);
    samples_.push_back(sample);
  } catch (const Error
               &) { // it failed, was skipped after a failure, was captured into a graph, or the device failed
    ++unmeasured_;
  }
  free_events_.push_back(pending.begin);
  free_events_.push_back(pending.end);
}

void Profiler::fetch_finished() {
  while (!pending_.empty()) {
    if (!device_.event_end(pending_.front().end, false, profiling).is_over)
      return;
    fetch(pending_.front());
    pending_.pop_front();
  }
}

void Profiler::finish() {
  if (device_.info().backend == Backend::cpu)
    refuse_in_host_call(stopping);
  std::deque<Pending> pending;
  {
    const std::lock_guard lock(mutex_);
    has_stopped_ = true;
    pending.swap(pending_);
  }
  // Without the lock: the work may wait for work that other threads have yet to enqueue.
  for (const Pending &work : pending)
    (void)device_.event_end(work.end, true, stopping);
  const std::lock_guard lock(mutex_);
  for (const Pending &work : pending)
    fetch(work);
  if (!has_finished_)
    ranges_ = range_log().stop(start_);
  has_finished_ = true;
}

} // namespace kcc::core
