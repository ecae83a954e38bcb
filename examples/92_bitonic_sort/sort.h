// Sorts a buffer on its device.
#ifndef KCC_EXAMPLES_BITONIC_SORT_SORT_H
#define KCC_EXAMPLES_BITONIC_SORT_SORT_H

#include <kcc/runtime.h>

#include <bitonic_sort.h>

#include <bitonic_sort_kernels.h>

#include <functional>
#include <span>

/// The kernels that sort keys of one type in one order.
template <class Key> struct SortKernels {
  kcc::BoundKernel<std::span<Key>> sort_tile;
  kcc::BoundKernel<std::span<Key>> merge_tile;
  kcc::BoundKernel<std::span<Key>, bitonic::Round> merge_across;
};

/// The kernels embedded in the program, or what `take` makes of them.
template <class Key, class Take = std::identity>
SortKernels<Key> sort_kernels(bitonic::Order order, const Take &take = {}) {
  using bitonic::Order;
  if (order == Order::ascending)
    return {take(bitonic_sort_kernels::sort_tile<Key, Order::ascending>),
            take(bitonic_sort_kernels::merge_tile<Key, Order::ascending>),
            take(bitonic_sort_kernels::merge_across<Key, Order::ascending>)};
  return {take(bitonic_sort_kernels::sort_tile<Key, Order::descending>),
          take(bitonic_sort_kernels::merge_tile<Key, Order::descending>),
          take(bitonic_sort_kernels::merge_across<Key, Order::descending>)};
}

/// Enqueues sorting `keys` in place, in the order for which the kernels were made. Does not wait and uses no
/// other memory; equal keys may change places. Floating-point keys are in total order: -0 and +0 are
/// distinct, and NaNs come last in either order. Throws kcc::Error if a launch fails.
template <class Key>
void bitonic_sort(kcc::Stream &stream, kcc::Buffer<Key> &keys, const SortKernels<Key> &kernels) {
  const kcc::LaunchConfig tiles{kcc::cover(keys.size(), bitonic::tile_keys).grid,
                                kcc::Threads(bitonic::tile_threads, 1, 1), 0};
  bitonic::for_each_launch(
      keys.size(), [&] { stream.launch(kernels.sort_tile, tiles, keys); },
      [&](bitonic::Round round) {
        const kcc::LaunchConfig groups = kcc::cover(bitonic::groups_of(round, keys.size()), 256);
        stream.launch(kernels.merge_across, groups, keys, round);
      },
      [&] { stream.launch(kernels.merge_tile, tiles, keys); });
}

/// The same with the kernels embedded in the program. Key is std::uint32_t, std::int32_t, float,
/// std::uint64_t or double.
template <class Key> void bitonic_sort(kcc::Stream &stream, kcc::Buffer<Key> &keys, bitonic::Order order) {
  bitonic_sort(stream, keys, sort_kernels<Key>(order));
}

#endif
