#include <kcc/runtime/copy.h>

#include "stream_state.h"

#include <cstring>

namespace kcc::detail {

namespace {

constexpr const char *copying_in = "copying into a buffer of ";
constexpr const char *copying_out = "copying out of a buffer of ";
constexpr const char *filling = "filling a buffer of ";

void check_bytes(const Device &device, std::size_t bytes, std::size_t others_bytes, const char *operation,
                 const char *other) {
  if (bytes != others_bytes)
    fail(operation + core::label(device),
         "the buffer has " + std::to_string(bytes) + " bytes, " + other + " has " +
             std::to_string(others_bytes),
         "Pass as many elements as the buffer's size(), or a part of the buffer: buffer.view().first(count)");
}

/// The stream's state, if it is of the device.
core::StreamState &state_for(const Stream &stream, const Device &device, const char *operation) {
  if (!(stream.device() == device))
    fail(operation + core::label(device), "the stream is of " + core::label(stream.device()),
         "Use a stream of the buffer's device: kcc::Stream stream(buffer.device())");
  return stream.state();
}

} // namespace

void copy_to_device(Stream &stream, const Device &device, void *to, std::size_t bytes, const void *host,
                    std::size_t host_bytes) {
  check_bytes(device, bytes, host_bytes, copying_in, "the host's range");
  core::StreamState &state = state_for(stream, device, copying_in);
  if (bytes > 0)
    state.device().copy(state.handle(),
                        {.to = to,
                         .to_device = &state.device(),
                         .from = host,
                         .from_device = nullptr,
                         .row_bytes = bytes,
                         .host_access = state.host_access()},
                        [&] { return copying_in + state.description(); });
}

void copy_from_device(Stream &stream, void *host, std::size_t host_bytes, const Device &device,
                      const void *from, std::size_t bytes) {
  check_bytes(device, bytes, host_bytes, copying_out, "the host's range");
  core::StreamState &state = state_for(stream, device, copying_out);
  if (bytes > 0)
    core::wait_and_deliver(state.device(), [&] {
      state.device().copy(state.handle(),
                          {.to = host,
                           .to_device = nullptr,
                           .from = from,
                           .from_device = &state.device(),
                           .row_bytes = bytes,
                           .host_access = state.host_access()},
                          [&] { return copying_out + state.description(); });
    });
}

void copy_between(Stream &stream, const Device &to_device, void *to, std::size_t to_bytes,
                  const Device &from_device, const void *from, std::size_t from_bytes) {
  check_bytes(to_device, to_bytes, from_bytes, copying_in, "the other buffer");
  if (from_device.backend() != to_device.backend())
    fail(copying_in + core::label(to_device), "the other buffer is of " + core::label(from_device),
         "Go through the host: `const auto host = from.to_host(); to.copy_from(stream, host); "
         "stream.synchronize();`");
  core::StreamState &state =
      state_for(stream, stream.device() == from_device ? from_device : to_device, copying_in);
  if (to_bytes == 0 || (to == from && to_device == from_device))
    return;
  const auto *to_begin = static_cast<const std::byte *>(to),
             *from_begin = static_cast<const std::byte *>(from);
  if (to_device == from_device && to_begin < from_begin + to_bytes && from_begin < to_begin + to_bytes)
    fail(copying_in + core::label(to_device), "source and destination overlap",
         "Copy through another buffer: devices copy in no particular order");
  state.device().copy(state.handle(),
                      {.to = to,
                       .to_device = &to_device.backend_device(),
                       .from = from,
                       .from_device = &from_device.backend_device(),
                       .row_bytes = to_bytes},
                      [&] { return copying_in + state.description(); });
}

void read(Stream &stream, const Device &device, const void *from, std::size_t bytes, void *host) {
  core::StreamState &state = state_for(stream, device, copying_out);
  if (bytes == 0)
    return state.synchronize();
  state.read(host, from, bytes, [&] { return copying_out + state.description(); });
}

void fill(Stream &stream, const Device &device, void *to, std::size_t count, const void *value,
          std::size_t value_bytes) {
  core::StreamState &state = state_for(stream, device, filling);
  if (count == 0)
    return;
  core::Fill fill{.to = to, .pattern = {}, .pattern_bytes = value_bytes, .count = count};
  std::memcpy(fill.pattern.data(), value, value_bytes);
  state.device().fill(state.handle(), fill, [&] { return filling + state.description(); });
}

void fail_part(const Device &device, std::size_t offset, std::size_t count, std::size_t size) {
  fail("taking a part of a buffer of " + core::label(device),
       std::to_string(count) + " elements from number " + std::to_string(offset) + " on, but it has " +
           std::to_string(size),
       "Take a part inside the buffer");
}

void fail_reinterpretation(const Device &device, const void *data, std::size_t bytes,
                           std::size_t element_bytes, std::size_t alignment) {
  const std::string elements = "elements of " + std::to_string(element_bytes) + " bytes";
  fail("reinterpreting a buffer of " + core::label(device),
       bytes % element_bytes != 0 ? std::to_string(bytes) + " bytes are not a whole number of " + elements
                                  : "the address " + std::to_string(reinterpret_cast<std::uintptr_t>(data)) +
                                        " is not aligned for " + elements + ", which need a multiple of " +
                                        std::to_string(alignment),
       "Take another part of the buffer first: view.part(offset, count).as<T>()");
}

} // namespace kcc::detail
