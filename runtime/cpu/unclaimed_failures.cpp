#include "unclaimed_failures.h"

#include "../core/per_process.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <utility>

namespace kcc::cpu {

namespace {

/// Prints the failures that are left when this process ends.
struct EndOfProcess {
  void stop() {
    if (failures)
      failures->print();
  }
  UnclaimedFailures *failures = nullptr;
};

} // namespace

// Before the first thread of a queue, so that print() is called after the last one's end.
UnclaimedFailures::UnclaimedFailures() {
  core::PerProcess<EndOfProcess>::get().failures = this;
}

void UnclaimedFailures::print() {
  const std::lock_guard lock(mutex_);
  for (const Failure &failure : failures_)
    std::fprintf(stderr, "kcc: a kernel failed, and the program did not wait for it: %s\n",
                 failure.error->what());
}

void UnclaimedFailures::add_memory(const void *memory, std::size_t bytes) {
  const std::lock_guard lock(mutex_);
  memory_[static_cast<const std::byte *>(memory)] = bytes;
}

void UnclaimedFailures::remove_memory(const void *memory) noexcept {
  const std::lock_guard lock(mutex_);
  memory_.erase(static_cast<const std::byte *>(memory));
  for (Failure &failure : failures_) // a new buffer may get the address
    std::erase(failure.buffers, memory);
}

const void *UnclaimedFailures::buffer_at(const std::byte *place) const {
  const auto after = memory_.upper_bound(place);
  if (after == memory_.begin())
    return nullptr;
  const auto [begin, bytes] = *std::prev(after);
  return place < begin + bytes ? begin : nullptr;
}

void UnclaimedFailures::add(std::shared_ptr<const Error> error, const Reach &reach) {
  const std::lock_guard lock(mutex_);
  // A child made by fork() has an end of its own, and does not print what its parent was not told of.
  if (std::exchange(core::PerProcess<EndOfProcess>::get().failures, this) != this)
    failures_.clear();
  Failure failure{std::move(error), {}, reach.reaches_any_memory};
  // Everything that could be a pointer, at any offset, because structs may be packed.
  for (std::size_t i = 0; i < reach.parameters.size(); ++i)
    for (std::size_t at = 0; at + sizeof(void *) <= reach.parameters[i].size; ++at) {
      const std::byte *place;
      std::memcpy(&place, static_cast<const std::byte *>(reach.arguments[i]) + at, sizeof(place));
      if (const void *buffer = buffer_at(place))
        failure.buffers.push_back(buffer);
    }
  failures_.push_back(std::move(failure));
}

void UnclaimedFailures::claim(const std::shared_ptr<const Error> &error) {
  const std::lock_guard lock(mutex_);
  std::erase_if(failures_, [&](const Failure &failure) { return failure.error == error; });
}

void UnclaimedFailures::forget() {
  const std::lock_guard lock(mutex_);
  failures_.clear();
}

void UnclaimedFailures::throw_oldest() {
  throw_first([](const Failure &) { return true; });
}

void UnclaimedFailures::throw_oldest_of(const void *memory) {
  throw_first([&](const Failure &failure) {
    return failure.reaches_any_memory || std::ranges::find(failure.buffers, memory) != failure.buffers.end();
  });
}

void UnclaimedFailures::throw_first(const std::function<bool(const Failure &)> &wanted) {
  const std::lock_guard lock(mutex_);
  if (const auto found = std::ranges::find_if(failures_, wanted); found != failures_.end()) {
    const auto error = found->error;
    failures_.erase(found);
    throw *error;
  }
}

} // namespace kcc::cpu
