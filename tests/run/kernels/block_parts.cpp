// Kernels of which the CPU device runs several blocks as one, or parts of a block at the same time.
#include <kcc/device.h>

#include <cstdint>
#include <span>

namespace block_parts {

/// Counts for each element how often a thread has come to it.
[[kcc::kernel]] void cover(std::span<std::uint32_t> counts) {
  const std::size_t i = kcc::global_index();
  if (i < counts.size())
    counts[i] += 1 + static_cast<std::uint32_t>(i);
}

/// All threads, so without a condition.
[[kcc::kernel]] void cover_all(std::uint32_t *counts) {
  const std::uint32_t i = kcc::block_idx().x * kcc::block_dim().x + kcc::thread_idx().x;
  counts[i] += 1 + i;
}

/// Rows and layers of a grid that has three dimensions.
[[kcc::kernel]] void cover_rows(std::span<std::uint32_t> counts, std::uint32_t width, std::uint32_t height) {
  const std::uint32_t x = kcc::block_idx().x * kcc::block_dim().x + kcc::thread_idx().x;
  const std::uint32_t y = kcc::block_idx().y * kcc::block_dim().y + kcc::thread_idx().y;
  const std::uint32_t z = kcc::block_idx().z * kcc::block_dim().z + kcc::thread_idx().z;
  const std::size_t i = (std::size_t{z} * height + y) * width + x;
  if (x < width && y < height && i < counts.size())
    counts[i] += 1 + static_cast<std::uint32_t>(i);
}

[[kcc::kernel]] void stride(std::span<std::uint32_t> counts) {
  for (std::size_t i : kcc::grid_stride(counts.size()))
    counts[i] += 1 + static_cast<std::uint32_t>(i);
}

/// Threads find their block themselves.
[[kcc::kernel]] void stride_from_block(std::span<std::uint32_t> counts) {
  const std::uint32_t threads = kcc::block_dim().x;
  for (std::size_t i = std::size_t{kcc::block_idx().x} * threads + kcc::thread_idx().x; i < counts.size();
       i += std::size_t{kcc::grid_dim().x} * threads)
    counts[i] += 1 + static_cast<std::uint32_t>(i) + (kcc::thread_idx().x >= threads ? 1u << 31 : 0) +
                 (kcc::thread_rank() >= threads ? 1u << 30 : 0);
}

/// A part of the elements for each row of threads, and a while for each thread.
[[kcc::kernel]] void rows_of_threads(std::span<std::uint32_t> counts) {
  const std::size_t threads = std::size_t{kcc::block_dim().x} * kcc::block_dim().y * kcc::block_dim().z;
  for (std::size_t i = kcc::block_rank() * threads + kcc::thread_rank(); i < counts.size();
       i += kcc::grid_dim().x * threads)
    counts[i] += 1 + static_cast<std::uint32_t>(i);
}

[[kcc::kernel]] void write_at(std::span<std::uint32_t> counts, std::uint32_t *wrong, std::size_t index) {
  const std::size_t i = kcc::global_index();
  std::uint32_t *const place = i == index ? wrong : &counts[i];
  *place = 1;
}

[[kcc::kernel]] void divide_all(std::span<std::uint32_t> counts, std::span<const std::uint32_t> by) {
  for (std::size_t i : kcc::grid_stride(counts.size()))
    counts[i] = counts[i] / by[i];
}

/// Follows addresses.
[[kcc::kernel]] void follow(std::span<std::uint32_t> values, std::span<const std::uint64_t> addresses) {
  const std::size_t i = kcc::global_index();
  if (i < values.size())
    values[i] = *reinterpret_cast<const std::uint32_t *>(addresses[i]);
}
[[kcc::kernel]] void follow_strided(std::span<std::uint32_t> values,
                                    std::span<const std::uint64_t> addresses) {
  for (std::size_t i : kcc::grid_stride(values.size()))
    values[i] = *reinterpret_cast<const std::uint32_t *>(addresses[i]);
}

[[kcc::kernel]] void fill_rows(float *out, std::uint32_t width) {
  const auto [x, y] = kcc::global_index_2d();
  if (x < width)
    out[y * width + x] = 1;
}

} // namespace block_parts
