// Bitonic sort as textbooks have it: one thread for each pair of keys. Blocks have 256 threads for 512 keys.
#include <kcc/device.h>

#include <utility>

namespace {

constexpr std::uint32_t tile = 512;

/// Orders the keys at `i` and `i + distance`; within runs of `run` keys, which alternate in direction.
template <class Keys> void order(Keys &keys, std::size_t i, std::size_t distance, bool descending) {
  if ((keys[i] > keys[i + distance]) != descending)
    std::swap(keys[i], keys[i + distance]);
}

std::size_t lower_of_pair(std::size_t pair, std::size_t distance) {
  return 2 * pair - (pair & (distance - 1));
}

/// The passes of a run from distance `first` on, in shared memory.
void merge_in_tile(std::uint32_t (&keys)[tile], std::size_t begin, std::size_t run, std::uint32_t first) {
  for (std::uint32_t distance = first; distance > 0; distance /= 2) {
    const std::size_t i = lower_of_pair(kcc::thread_idx().x, distance);
    order(keys, i, distance, ((begin + i) & run) != 0);
    kcc::sync_threads();
  }
}

} // namespace

/// Sorts each tile; the directions alternate.
[[kcc::kernel]] void sort_tiles(std::span<std::uint32_t> keys) {
  [[kcc::shared]] std::uint32_t in_tile[tile];
  const std::uint32_t thread = kcc::thread_idx().x;
  const std::size_t begin = std::size_t{kcc::block_idx().x} * tile;
  in_tile[thread] = keys[begin + thread];
  in_tile[thread + tile / 2] = keys[begin + thread + tile / 2];
  kcc::sync_threads();
  for (std::uint32_t run = 2; run <= tile; run *= 2)
    merge_in_tile(in_tile, begin, run, run / 2);
  keys[begin + thread] = in_tile[thread];
  keys[begin + thread + tile / 2] = in_tile[thread + tile / 2];
}

/// One pass at a distance of at least a tile.
[[kcc::kernel]] void merge_pass(std::span<std::uint32_t> keys, std::size_t run, std::size_t distance) {
  const std::size_t i = lower_of_pair(kcc::global_index(), distance);
  order(keys, i, distance, (i & run) != 0);
}

/// The other passes of a run.
[[kcc::kernel]] void merge_tiles(std::span<std::uint32_t> keys, std::size_t run) {
  [[kcc::shared]] std::uint32_t in_tile[tile];
  const std::uint32_t thread = kcc::thread_idx().x;
  const std::size_t begin = std::size_t{kcc::block_idx().x} * tile;
  in_tile[thread] = keys[begin + thread];
  in_tile[thread + tile / 2] = keys[begin + thread + tile / 2];
  kcc::sync_threads();
  merge_in_tile(in_tile, begin, run, tile / 2);
  keys[begin + thread] = in_tile[thread];
  keys[begin + thread + tile / 2] = in_tile[thread + tile / 2];
}
