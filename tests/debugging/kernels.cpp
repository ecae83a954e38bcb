// The kernels that docs/debugging.md shows. Its transcripts have line numbers of this file.
#include <kcc/device.h>
#include <kcc/float16.h>
#include <kcc/pitched_view.h>

#include <span>

[[kcc::kernel]] void tile_sums(std::span<const float> in, std::span<float> sums) {
  [[kcc::shared]] float tile[8];
  const unsigned i = kcc::thread_idx().x;
  const unsigned first = kcc::block_idx().x * 8;
  tile[i] = in[first + i];
  kcc::sync_threads();
  float sum = tile[i];
  for (unsigned distance = 4; distance != 0; distance /= 2) {
    tile[i] = sum;
    kcc::sync_threads();
    sum += tile[i ^ distance];
    kcc::sync_threads();
  }
  if (i == 0)
    sums[kcc::block_idx().x] = sum;
}

[[kcc::kernel]] void scale(std::span<float> values, float factor) {
  const std::size_t i = kcc::global_index();
  if (i < values.size())
    values[i] *= factor;
}

[[kcc::kernel]] void narrow(kcc::PitchedView<const float, 2> matrix, std::span<kcc::bfloat16> brain,
                            std::span<kcc::float8_e4m3> tiny) {
  const auto [column, row, layer] = kcc::thread_idx();
  const float value = matrix(row, column);
  const std::size_t i = row * matrix.extent(1) + column;
  brain[i] = static_cast<kcc::bfloat16>(value);
  tiny[i] = kcc::float8_e4m3(value);
}
