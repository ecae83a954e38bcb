// Device memory: allocation, copies, fills.
#include "current.h"

#include <algorithm>
#include <cstring>

namespace kcc::hip {

void *HipDevice::allocate(std::size_t bytes, Operation operation) {
  const Current current(*this, operation);
  void *memory = nullptr;
  call(operation, api_.malloc, &memory, bytes);
  return memory;
}

void HipDevice::release(void *memory) noexcept {
  without_throwing([&](Operation operation) {
    const Current current(*this, operation);
    api_.device_synchronize(); // newer versions of hipFree do not wait for all streams
    api_.free(memory);
  });
}

void HipDevice::enqueue(StreamRef stream, const core::Copy &copy, const Operation &operation) {
  if (copy.to_device && copy.from_device && copy.to_device != copy.from_device) {
    core::for_each_row(copy, [&](void *to, const void *from, std::size_t bytes) {
      call(operation, api_.memcpy_peer_async, to, copy.to_device->info().ordinal, from,
           copy.from_device->info().ordinal, bytes, stream);
    });
    return;
  }
  const CopyKind kind = !copy.from_device ? copy_host_to_device
                        : !copy.to_device ? copy_device_to_host
                                          : copy_device_to_device;
  if (copy.is_flat())
    return call(operation, api_.memcpy_async, copy.to, copy.from, copy.row_bytes, kind, stream);
  for (std::size_t slice = 0; slice < copy.slices; ++slice)
    call(operation, api_.memcpy_2d_async,
         static_cast<void *>(static_cast<std::byte *>(copy.to) + slice * copy.to_pitches.slice),
         std::max(copy.to_pitches.row, copy.row_bytes),
         static_cast<const void *>(static_cast<const std::byte *>(copy.from) +
                                   slice * copy.from_pitches.slice),
         std::max(copy.from_pitches.row, copy.row_bytes), copy.row_bytes, copy.rows, kind, stream);
}

/// Whether it is ordinary memory of the host, of which HIP knows nothing.
bool HipDevice::is_pageable(const void *host, const Operation &operation) const {
  unsigned flags = 0;
  const Result result = api_.host_get_flags(&flags, const_cast<void *>(host));
  if (result != success && result != error_invalid_value)
    throw failed(result, api_.host_get_flags.name, operation);
  if (result == error_invalid_value)
    api_.get_last_error(); // which other code would take for a failure of its own
  return result != success;
}

void HipDevice::enqueue_copy(StreamHandle *handle, const core::Copy &copy, Operation operation) {
  const Current current(*this, operation);
  StreamRef stream = raw(handle);
  enqueue(stream, copy, operation);
  if (copy.from_device && copy.to_device)
    return;
  const bool may_end_later = copy.host_access == core::HostAccess::later ||
                             (copy.host_access == core::HostAccess::by_kind &&
                              !is_pageable(copy.from_device ? copy.to : copy.from, operation));
  if (!may_end_later)
    call(operation, api_.stream_synchronize, stream);
}

/// HIP fills with 1, 2 or 4 bytes, at addresses aligned to as many. Of other patterns the first element is
/// made of such parts, and copied to the next one, both to the next two, and so on.
void HipDevice::fill_row(StreamRef stream, std::byte *to, const core::Fill &fill,
                         const Operation &operation) {
  const std::size_t element = fill.pattern_bytes;
  std::size_t width = 4;
  while (width > 1 && (element % width != 0 || reinterpret_cast<std::uintptr_t>(to) % width != 0))
    width /= 2;
  const auto set = [&](auto number, const auto &function, std::size_t at, std::size_t count) {
    std::memcpy(&number, fill.pattern.data() + at, sizeof number);
    call(operation, function, static_cast<void *>(to + at), number, count, stream);
  };
  const bool is_whole = width == element;
  for (std::size_t at = 0; at < element; at += width) {
    const std::size_t count = is_whole ? fill.count : 1;
    if (width == 4)
      set(int{}, api_.memset_d32_async, at, count);
    else if (width == 2)
      set(static_cast<unsigned short>(0), api_.memset_d16_async, at, count);
    else
      set(static_cast<unsigned char>(0), api_.memset_d8_async, at, count);
  }
  const std::size_t bytes = element * fill.count;
  for (std::size_t done = is_whole ? bytes : element; done < bytes;) {
    const std::size_t more = std::min(done, bytes - done);
    call(operation, api_.memcpy_async, static_cast<void *>(to + done), static_cast<const void *>(to), more,
         copy_device_to_device, stream);
    done += more;
  }
}

/// Copies the first row to the next one, both to the next two, and so on.
void HipDevice::repeat_row(StreamRef stream, std::byte *first, const core::Fill &fill,
                           const Operation &operation) {
  const std::size_t pitch = fill.pitches.row;
  for (std::size_t done = 1; done < fill.rows;) {
    const std::size_t more = std::min(done, fill.rows - done);
    call(operation, api_.memcpy_2d_async, static_cast<void *>(first + done * pitch), pitch,
         static_cast<const void *>(first), pitch, fill.pattern_bytes * fill.count, more,
         copy_device_to_device, stream);
    done += more;
  }
}

void HipDevice::enqueue_fill(StreamHandle *stream, const core::Fill &wanted, Operation operation) {
  const Current current(*this, operation);
  const core::Fill fill = core::with_shortest_pattern(wanted);
  for (std::size_t slice = 0; slice < fill.slices; ++slice) {
    std::byte *const to = static_cast<std::byte *>(fill.to) + slice * fill.pitches.slice;
    fill_row(raw(stream), to, fill, operation);
    repeat_row(raw(stream), to, fill, operation);
  }
}

} // namespace kcc::hip
