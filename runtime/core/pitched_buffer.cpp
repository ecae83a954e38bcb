#include <kcc/runtime/pitched_buffer.h>

#include "stream_state.h"

#include <cstring>
#include <limits>

namespace kcc::detail {

namespace {

/// At least what cuMemAllocPitch's rows are aligned to where alignment matters: a warp's access of 8 bytes a
/// thread.
constexpr std::size_t row_alignment = 256;

std::string extents_text(const PitchedBytes &bytes) {
  return std::to_string(bytes.slices) + " x " + std::to_string(bytes.rows) + " rows of " +
         std::to_string(bytes.row_bytes) + " bytes";
}

core::BackendDevice *device_of(const PitchedBytes &side) {
  return side.device ? &side.device->backend_device() : nullptr;
}

/// The first byte after the last row.
const std::byte *end_of(const PitchedBytes &side) {
  return static_cast<const std::byte *>(side.data) + (side.slices - 1) * side.slice_pitch +
         (side.rows - 1) * side.row_pitch + side.row_bytes;
}

} // namespace

std::size_t pitch_of(const Device &device, std::size_t columns, std::size_t element_bytes) {
  if (columns > (std::numeric_limits<std::size_t>::max() - row_alignment) / element_bytes)
    fail(ErrorCategory::out_of_memory, "allocating a pitched buffer on " + core::label(device),
         "a row of " + std::to_string(columns) + " elements of " + std::to_string(element_bytes) +
             " bytes is more than fits in the address space");
  return (columns * element_bytes + row_alignment - 1) / row_alignment * row_alignment;
}

std::size_t pitched_bytes(const Device &device, std::size_t pitch, std::size_t rows, std::size_t slices) {
  constexpr std::size_t most = std::numeric_limits<std::size_t>::max();
  if (pitch == 0 || rows == 0 || slices == 0)
    return 0;
  if (rows > most / pitch || slices > most / (pitch * rows))
    fail(ErrorCategory::out_of_memory, "allocating a pitched buffer on " + core::label(device),
         std::to_string(slices) + " x " + std::to_string(rows) + " rows of " + std::to_string(pitch) +
             " bytes are more than fit in the address space");
  return pitch * rows * slices;
}

void fail_pitched_part(const Device &device, std::size_t dimension, std::size_t offset, std::size_t count,
                       std::size_t extent) {
  fail("taking a part of a pitched buffer of " + core::label(device),
       std::to_string(count) + " elements from number " + std::to_string(offset) + " on in dimension " +
           std::to_string(dimension) + ", but it has " + std::to_string(extent),
       "Take a part inside the buffer");
}

void check_host_elements(const Device &device, std::size_t elements, std::size_t hosts_elements) {
  if (elements != hosts_elements)
    fail("copying a pitched buffer of " + core::label(device),
         "it has " + std::to_string(elements) + " elements, the host's range has " +
             std::to_string(hosts_elements),
         "Pass all rows one after another without gaps, or a part of the buffer: buffer.part(offsets, "
         "extents)");
}

void copy_pitched(Stream &stream, const PitchedBytes &to, const PitchedBytes &from) {
  constexpr const char *copying = "copying a pitched buffer of ";
  const Device &device = to.device ? *to.device : *from.device;
  if (to.row_bytes != from.row_bytes || to.rows != from.rows || to.slices != from.slices)
    fail(copying + core::label(device),
         "the destination has " + extents_text(to) + ", the source " + extents_text(from),
         "Pass parts of the same extents: buffer.part(offsets, extents)");
  if (to.device && from.device && to.device->backend() != from.device->backend())
    fail(copying + core::label(*to.device), "the other buffer is of " + core::label(*from.device),
         "Go through the host");
  if (!(to.device && stream.device() == *to.device) && !(from.device && stream.device() == *from.device))
    fail(copying + core::label(device), "the stream is of " + core::label(stream.device()),
         "Use a stream of the buffer's device: kcc::Stream stream(buffer.device())");
  if (to.row_bytes == 0 || to.rows == 0 || to.slices == 0)
    return;
  if (to.device && from.device && *to.device == *from.device && to.data < end_of(from) &&
      from.data < end_of(to)) {
    // Parts of one buffer side by side lie between each other's rows without overlapping.
    const std::size_t pitch = to.row_pitch;
    const auto at = static_cast<const std::byte *>(to.data) - static_cast<const std::byte *>(from.data);
    const std::size_t distance = static_cast<std::size_t>(at < 0 ? -at : at);
    const std::size_t column = pitch == 0 ? 0 : distance % pitch;
    const bool is_beside =
        pitch == from.row_pitch && (to.slices == 1 || to.slice_pitch == from.slice_pitch) &&
        to.slice_pitch % pitch == 0 && column >= to.row_bytes && pitch - column >= to.row_bytes;
    if (!is_beside)
      fail(copying + core::label(device), "source and destination overlap, or may overlap",
           "Copy through another buffer");
  }
  core::StreamState &state = stream.state();
  const core::Copy copy = core::flattened({.to = const_cast<void *>(to.data),
                                           .to_device = device_of(to),
                                           .from = from.data,
                                           .from_device = device_of(from),
                                           .row_bytes = to.row_bytes,
                                           .rows = to.rows,
                                           .slices = to.slices,
                                           .to_pitches = {to.row_pitch, to.slice_pitch},
                                           .from_pitches = {from.row_pitch, from.slice_pitch}});
  const auto operation = [&] { return copying + state.description(); };
  if (to.device)
    state.device().copy(state.handle(), copy, operation);
  else
    core::wait_and_deliver(state.device(), [&] { state.device().copy(state.handle(), copy, operation); });
}

void fill_pitched(Stream &stream, const PitchedBytes &to, const void *value, std::size_t value_bytes) {
  constexpr const char *filling = "filling a pitched buffer of ";
  if (!(stream.device() == *to.device))
    fail(filling + core::label(*to.device), "the stream is of " + core::label(stream.device()),
         "Use a stream of the buffer's device: kcc::Stream stream(buffer.device())");
  if (to.row_bytes == 0 || to.rows == 0 || to.slices == 0)
    return;
  core::StreamState &state = stream.state();
  core::Fill fill{.to = const_cast<void *>(to.data),
                  .pattern = {},
                  .pattern_bytes = value_bytes,
                  .count = to.row_bytes / value_bytes,
                  .rows = to.rows,
                  .slices = to.slices,
                  .pitches = {to.row_pitch, to.slice_pitch}};
  std::memcpy(fill.pattern.data(), value, value_bytes);
  state.device().fill(state.handle(), fill, [&] { return filling + state.description(); });
}

} // namespace kcc::detail
