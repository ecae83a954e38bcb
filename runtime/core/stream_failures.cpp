#include "stream_failures.h"

#include <algorithm>
#include <utility>

namespace kcc::core {

void StreamFailures::add(const void *stream, const std::optional<std::string> &report,
                         const Operation &operation) {
  add(stream, std::make_shared<const Error>(Error::Parts{
                  .operation = operation.text(),
                  .code = 0,
                  .code_name = {},
                  .text = report ? *report : "a kernel has failed: one of its threads executed a trap",
                  .log = {},
                  .hint = "The device stays usable, but results are not right. Correct the cause, or find it "
                          "on the CPU device (KCC_DEVICE=cpu)",
                  .category = ErrorCategory::kernel_failed}));
}

void StreamFailures::add(const void *stream, std::shared_ptr<const Error> error) {
  const std::lock_guard lock(mutex_);
  failures_.push_back({stream, std::move(error)});
}

void StreamFailures::throw_oldest_of(const void *stream) {
  std::shared_ptr<const Error> oldest;
  {
    const std::lock_guard lock(mutex_);
    const auto found = std::ranges::find(failures_, stream, &Failure::stream);
    if (found == failures_.end())
      return;
    oldest = found->error;
    failures_.erase(found);
  }
  throw *oldest;
}

void StreamFailures::throw_oldest() {
  std::shared_ptr<const Error> oldest;
  {
    const std::lock_guard lock(mutex_);
    if (failures_.empty())
      return;
    oldest = failures_.front().error;
    failures_.erase(failures_.begin());
  }
  throw *oldest;
}

std::shared_ptr<const Error> StreamFailures::oldest_of(const void *stream) const {
  const std::lock_guard lock(mutex_);
  const auto found = std::ranges::find(failures_, stream, &Failure::stream);
  return found == failures_.end() ? nullptr : found->error;
}

void StreamFailures::disown(const void *stream) noexcept {
  const std::lock_guard lock(mutex_);
  for (Failure &failure : failures_)
    if (failure.stream == stream)
      failure.stream = nullptr;
}

void StreamFailures::forget(const std::shared_ptr<const Error> &error) noexcept {
  const std::lock_guard lock(mutex_);
  std::erase_if(failures_, [&](const Failure &failure) { return failure.error == error; });
}

void StreamFailures::forget_all() noexcept {
  const std::lock_guard lock(mutex_);
  failures_.clear();
}

} // namespace kcc::core
