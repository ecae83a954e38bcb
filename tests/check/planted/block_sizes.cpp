// Calls of block algorithms that are made for blocks of another shape.
#include "planted.h"

#include <kcc/block.h>

//! 1x128 block-size
PLANTED(sum_of_more_threads) {
  using Reduce = kcc::BlockReduce<int, fixed ? 128 : 256>;
  [[kcc::shared]] typename Reduce::Shared shared;
  const int sum = Reduce(shared).sum(in[kcc::thread_idx().x]); // here
  if (kcc::thread_idx().x == 0)
    out[0] = sum;
}
TWINS(sum_of_more_threads)

// Warps 4 to 7 have no place for their results.
//! 2x256 block-size
PLANTED(sum_of_fewer_threads) {
  using Reduce = kcc::BlockReduce<int, fixed ? 256 : 128>;
  [[kcc::shared]] typename Reduce::Shared shared;
  const int sum = Reduce(shared).sum_to_first(in[kcc::thread_idx().x]); // here
  if (kcc::thread_idx().x == 0)
    out[kcc::block_idx().x] = sum;
}
TWINS(sum_of_fewer_threads)

// The last warp counts as a whole one. The number of valid values is no block size.
//! 1x100 block-size
PLANTED(smallest_of_whole_warps) {
  using Reduce = kcc::BlockReduce<int, fixed ? 100 : 128>;
  [[kcc::shared]] typename Reduce::Shared shared;
  const unsigned t = kcc::thread_idx().x;
  const int smallest = Reduce(shared).reduce_to_first(in[t], kcc::minimum{}, 70); // here
  if (t == 0)
    out[0] = smallest;
}
TWINS(smallest_of_whole_warps)

//! 1x64 block-size
PLANTED(scan_of_a_warp) {
  using Scan = kcc::BlockScan<int, fixed ? 64 : 32>;
  [[kcc::shared]] typename Scan::Shared shared;
  const unsigned t = kcc::thread_idx().x;
  out[t] = Scan(shared).exclusive_sum(in[t]); // here
}
TWINS(scan_of_a_warp)

// The same number of threads, in another order.
//! 1x128 block-size
PLANTED(scan_of_a_square) {
  constexpr kcc::BlockShape shape = fixed ? kcc::BlockShape{128} : kcc::BlockShape{16, 8};
  using Scan = kcc::BlockScan<unsigned, shape>;
  [[kcc::shared]] typename Scan::Shared shared;
  unsigned items[2] = {kcc::thread_idx().x, 1};
  const unsigned total = Scan(shared).inclusive_sum(items); // here
  out[kcc::thread_idx().x] = static_cast<int>(items[1] + total);
}
TWINS(scan_of_a_square)

//! 1x64 block-size
PLANTED(sort_of_half) {
  using Sort = kcc::BlockRadixSort<int, fixed ? 64 : 32, 2>;
  [[kcc::shared]] typename Sort::Shared shared;
  const unsigned t = kcc::thread_idx().x;
  int keys[2] = {in[255 - 2 * t], in[254 - 2 * t]};
  Sort(shared).sort(keys); // here
  out[2 * t] = keys[0];
  out[2 * t + 1] = keys[1];
}
TWINS(sort_of_half)

//! 1x96 block-size
PLANTED(sort_with_values) {
  using Sort = kcc::BlockRadixSort<unsigned, fixed ? 96 : 64, 1, int>;
  [[kcc::shared]] typename Sort::Shared shared;
  const unsigned t = kcc::thread_idx().x;
  unsigned keys[1] = {t % 16};
  int values[1] = {in[t]};
  Sort(shared).sort_descending_to_striped(keys, values, 0, 4); // here
  out[t] = values[0];
}
TWINS(sort_with_values)

//! 1x64 block-size
PLANTED(ranks_of_digits) {
  using Rank = kcc::BlockRadixRank<fixed ? 64 : 48, 1>;
  [[kcc::shared]] typename Rank::Shared shared;
  const unsigned t = kcc::thread_idx().x;
  unsigned digits[1] = {t % 16}, ranks[1];
  Rank(shared).rank(digits, ranks); // here
  out[ranks[0] % 256] = in[t];
}
TWINS(ranks_of_digits)

//! 1x64 block-size
PLANTED(exchange_of_double) {
  using Exchange = kcc::BlockExchange<int, fixed ? 64 : 128, 2>;
  [[kcc::shared]] typename Exchange::Shared shared;
  const unsigned t = kcc::thread_idx().x;
  int items[2] = {in[2 * t], in[2 * t + 1]};
  Exchange(shared).blocked_to_striped(items); // here
  out[t] = items[0];
  out[t + 64] = items[1];
}
TWINS(exchange_of_double)

// Half of the bins are not cleared.
//! 1x64 block-size
PLANTED(histogram_of_double) {
  using Histogram = kcc::BlockHistogram<128, fixed ? 64 : 128>;
  [[kcc::shared]] typename Histogram::Shared shared;
  const unsigned t = kcc::thread_idx().x;
  Histogram histogram(shared);
  histogram.clear(); // here
  const int items[1] = {in[t]};
  histogram.add(items); // here
  kcc::sync_threads();
  out[t] = static_cast<int>(histogram.count(t)); // here
}
TWINS(histogram_of_double)

//! 1x128 block-size
PLANTED(load_of_half) {
  using Load = kcc::BlockLoad<int, fixed ? 128 : 64, 2, kcc::BlockAccess::striped>;
  [[kcc::shared]] typename Load::Shared shared;
  const unsigned t = kcc::thread_idx().x;
  int items[2];
  Load(shared).load(in, items, 0); // here
  out[t] = items[0];
  out[t + 128] = items[1];
}
TWINS(load_of_half)

// The span ends with the tile of the threads that are there: nothing else goes wrong.
//! 1x64 block-size
PLANTED(store_of_double) {
  using Store = kcc::BlockStore<int, fixed ? 64 : 128, 2, kcc::BlockAccess::vectorized>;
  [[kcc::shared]] typename Store::Shared shared;
  const unsigned t = kcc::thread_idx().x;
  int items[2] = {in[t], in[t + 64]};
  Store(shared).store(out.first(128), items); // here
}
TWINS(store_of_double)

// Algorithms for both sizes; the wrong one is used.
//! 1x128 block-size
PLANTED(algorithm_of_the_other_size) {
  using Small = kcc::BlockReduce<int, 64>;
  using Large = kcc::BlockReduce<int, 128>;
  [[kcc::shared]] union {
    Small::Shared small;
    Large::Shared large;
  } shared;
  Small small(shared.small);
  Large large(shared.large);
  const int value = in[kcc::thread_idx().x];
  const bool is_small = fixed ? kcc::block_dim().x == 64 : kcc::block_dim().x > 64;
  const int sum = is_small ? small.sum(value) : large.sum(value); // here
  out[kcc::thread_idx().x] = sum;
}
TWINS(algorithm_of_the_other_size)

// The size is the default argument of a function.
//! 1x64 block-size
template <kcc::BlockShape shape = 256> [[gnu::noinline]] static int total(int value) {
  using Reduce = kcc::BlockReduce<int, shape>;
  [[kcc::shared]] typename Reduce::Shared shared;
  const int sum = Reduce(shared).sum(value); // here
  kcc::sync_threads();
  return sum;
}
PLANTED(default_of_a_function) {
  const int value = in[kcc::thread_idx().x];
  if constexpr (fixed)
    out[kcc::thread_idx().x] = total<64>(value);
  else
    out[kcc::thread_idx().x] = total(value); // here
}
TWINS(default_of_a_function)

// Each round makes the same mistake.
//! 2x32 block-size
PLANTED(rounds_of_sums) {
  using Reduce = kcc::BlockReduce<int, fixed ? 32 : 16>;
  [[kcc::shared]] typename Reduce::Shared shared;
  int sum = 0;
  for (int round = 0; round < 4; ++round)
    sum += Reduce(shared).sum(in[round]); // here
  out[kcc::global_index()] = sum;
}
TWINS(rounds_of_sums)
