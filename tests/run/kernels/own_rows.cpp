// Kernels in which each thread writes a row of memory, so that the CPU device runs threads one after another.
#include <kcc/device.h>

#include <cstdint>
#include <span>

namespace own_rows {

/// Rows of a strided loop.
template <class T> [[kcc::kernel]] void scale(std::span<T> values, std::uint32_t width, T factor) {
  for (std::size_t y : kcc::grid_stride(values.size() / width))
    for (std::uint32_t x = 0; x < width; ++x)
      values[y * width + x] = static_cast<T>(values[y * width + x] * factor + x);
}
template void scale<std::uint8_t>(std::span<std::uint8_t>, std::uint32_t, std::uint8_t);
template void scale<std::int16_t>(std::span<std::int16_t>, std::uint32_t, std::int16_t);
template void scale<float>(std::span<float>, std::uint32_t, float);
template void scale<double>(std::span<double>, std::uint32_t, double);
template void scale<std::uint64_t>(std::span<std::uint64_t>, std::uint32_t, std::uint64_t);

/// Sums up each row, from its end; each step needs the one before.
[[kcc::kernel]] void scan_back(std::span<std::uint32_t> out, std::span<const std::uint32_t> in, int width) {
  const int y = static_cast<int>(kcc::global_index());
  if (y >= static_cast<int>(out.size()) / width)
    return;
  std::uint32_t sum = 0;
  for (int x = width - 1; x >= 0; --x) {
    sum += in[y * width + x] ^ static_cast<std::uint32_t>(y);
    out[y * width + x] = sum;
  }
}

/// A plane of rows for each thread of blocks of three dimensions, with a way out of the row.
[[kcc::kernel]] void fill_planes(std::uint32_t *out, std::uint32_t width, std::uint32_t rows,
                                 std::uint32_t count) {
  const std::uint32_t block =
      (kcc::block_idx().z * kcc::grid_dim().y + kcc::block_idx().y) * kcc::grid_dim().x + kcc::block_idx().x;
  const std::uint32_t i =
      block * kcc::block_dim().x * kcc::block_dim().y * kcc::block_dim().z + kcc::thread_rank();
  if (i >= count)
    return;
  for (std::uint32_t y = 0; y < rows; ++y)
    for (std::uint32_t x = 0; x < width; ++x) {
      if (x > i)
        break;
      out[(i * rows + y) * width + x] = i * 1000 + y * 100 + x;
    }
}

/// An index of 32 bits that wraps: the rows of the last threads are before those of the first ones.
[[kcc::kernel]] void wrap(std::uint32_t *middle, std::uint32_t first, std::uint32_t width) {
  const std::uint32_t y = first + static_cast<std::uint32_t>(kcc::global_index());
  for (std::uint32_t x = 0; x < width; ++x)
    middle[static_cast<std::int32_t>(y * width + x)] =
        static_cast<std::uint32_t>(kcc::global_index()) * 100 + x;
}

} // namespace own_rows
