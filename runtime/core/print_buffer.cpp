#include "print_buffer.h"

#include <kcc/abi/print_ring.h>

namespace kcc::core {

void PrintBuffer::create(const std::string &operation) {
  make(memory_, sizeof(abi::PrintChannel) + capacity_, operation);
  abi::PrintControl control{};
  control.channel = memory_.channel_address;
  control.capacity = capacity_;
  write(memory_.control, &control, sizeof(control), operation);
  ring_.emplace(memory_.channel, capacity_);
  exists_.store(true, std::memory_order_release);
}

void PrintBuffer::attach(std::uint64_t variable, const std::string &operation) {
  const std::lock_guard lock(mutex_);
  if (!ring_)
    create(operation);
  write(variable, &memory_.control, sizeof(memory_.control), operation);
}

std::optional<std::string> PrintBuffer::failure_while_locked() const {
  const auto record = ring_ ? ring_->failure() : std::nullopt;
  return record ? std::optional(failure_of(*record)) : std::nullopt;
}

std::optional<std::string> PrintBuffer::failure() const {
  const std::lock_guard lock(mutex_);
  return failure_while_locked();
}

std::optional<std::uint64_t> PrintBuffer::read_counter(std::size_t offset) noexcept {
  std::uint64_t value = 0;
  return read(&value, memory_.control + offset, sizeof(value)) ? std::optional(value) : std::nullopt;
}

Messages PrintBuffer::take() noexcept {
  if (!exists())
    return {};
  const std::lock_guard lock(mutex_);
  if (!ring_)
    return {};
  return ring_->take([&]() -> std::optional<PrintReader::Counters> {
    const auto finished = read_counter(offsetof(abi::PrintControl, finished));
    const auto dropped = read_counter(offsetof(abi::PrintControl, dropped));
    const auto reserved = read_counter(offsetof(abi::PrintControl, reserved));
    if (!finished || !dropped || !reserved) // the GPU has failed
      return std::nullopt;
    return PrintReader::Counters{*finished, *dropped, *reserved};
  });
}

void PrintBuffer::end() noexcept {
  const std::lock_guard lock(mutex_);
  exists_.store(false, std::memory_order_release);
  ring_.reset();
}

std::uint64_t PrintBuffer::capacity() const {
  const std::lock_guard lock(mutex_);
  return capacity_;
}

bool PrintBuffer::set_capacity(std::uint64_t bytes) {
  const std::lock_guard lock(mutex_);
  if (memory_.channel)
    return false;
  capacity_ = bytes;
  return true;
}

Error failed_kernel(std::string operation, int code, std::string code_name, std::string report) {
  return Error({.operation = std::move(operation),
                .code = code,
                .code_name = std::move(code_name),
                .text = std::move(report),
                .log = {},
                .hint = std::string(sticky_advice) +
                        ". Correct the cause, or find it on the CPU device (KCC_DEVICE=cpu), which stays "
                        "usable",
                .category = ErrorCategory::kernel_failed,
                .sticky = true});
}

} // namespace kcc::core
