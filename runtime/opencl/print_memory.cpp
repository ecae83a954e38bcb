#include "print_memory.h"

#include "opencl_device.h"

#include <string>

namespace kcc::opencl {

namespace {

constexpr auto reading_output = [] { return std::string("reading the output of kernels"); };

} // namespace

std::uint64_t PrintMemory::control(const core::Operation &operation) {
  const std::lock_guard lock(mutex_);
  if (!reader_) {
    Context &context = device_.context(operation);
    const std::size_t channel_bytes = sizeof(abi::PrintChannel) + capacity_;
    // Whatever is made before a call fails is kept for the next attempt.
    const auto allocate = [&](std::byte *&memory, std::size_t bytes) {
      if (!memory)
        memory = static_cast<std::byte *>(context.allocations.allocate(bytes, MemoryKind::shared, operation));
    };
    allocate(channel_, channel_bytes);
    allocate(control_, sizeof(abi::PrintControl));
    abi::PrintControl control{};
    control.channel = reinterpret_cast<std::uintptr_t>(channel_);
    control.capacity = capacity_;
    context.write(control_, &control, sizeof control, operation);
    std::byte *host = channel_;
    if (!context.facts.has_fine_grain()) {
      constexpr std::size_t alignment = alignof(abi::PrintChannel);
      mirror_.assign((channel_bytes + alignment) / sizeof(std::uint64_t) + 1, 0);
      const auto begin = reinterpret_cast<std::uintptr_t>(mirror_.data());
      host = reinterpret_cast<std::byte *>((begin + alignment - 1) / alignment * alignment);
      context.write(channel_, host, channel_bytes, operation);
    }
    host_ = reinterpret_cast<abi::PrintChannel *>(host);
    reader_.emplace(host_, capacity_);
  }
  return reinterpret_cast<std::uintptr_t>(control_);
}

core::PrintReader::Counters PrintMemory::read_counters(const Context &context) const {
  core::PrintReader::Counters counters{};
  const auto read = [&](std::uint64_t &to, std::size_t offset) {
    context.read(&to, control_ + offset, sizeof to, reading_output);
  };
  read(counters.finished, offsetof(abi::PrintControl, finished));
  read(counters.dropped, offsetof(abi::PrintControl, dropped));
  read(counters.reserved, offsetof(abi::PrintControl, reserved));
  return counters;
}

/// Brings the mirror up to date, if there is one and kernels may have written.
void PrintMemory::pull(const Context &context) {
  if (mirror_.empty())
    return;
  abi::PrintControl control{};
  context.read(&control, control_, sizeof control, reading_output);
  if (control.reserved == mirrored_ && control.failed == 0)
    return;
  mirrored_ = control.finished; // what is still written is looked at again
  context.read(host_, channel_, sizeof(abi::PrintChannel) + capacity_, reading_output);
}

/// Tells kernels how far the host has read, if the host's words are not theirs.
void PrintMemory::push(const Context &context, bool had_overflowed) {
  if (mirror_.empty())
    return;
  const auto write = [&](std::size_t offset, const std::uint64_t &word) {
    context.write(channel_ + offset, &word, sizeof word, reading_output);
  };
  write(offsetof(abi::PrintChannel, consumed), host_->consumed);
  if (had_overflowed)
    write(offsetof(abi::PrintChannel, overflowed), 0);
}

core::Messages PrintMemory::take() noexcept {
  const std::lock_guard lock(mutex_);
  if (!reader_)
    return {};
  try {
    const Context &context = device_.context(reading_output);
    pull(context);
    const bool had_overflowed = host_->overflowed != 0;
    const std::uint64_t consumed = host_->consumed;
    core::Messages messages = reader_->take([&]() -> std::optional<core::PrintReader::Counters> {
      try {
        return read_counters(context);
      } catch (const Error &) { // the next call that waits reports it
        return std::nullopt;
      }
    });
    if (had_overflowed || host_->consumed != consumed)
      push(context, had_overflowed);
    return messages;
  } catch (const Error &) { // likewise
    return {};
  }
}

std::optional<std::string> PrintMemory::take_failure() noexcept {
  const std::lock_guard lock(mutex_);
  if (!reader_)
    return std::nullopt;
  try {
    const Context &context = device_.context(reading_output);
    pull(context);
    const auto record = reader_->failure();
    if (!record)
      return std::nullopt;
    reader_->forget_failure();
    constexpr std::uint64_t no_tag = 0;
    constexpr std::uint32_t not_failed = 0;
    if (!mirror_.empty())
      context.write(channel_ + offsetof(abi::PrintChannel, failure), &no_tag, sizeof no_tag, reading_output);
    context.write(control_ + offsetof(abi::PrintControl, failed), &not_failed, sizeof not_failed,
                  reading_output);
    return core::failure_of(*record);
  } catch (const Error &) { // later failures may have no record then
    return std::nullopt;
  }
}

std::uint64_t PrintMemory::capacity() {
  const std::lock_guard lock(mutex_);
  return capacity_;
}

bool PrintMemory::set_capacity(std::uint64_t bytes) {
  const std::lock_guard lock(mutex_);
  if (channel_)
    return false;
  capacity_ = bytes;
  return true;
}

} // namespace kcc::opencl
