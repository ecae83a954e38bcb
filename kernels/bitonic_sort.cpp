// Bitonic sort of any number of keys, in place. The host launches sort_tile once, then for every stage larger
// than a tile merge_across, once per round, and merge_tile: see for_each_launch in bitonic_sort.h.
#include <kcc/device.h>

#include "bitonic_sort.h"

using bitonic::GlobalKeys;
using bitonic::GlobalTile;
using bitonic::KeyTraits;
using bitonic::Order;
using bitonic::Pairing;
using bitonic::Round;
using bitonic::SharedTile;

namespace {

/// Runs one round on a tile; then all threads see its keys. `from` and `to` may be different memories.
template <class From, class To> void run_tile_round(Round round, From from, To to) {
  bitonic::run_groups(round, kcc::thread_idx().x, bitonic::tile_keys >> round.passes, bitonic::tile_threads,
                      from, to);
  kcc::sync_threads();
}

/// Runs the rounds of a stage that stay within a tile in shared memory.
template <class Tile> void run_tile_rounds(Tile tile, std::uint32_t log2_top, Pairing first) {
  bitonic::for_each_round(log2_top, 0, first, [&](Round round) { run_tile_round(round, tile, tile); });
}

/// Copies a tile back to global memory; adjacent threads copy adjacent keys.
template <class From, class To> void store_tile(From from, To to) {
  for (std::uint32_t k = 0; k != bitonic::keys_per_thread; ++k) {
    const std::uint32_t i = k * bitonic::tile_threads + kcc::thread_idx().x;
    to.store(To::place(i), from.load(From::place(i)));
  }
}

} // namespace

/// Sorts each tile of tile_keys keys, the last one up to its end. One block of tile_threads threads per tile.
template <class Key, Order order>
[[kcc::kernel, kcc::launch_bounds(bitonic::tile_threads)]] void sort_tile(std::span<Key> keys) {
  using Bits = typename KeyTraits<Key>::Bits;
  [[kcc::shared]] Bits storage[bitonic::tile_keys];
  const SharedTile<Key> tile{storage};
  const GlobalTile<Key, order> global{{keys}, std::size_t{kcc::block_idx().x} * bitonic::tile_keys};

  // The order in which unsorted keys are loaded does not matter, so each thread takes those that coalesce
  // best and starts by sorting its own run.
  const std::uint32_t thread = kcc::thread_idx().x;
  Bits run[bitonic::keys_per_thread];
  for (std::uint32_t k = 0; k != bitonic::keys_per_thread; ++k)
    run[k] = global.load(k * bitonic::tile_threads + thread);
  bitonic::sort_in_registers(run);
  for (std::uint32_t k = 0; k != bitonic::keys_per_thread; ++k)
    tile.store(tile.place(thread * bitonic::keys_per_thread + k), run[k]);
  kcc::sync_threads();

  for (std::uint32_t stage = bitonic::max_passes + 1; stage <= bitonic::log2_tile; ++stage)
    run_tile_rounds(tile, stage, Pairing::mirrored);
  store_tile(tile, global);
}

/// Ends a stage: runs the passes that stay within tiles. One block of tile_threads threads per tile.
template <class Key, Order order>
[[kcc::kernel, kcc::launch_bounds(bitonic::tile_threads)]] void merge_tile(std::span<Key> keys) {
  [[kcc::shared]] typename KeyTraits<Key>::Bits storage[bitonic::tile_keys];
  const SharedTile<Key> tile{storage};
  const GlobalTile<Key, order> global{{keys}, std::size_t{kcc::block_idx().x} * bitonic::tile_keys};

  // The keys of the first round are far enough apart to be loaded from global memory directly into registers.
  constexpr Round first{bitonic::log2_tile, bitonic::max_passes, Pairing::parallel};
  run_tile_round(first, global, tile);
  run_tile_rounds(tile, first.log2_distance(), Pairing::parallel);
  store_tile(tile, global);
}

/// Runs a round whose keys are further apart than the length of a tile. Works with a one-dimensional grid of
/// any size; one thread for each of groups_of(round, keys.size()) is fastest.
template <class Key, Order order> [[kcc::kernel]] void merge_across(std::span<Key> keys, Round round) {
  const GlobalKeys<Key, order> global{keys};
  bitonic::run_groups(round, kcc::global_index(), bitonic::groups_of(round, keys.size()), kcc::global_size(),
                      global, global);
}

template void sort_tile<std::uint32_t, Order::ascending>(std::span<std::uint32_t>);
template void sort_tile<std::uint32_t, Order::descending>(std::span<std::uint32_t>);
template void sort_tile<std::int32_t, Order::ascending>(std::span<std::int32_t>);
template void sort_tile<std::int32_t, Order::descending>(std::span<std::int32_t>);
template void sort_tile<float, Order::ascending>(std::span<float>);
template void sort_tile<float, Order::descending>(std::span<float>);
template void sort_tile<std::uint64_t, Order::ascending>(std::span<std::uint64_t>);
template void sort_tile<std::uint64_t, Order::descending>(std::span<std::uint64_t>);
template void sort_tile<double, Order::ascending>(std::span<double>);
template void sort_tile<double, Order::descending>(std::span<double>);

template void merge_tile<std::uint32_t, Order::ascending>(std::span<std::uint32_t>);
template void merge_tile<std::uint32_t, Order::descending>(std::span<std::uint32_t>);
template void merge_tile<std::int32_t, Order::ascending>(std::span<std::int32_t>);
template void merge_tile<std::int32_t, Order::descending>(std::span<std::int32_t>);
template void merge_tile<float, Order::ascending>(std::span<float>);
template void merge_tile<float, Order::descending>(std::span<float>);
template void merge_tile<std::uint64_t, Order::ascending>(std::span<std::uint64_t>);
template void merge_tile<std::uint64_t, Order::descending>(std::span<std::uint64_t>);
template void merge_tile<double, Order::ascending>(std::span<double>);
template void merge_tile<double, Order::descending>(std::span<double>);

template void merge_across<std::uint32_t, Order::ascending>(std::span<std::uint32_t>, Round);
template void merge_across<std::uint32_t, Order::descending>(std::span<std::uint32_t>, Round);
template void merge_across<std::int32_t, Order::ascending>(std::span<std::int32_t>, Round);
template void merge_across<std::int32_t, Order::descending>(std::span<std::int32_t>, Round);
template void merge_across<float, Order::ascending>(std::span<float>, Round);
template void merge_across<float, Order::descending>(std::span<float>, Round);
template void merge_across<std::uint64_t, Order::ascending>(std::span<std::uint64_t>, Round);
template void merge_across<std::uint64_t, Order::descending>(std::span<std::uint64_t>, Round);
template void merge_across<double, Order::ascending>(std::span<double>, Round);
template void merge_across<double, Order::descending>(std::span<double>, Round);
