// Device memory: allocation, copies, fills.
#include "handles.h"
#include "opencl_device.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <memory>
#include <utility>
#include <vector>

namespace kcc::opencl {

namespace {

/// From the first byte of a side to behind the last one.
std::size_t extent(const core::Copy &copy, const core::Pitches &pitches) {
  return (copy.slices - 1) * (copy.slices > 1 ? pitches.slice : 0) +
         (copy.rows - 1) * (copy.rows > 1 ? pitches.row : 0) + copy.row_bytes;
}

/// Enqueues a copy of one row after the other.
void enqueue_rows(OpenclStream &stream, const core::Copy &copy, const core::Operation &operation) {
  const auto &enqueue_copy = stream.context().api.enqueue_copy;
  core::for_each_row(core::flattened(copy), [&](void *to, const void *from, std::size_t bytes) {
    stream.enqueue(
        enqueue_copy.name,
        [&](QueueRef queue, EventRef *event) {
          return enqueue_copy(queue, 0, to, from, bytes, 0, nullptr, event);
        },
        operation);
  });
}

} // namespace

void *OpenclDevice::allocate(std::size_t bytes, Operation operation) {
  return context(operation).allocations.allocate(bytes, MemoryKind::device, operation);
}

void OpenclDevice::release(void *memory) noexcept {
  if (Context *const gpu = started_context())
    gpu->allocations.release(memory, [this] { wait_quietly(); });
}

/// Over the host, as the devices may be of different drivers.
void OpenclDevice::copy_across_devices(StreamHandle *stream, const core::Copy &copy,
                                       const Operation &operation) {
  auto &to = static_cast<OpenclDevice &>(*copy.to_device);
  auto &from = static_cast<OpenclDevice &>(*copy.from_device);
  synchronize_stream(stream, operation);
  std::vector<std::byte> between(copy.row_bytes * copy.rows * copy.slices);
  const core::Pitches dense{copy.row_bytes, copy.row_bytes * copy.rows};
  core::Copy half = copy;
  half.host_access = core::HostAccess::during_call;
  half.to = between.data();
  half.to_device = nullptr;
  half.to_pitches = dense;
  from.enqueue_copy(&from == this ? stream : nullptr, half, operation);
  half.to = copy.to;
  half.to_device = copy.to_device;
  half.to_pitches = copy.to_pitches;
  half.from = between.data();
  half.from_device = nullptr;
  half.from_pitches = dense;
  to.enqueue_copy(&to == this ? stream : nullptr, half, operation);
}

void OpenclDevice::enqueue_copy(StreamHandle *handle, const core::Copy &copy, Operation operation) {
  if (copy.from_device && copy.to_device && copy.from_device != copy.to_device)
    return copy_across_devices(handle, copy, operation);
  const auto stream = stream_of(handle, operation);
  const Allocations &allocations = stream->context().allocations;
  const std::size_t to_bytes = extent(copy, copy.to_pitches), from_bytes = extent(copy, copy.from_pitches);
  if (copy.to_device)
    allocations.check(copy.to, to_bytes, operation);
  if (copy.from_device)
    allocations.check(copy.from, from_bytes, operation);
  try {
    enqueue_rows(*stream, copy, operation);
  } catch (const Error &) {
    stream->wait_quietly(); // the caller takes the host's memory back
    throw;
  }
  const bool is_later = copy.host_access == core::HostAccess::later || (copy.to_device && copy.from_device);
  const bool is_shared = copy.host_access == core::HostAccess::by_kind &&
                         (copy.to_device || allocations.is_shared(copy.to, to_bytes)) &&
                         (copy.from_device || allocations.is_shared(copy.from, from_bytes));
  if (is_later || is_shared)
    return;
  stream->wait(stream->last(), operation);
  throw_failure(*stream, operation);
}

void OpenclDevice::enqueue_fill(StreamHandle *handle, const core::Fill &wanted, Operation operation) {
  const auto stream = stream_of(handle, operation);
  Context &gpu = stream->context();
  core::Fill fill = core::with_shortest_pattern(wanted);
  const std::size_t row_bytes = fill.pattern_bytes * fill.count;
  if (fill.rows > 1 && fill.slices == 1 && fill.pitches.row == row_bytes) // one long row
    fill.count *= std::exchange(fill.rows, 1);
  const std::size_t bytes = fill.pattern_bytes * fill.count;
  gpu.allocations.check(fill.to,
                        (fill.slices - 1) * fill.pitches.slice + (fill.rows - 1) * fill.pitches.row + bytes,
                        operation);

  /// Copies of a pattern that no fill can have, one behind the other.
  constexpr std::size_t most_repeated = std::size_t{64} << 10;
  std::shared_ptr<std::byte[]> repeated;
  const std::size_t repeated_bytes = std::min(most_repeated / fill.pattern_bytes * fill.pattern_bytes, bytes);
  const auto fill_row = [&](std::byte *to) {
    if (std::has_single_bit(fill.pattern_bytes) &&
        reinterpret_cast<std::uintptr_t>(to) % fill.pattern_bytes == 0) {
      stream->enqueue(
          gpu.api.enqueue_fill.name,
          [&](QueueRef queue, EventRef *event) {
            return gpu.api.enqueue_fill(queue, to, fill.pattern.data(), fill.pattern_bytes, bytes, 0, nullptr,
                                        event);
          },
          operation);
      return;
    }
    if (!repeated) {
      repeated = std::make_shared<std::byte[]>(repeated_bytes);
      for (std::size_t at = 0; at < repeated_bytes; at += fill.pattern_bytes)
        std::memcpy(repeated.get() + at, fill.pattern.data(), fill.pattern_bytes);
    }
    for (std::size_t at = 0; at < bytes; at += repeated_bytes)
      stream->enqueue(
          gpu.api.enqueue_copy.name,
          [&](QueueRef queue, EventRef *event) {
            return gpu.api.enqueue_copy(queue, 0, to + at, repeated.get(),
                                        std::min(repeated_bytes, bytes - at), 0, nullptr, event);
          },
          operation, repeated);
  };
  for (std::size_t slice = 0; slice < fill.slices; ++slice)
    for (std::size_t row = 0; row < fill.rows; ++row)
      fill_row(static_cast<std::byte *>(fill.to) + slice * fill.pitches.slice + row * fill.pitches.row);
}

} // namespace kcc::opencl
