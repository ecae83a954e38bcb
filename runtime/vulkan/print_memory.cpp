#include "print_memory.h"

#include "vulkan_device.h"

#include <kcc/abi/print_ring.h>

#include <array>
#include <cstddef>
#include <cstring>

namespace kcc::vulkan {

namespace {

constexpr auto reading = [] { return std::string("reading the output of kernels"); };

} // namespace

std::uint64_t PrintMemory::control(const core::Operation &operation) {
  const std::lock_guard lock(mutex_);
  if (reader_)
    return control_.address;
  Context &context = device_.context(operation);
  // Whatever is made before a call fails is kept for the next attempt.
  if (!channel_.buffer)
    channel_ = make_block(context, sizeof(abi::PrintChannel) + capacity_, BlockKind::host, operation);
  if (!control_.buffer)
    control_ = make_block(context, sizeof(abi::PrintControl), BlockKind::device, operation);
  abi::PrintControl control{};
  control.channel = channel_.address;
  control.capacity = capacity_;
  const auto staged = context.host_blocks.take(sizeof control, operation);
  std::memcpy(staged->host, &control, sizeof control);
  VulkanStream &stream = device_.own_stream(operation);
  stream.enqueue(
      [&](CommandBufferRef commands) {
        const BufferCopy copy{0, 0, sizeof control};
        context.api.cmd_copy_buffer(commands, staged->buffer, control_.buffer, 1, &copy);
      },
      {staged}, operation);
  stream.wait(stream.last(), operation);
  reader_.emplace(reinterpret_cast<abi::PrintChannel *>(channel_.host), capacity_);
  return control_.address;
}

core::PrintReader::Counters PrintMemory::read_counters() {
  Context &context = device_.context(reading);
  const auto staged = context.host_blocks.take(sizeof(abi::PrintControl), reading);
  VulkanStream &stream = device_.own_stream(reading);
  stream.enqueue(
      [&](CommandBufferRef commands) {
        const auto copy = [&](std::uint64_t offset) {
          const BufferCopy word{offset, offset, sizeof(std::uint64_t)};
          context.api.cmd_copy_buffer(commands, control_.buffer, staged->buffer, 1, &word);
        };
        copy(offsetof(abi::PrintControl, finished));
        copy(offsetof(abi::PrintControl, dropped));
        order_commands(context.api, commands);
        copy(offsetof(abi::PrintControl, reserved));
      },
      {staged}, reading);
  stream.wait(stream.last(), reading);
  abi::PrintControl control;
  std::memcpy(&control, staged->host, sizeof control);
  return {control.finished, control.dropped, control.reserved};
}

core::Messages PrintMemory::take() noexcept {
  const std::lock_guard lock(mutex_);
  if (!reader_)
    return {};
  return reader_->take([&]() -> std::optional<core::PrintReader::Counters> {
    try {
      return read_counters();
    } catch (const Error &) { // the next call that waits reports it
      return std::nullopt;
    }
  });
}

std::optional<std::string> PrintMemory::take_failure() noexcept {
  const std::lock_guard lock(mutex_);
  const auto record = reader_ ? reader_->failure() : std::nullopt;
  if (!record)
    return std::nullopt;
  reader_->forget_failure();
  try {
    Context &context = device_.context(reading);
    device_.own_stream(reading).enqueue(
        [&](CommandBufferRef commands) {
          context.api.cmd_fill_buffer(commands, control_.buffer, offsetof(abi::PrintControl, failed),
                                      sizeof(std::uint32_t), 0);
        },
        {}, reading);
  } catch (const Error &) { // later failures have no record then
  }
  return core::failure_of(*record);
}

std::uint64_t PrintMemory::capacity() {
  const std::lock_guard lock(mutex_);
  return capacity_;
}

bool PrintMemory::set_capacity(std::uint64_t bytes) {
  const std::lock_guard lock(mutex_);
  if (channel_.buffer)
    return false;
  capacity_ = bytes;
  return true;
}

} // namespace kcc::vulkan
