// Device memory: allocation, copies, fills.
#include "current.h"
#include "handles.h"
#include "textures.h"

#include <cstring>

namespace kcc::cuda {

void *CudaDevice::allocate(std::size_t bytes, Operation operation) {
  const Current current(*this, operation);
  const std::size_t reserved = bytes + GpuChecks::redzone();
  DevicePointer memory = 0;
  Result result = api_.mem_alloc(&memory, reserved);
  if (result != success && checks_.release_retired())
    result = api_.mem_alloc(&memory, reserved);
  if (result != success)
    throw failed(result, api_.mem_alloc.name, operation);
  checks_.add(memory, bytes, reserved);
  return pointer(memory);
}

void CudaDevice::release(void *memory) noexcept {
  without_throwing([&](Operation operation) {
    const Current current(*this, operation);
    if (checks_.retire(address(memory)))
      api_.ctx_synchronize();
    else
      api_.mem_free(address(memory)); // waits for the device
  });
}

namespace {

Copy3D::Side side_of(const void *memory, const core::ArrayPlace &place, Context context,
                     const core::Pitches &pitches, bool has_slices) {
  Copy3D::Side side{};
  if (place.array) {
    side.type = memory_of_array;
    side.array = array_level(place.array, place.level);
    side.x_bytes = place.x_bytes;
    side.y = place.y;
    side.z = place.z;
    return side;
  }
  side.type = context ? memory_of_device : memory_of_host;
  if (context)
    side.device = address(memory);
  else
    side.host = memory;
  side.pitch = pitches.row;
  side.height = has_slices ? pitches.slice / pitches.row : 0;
  return side;
}

} // namespace

void CudaDevice::enqueue(StreamRef stream, const core::Copy &copy, const Operation &operation) {
  const auto context_of = [&](core::BackendDevice *device) {
    return device ? static_cast<CudaDevice *>(device)->context(operation) : nullptr;
  };
  const bool is_between_devices = copy.to_device && copy.from_device && copy.to_device != copy.from_device;
  if (copy.is_flat()) {
    if (!copy.from_device)
      call(operation, api_.memcpy_htod_async, address(copy.to), copy.from, copy.row_bytes, stream);
    else if (!copy.to_device)
      call(operation, api_.memcpy_dtoh_async, copy.to, address(copy.from), copy.row_bytes, stream);
    else if (is_between_devices)
      call(operation, api_.memcpy_peer_async, address(copy.to), context_of(copy.to_device),
           address(copy.from), context_of(copy.from_device), copy.row_bytes, stream);
    else
      call(operation, api_.memcpy_dtod_async, address(copy.to), address(copy.from), copy.row_bytes, stream);
    return;
  }
  const bool has_slices = copy.slices > 1;
  const auto is_odd = [](const core::ArrayPlace &place, const core::Pitches &pitches) {
    return !place.array && pitches.slice % pitches.row != 0;
  };
  if (has_slices && (is_odd(copy.to_array, copy.to_pitches) || is_odd(copy.from_array, copy.from_pitches))) {
    // The driver takes the distance of slices as a number of rows.
    core::Copy slice = copy;
    slice.slices = 1;
    for (std::size_t i = 0; i < copy.slices; ++i) {
      slice.to = static_cast<std::byte *>(copy.to) + i * copy.to_pitches.slice;
      slice.from = static_cast<const std::byte *>(copy.from) + i * copy.from_pitches.slice;
      slice.to_array.z += i;
      slice.from_array.z += i;
      enqueue(stream, slice, operation);
    }
    return;
  }
  Copy3D described{};
  const Context to_context = context_of(copy.to_device), from_context = context_of(copy.from_device);
  described.to = side_of(copy.to, copy.to_array, to_context, copy.to_pitches, has_slices);
  described.from = side_of(copy.from, copy.from_array, from_context, copy.from_pitches, has_slices);
  described.width_bytes = copy.row_bytes;
  described.height = copy.rows;
  described.depth = copy.slices;
  if (is_between_devices) {
    described.to.context = to_context;
    described.from.context = from_context;
    call(operation, api_.memcpy_3d_peer_async, &described, stream);
  } else {
    call(operation, api_.memcpy_3d_async, &described, stream);
  }
}

bool CudaDevice::is_pageable(const void *host, const Operation &operation) const {
  unsigned type = 0;
  const Result result = api_.pointer_get_attribute(&type, pointer_memory_type, address(host));
  if (result != success && result != error_invalid_value) // the latter: memory that the driver does not know
    throw failed(result, api_.pointer_get_attribute.name, operation);
  return type == 0;
}

void CudaDevice::enqueue_copy(StreamHandle *handle, const core::Copy &copy, Operation operation) {
  const Current current(*this, operation);
  StreamRef stream = raw(handle);
  const bool is_from_host = !copy.from_device;
  const auto is_asynchronous = [&] {
    switch (copy.host_access) {
    case core::HostAccess::during_call:
      return false;
    case core::HostAccess::by_kind:
      return !is_pageable(is_from_host ? copy.from : copy.to, operation);
    default:
      return true;
    }
  };
  if ((copy.from_device && copy.to_device) || is_asynchronous())
    return enqueue(stream, copy, operation);
  // NVIDIA promises nothing about when cuMemcpyAsync reads or writes pageable memory (CUDA Driver API, "API
  // synchronization behavior"). cuMemcpyBatchAsync has an attribute for that, but driver 580 disregards it
  // for more than 64 KiB. Up to there, a copy to the device carries its data (CUDA Programming Guide,
  // "Concurrent Execution between Host and Device").
  constexpr std::size_t most_carried_bytes = std::size_t{64} << 10;
  enqueue(stream, copy, operation);
  if (!is_from_host || !copy.is_flat() || copy.row_bytes > most_carried_bytes) {
    call(operation, api_.stream_synchronize, stream);
    report_checks(operation);
  }
}

void CudaDevice::fill_rows(StreamRef stream, DevicePointer to, std::size_t pitch, const std::byte *value,
                           std::size_t width, std::size_t count, std::size_t rows,
                           const Operation &operation) {
  const auto set = [&](auto number, const auto &flat, const auto &pitched) {
    std::memcpy(&number, value, sizeof number);
    if (rows == 1)
      call(operation, flat, to, number, count, stream);
    else
      call(operation, pitched, to, pitch, number, count, rows, stream);
  };
  if (width == 4)
    set(unsigned{}, api_.memset_d32_async, api_.memset_d2d32_async);
  else if (width == 2)
    set(static_cast<unsigned short>(0), api_.memset_d16_async, api_.memset_d2d16_async);
  else
    set(static_cast<unsigned char>(0), api_.memset_d8_async, api_.memset_d2d8_async);
}

void CudaDevice::fill_columns(StreamRef stream, const core::Fill &fill, DevicePointer to, std::size_t width,
                              const Operation &operation) {
  const std::size_t element = fill.pattern_bytes;
  for (std::size_t at = 0; at < element; at += width) {
    const std::byte *value = fill.pattern.data() + at;
    if (fill.rows <= fill.count)
      for (std::size_t row = 0; row < fill.rows; ++row)
        fill_rows(stream, to + row * fill.pitches.row + at, element, value, width, 1, fill.count, operation);
    else
      for (std::size_t i = 0; i < fill.count; ++i)
        fill_rows(stream, to + i * element + at, fill.pitches.row, value, width, 1, fill.rows, operation);
  }
}

void CudaDevice::enqueue_fill(StreamHandle *stream, const core::Fill &wanted, Operation operation) {
  const Current current(*this, operation);
  const core::Fill fill = core::with_shortest_pattern(wanted);
  for (std::size_t slice = 0; slice < fill.slices; ++slice) {
    const DevicePointer to = address(fill.to) + slice * fill.pitches.slice;
    // The driver fills with 1, 2 or 4 bytes, at addresses aligned to as many. Longer patterns are filled
    // part by part, as columns of a matrix with one element in each row.
    std::size_t width = 4;
    while (fill.pattern_bytes % width != 0 || to % width != 0 ||
           (fill.rows > 1 && fill.pitches.row % width != 0))
      width /= 2;
    if (width == fill.pattern_bytes)
      fill_rows(raw(stream), to, fill.pitches.row, fill.pattern.data(), width, fill.count, fill.rows,
                operation);
    else
      fill_columns(raw(stream), fill, to, width, operation);
  }
}

} // namespace kcc::cuda
