// Device memory: allocation, copies, fills. Copies from and to the host go through memory that the device
// reaches, in parts.
#include "../core/process_end.h"
#include "handles.h"
#include "vulkan_device.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace kcc::vulkan {

namespace {

constexpr std::size_t most_part_bytes = std::size_t{4} << 20;
constexpr std::size_t most_part_rows = 4096;

/// A piece of a row of a copy, by its distances from the starts of both sides.
struct RowPart {
  std::size_t to, from, bytes;
};

/// Calls `use(rows, bytes)` for parts of a copy that together are the whole.
template <class F> void for_each_part(const core::Copy &wanted, std::size_t most_bytes, F &&use) {
  const core::Copy copy = core::flattened(wanted);
  std::vector<RowPart> rows;
  std::size_t bytes = 0;
  const auto finish = [&] {
    use(std::span<const RowPart>(rows), bytes);
    rows.clear();
    bytes = 0;
  };
  for (std::size_t slice = 0; slice < copy.slices; ++slice)
    for (std::size_t row = 0; row < copy.rows; ++row)
      for (std::size_t at = 0; at < copy.row_bytes;) {
        const std::size_t size = std::min(copy.row_bytes - at, most_bytes - bytes);
        rows.push_back({slice * copy.to_pitches.slice + row * copy.to_pitches.row + at,
                        slice * copy.from_pitches.slice + row * copy.from_pitches.row + at, size});
        at += size;
        bytes += size;
        if (bytes == most_bytes || rows.size() == most_part_rows)
          finish();
      }
  if (!rows.empty())
    finish();
}

/// From the first byte of a side to behind the last one.
std::size_t extent(const core::Copy &copy, const core::Pitches &pitches) {
  return (copy.slices - 1) * (copy.slices > 1 ? pitches.slice : 0) +
         (copy.rows - 1) * (copy.rows > 1 ? pitches.row : 0) + copy.row_bytes;
}

} // namespace

void *VulkanDevice::allocate(std::size_t bytes, Operation operation) {
  return context(operation).allocations.allocate(bytes, BlockKind::device, operation);
}

void VulkanDevice::release(void *memory) noexcept {
  if (core::process_has_ended())
    return;
  wait_quietly();
  if (Context *const gpu = started_context())
    gpu->allocations.release(memory, BlockKind::device);
}

void VulkanDevice::copy_from_host(VulkanStream &stream, const core::Copy &copy, const Operation &operation) {
  Context &gpu = stream.context();
  const Place to = gpu.allocations.find(copy.to, extent(copy, copy.to_pitches), operation);
  const auto *const from = static_cast<const std::byte *>(copy.from);
  for_each_part(copy, most_part_bytes, [&](std::span<const RowPart> rows, std::size_t bytes) {
    stream.limit_staged(bytes, operation);
    const auto staged = gpu.host_blocks.take(bytes, operation);
    std::vector<BufferCopy> regions;
    std::size_t at = 0;
    for (const RowPart &row : rows) {
      std::memcpy(staged->host + at, from + row.from, row.bytes);
      regions.push_back({at, to.offset + row.to, row.bytes});
      at += row.bytes;
    }
    stream.enqueue(
        [&](CommandBufferRef commands) {
          gpu.api.cmd_copy_buffer(commands, staged->buffer, to.buffer,
                                  static_cast<std::uint32_t>(regions.size()), regions.data());
        },
        {staged}, operation);
  });
}

void VulkanDevice::copy_to_host(VulkanStream &stream, const core::Copy &copy, const Operation &operation) {
  Context &gpu = stream.context();
  const Place from = gpu.allocations.find(copy.from, extent(copy, copy.from_pitches), operation);
  auto *const to = static_cast<std::byte *>(copy.to);
  /// What is on its way; the next part is copied by the device while this one is by the host.
  struct Part {
    std::shared_ptr<const Block> staged;
    std::vector<RowPart> rows;
    std::uint64_t end;
  };
  std::optional<Part> pending;
  const auto finish = [&] {
    if (!pending)
      return;
    stream.wait(pending->end, operation);
    std::size_t at = 0;
    for (const RowPart &row : pending->rows) {
      std::memcpy(to + row.to, pending->staged->host + at, row.bytes);
      at += row.bytes;
    }
  };
  for_each_part(copy, most_part_bytes, [&](std::span<const RowPart> rows, std::size_t bytes) {
    Part part{gpu.host_blocks.take(bytes, operation), {rows.begin(), rows.end()}, 0};
    std::vector<BufferCopy> regions;
    std::size_t at = 0;
    for (const RowPart &row : rows) {
      regions.push_back({from.offset + row.from, at, row.bytes});
      at += row.bytes;
    }
    stream.enqueue(
        [&](CommandBufferRef commands) {
          gpu.api.cmd_copy_buffer(commands, from.buffer, part.staged->buffer,
                                  static_cast<std::uint32_t>(regions.size()), regions.data());
        },
        {part.staged}, operation);
    part.end = stream.last().value;
    finish();
    pending = std::move(part);
  });
  finish();
}

/// Over the host, as the devices may be of different drivers.
void VulkanDevice::copy_across_devices(StreamHandle *stream, const core::Copy &copy,
                                       const Operation &operation) {
  auto &to = static_cast<VulkanDevice &>(*copy.to_device);
  auto &from = static_cast<VulkanDevice &>(*copy.from_device);
  synchronize_stream(stream, operation);
  std::vector<std::byte> between(copy.row_bytes * copy.rows * copy.slices);
  const core::Pitches dense{copy.row_bytes, copy.row_bytes * copy.rows};
  core::Copy half = copy;
  half.to = between.data();
  half.to_device = nullptr;
  half.to_pitches = dense;
  from.copy_to_host(*from.stream_of(&from == this ? stream : nullptr, operation), half, operation);
  half = copy;
  half.from = between.data();
  half.from_device = nullptr;
  half.from_pitches = dense;
  const auto writing = to.stream_of(&to == this ? stream : nullptr, operation);
  to.copy_from_host(*writing, half, operation);
  if (&to != this)
    writing->wait(writing->last(), operation);
}

void VulkanDevice::enqueue_copy(StreamHandle *handle, const core::Copy &copy, Operation operation) {
  if (copy.from_device && copy.to_device && copy.from_device != copy.to_device)
    return copy_across_devices(handle, copy, operation);
  const auto stream = stream_of(handle, operation);
  Context &gpu = stream->context();
  const std::size_t to_bytes = extent(copy, copy.to_pitches), from_bytes = extent(copy, copy.from_pitches);
  const auto to = copy.to_device ? gpu.allocations.find(copy.to, to_bytes, operation)
                                 : gpu.allocations.find_host(copy.to, to_bytes);
  const auto from = copy.from_device ? gpu.allocations.find(copy.from, from_bytes, operation)
                                     : gpu.allocations.find_host(copy.from, from_bytes);
  if (!from)
    return copy_from_host(*stream, copy, operation);
  if (!to) {
    copy_to_host(*stream, copy, operation);
    return throw_failure(*stream, operation);
  }
  for_each_part(copy, ~std::size_t{0}, [&](std::span<const RowPart> rows, std::size_t) {
    std::vector<BufferCopy> regions;
    for (const RowPart &row : rows)
      regions.push_back({from->offset + row.from, to->offset + row.to, row.bytes});
    stream->enqueue(
        [&](CommandBufferRef commands) {
          gpu.api.cmd_copy_buffer(commands, from->buffer, to->buffer,
                                  static_cast<std::uint32_t>(regions.size()), regions.data());
        },
        {}, operation);
  });
  if (copy.host_access == core::HostAccess::during_call && !(copy.from_device && copy.to_device))
    synchronize_stream(handle, operation);
}

namespace {

/// The word that vkCmdFillBuffer repeats for a pattern of 1, 2 or 4 bytes, if it starts `phase` bytes into
/// the pattern.
std::uint32_t word_of(const core::Fill &fill, std::size_t phase) {
  std::array<std::byte, 4> bytes{};
  for (std::size_t i = 0; i < bytes.size(); ++i)
    bytes[i] = fill.pattern[(phase + i) % fill.pattern_bytes];
  std::uint32_t word = 0;
  std::memcpy(&word, bytes.data(), sizeof word);
  return word;
}

/// Copies of a pattern, one behind the other.
std::shared_ptr<const Block> repeated(Context &gpu, const core::Fill &fill, std::size_t bytes,
                                      const core::Operation &operation) {
  auto block = gpu.host_blocks.take(bytes, operation);
  for (std::size_t at = 0; at < bytes; at += fill.pattern_bytes)
    std::memcpy(block->host + at, fill.pattern.data(), std::min(fill.pattern_bytes, bytes - at));
  return block;
}

} // namespace

void VulkanDevice::enqueue_fill(StreamHandle *handle, const core::Fill &wanted, Operation operation) {
  const auto stream = stream_of(handle, operation);
  Context &gpu = stream->context();
  core::Fill fill = core::with_shortest_pattern(wanted);
  const std::size_t row_bytes = fill.pattern_bytes * fill.count;
  if (fill.rows > 1 && fill.slices == 1 && fill.pitches.row == row_bytes) { // one long row
    fill.count *= std::exchange(fill.rows, 1);
    return enqueue_fill(handle, fill, operation);
  }
  const Place to = gpu.allocations.find(
      fill.to, (fill.slices - 1) * fill.pitches.slice + (fill.rows - 1) * fill.pitches.row + row_bytes,
      operation);
  const bool fits_words = sizeof(std::uint32_t) % fill.pattern_bytes == 0;
  // A whole number of patterns, and enough for what is left over beside whole words.
  constexpr std::size_t most_repeated = std::size_t{64} << 10;
  const std::size_t most = fits_words ? 2 * sizeof(std::uint32_t) : most_repeated;
  const std::size_t repeated_bytes = std::min(most / fill.pattern_bytes * fill.pattern_bytes, row_bytes);
  const auto pattern = repeated(gpu, fill, repeated_bytes, operation);

  /// Rows are filled in as many pieces of work as keep each small.
  const std::size_t row_count = fill.rows * fill.slices;
  constexpr std::size_t most_rows = 1024;
  for (std::size_t first = 0; first < row_count; first += most_rows)
    stream->enqueue(
        [&](CommandBufferRef commands) {
          for (std::size_t i = first; i < std::min(first + most_rows, row_count); ++i) {
            const std::size_t offset =
                to.offset + i / fill.rows * fill.pitches.slice + i % fill.rows * fill.pitches.row;
            std::vector<BufferCopy> copies;
            if (fits_words) {
              const std::size_t head = std::min((sizeof(std::uint32_t) - offset % 4) % 4, row_bytes);
              const std::size_t words = (row_bytes - head) / 4 * 4, tail = row_bytes - head - words;
              if (words != 0)
                gpu.api.cmd_fill_buffer(commands, to.buffer, offset + head, words, word_of(fill, head));
              if (head != 0)
                copies.push_back({0, offset, head});
              if (tail != 0)
                copies.push_back({(head + words) % fill.pattern_bytes, offset + head + words, tail});
            } else {
              for (std::size_t at = 0; at < row_bytes; at += repeated_bytes)
                copies.push_back({0, offset + at, std::min(repeated_bytes, row_bytes - at)});
            }
            if (!copies.empty())
              gpu.api.cmd_copy_buffer(commands, pattern->buffer, to.buffer,
                                      static_cast<std::uint32_t>(copies.size()), copies.data());
          }
        },
        {pattern}, operation);
}

} // namespace kcc::vulkan
