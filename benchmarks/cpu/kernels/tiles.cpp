// Matrices in tiles of shared memory.
#include <kcc/device.h>

/// c = a * b for square matrices whose width is a multiple of the tile's; blocks of Tile x Tile threads.
template <std::uint32_t Tile>
[[kcc::kernel]] void multiply(std::span<float> c, std::span<const float> a, std::span<const float> b,
                              std::uint32_t width) {
  [[kcc::shared]] float a_tile[Tile][Tile];
  [[kcc::shared]] float b_tile[Tile][Tile];
  const std::uint32_t x = kcc::thread_idx().x, y = kcc::thread_idx().y;
  const std::uint32_t column = kcc::block_idx().x * Tile + x, row = kcc::block_idx().y * Tile + y;
  float sum = 0;
  for (std::uint32_t first = 0; first < width; first += Tile) {
    a_tile[y][x] = a[row * width + first + x];
    b_tile[y][x] = b[(first + y) * width + column];
    kcc::sync_threads();
    for (std::uint32_t k = 0; k < Tile; ++k)
      sum += a_tile[y][k] * b_tile[k][x];
    kcc::sync_threads();
  }
  c[row * width + column] = sum;
}

template void multiply<16>(std::span<float>, std::span<const float>, std::span<const float>, std::uint32_t);
template void multiply<32>(std::span<float>, std::span<const float>, std::span<const float>, std::uint32_t);

/// Blocks of 32 x 8 threads; the width is a multiple of 32.
[[kcc::kernel]] void transpose(std::span<float> out, std::span<const float> in, std::uint32_t width) {
  [[kcc::shared]] float tile[32][33];
  const std::uint32_t x = kcc::thread_idx().x, y = kcc::thread_idx().y;
  const std::uint32_t left = kcc::block_idx().x * 32, top = kcc::block_idx().y * 32;
  for (std::uint32_t row = y; row < 32; row += 8)
    tile[row][x] = in[(top + row) * width + left + x];
  kcc::sync_threads();
  for (std::uint32_t row = y; row < 32; row += 8)
    out[(left + row) * width + top + x] = tile[x][row];
}
