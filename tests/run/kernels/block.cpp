// Block algorithms; tests/run/block_test.cpp compares them with the same computation on the host.
#include "block.h"
#include <kcc/algorithm/reduce_kernel.h>
#include <kcc/block.h>
#include <kcc/device.h>
#include <utility>

using namespace block;
using kcc::BlockShape;

/// Results: reduce() of each thread; then reduce_to_first() of all values, of the first \p valid values, and
/// of two items per thread.
template <class T, class Op, unsigned x, unsigned y, unsigned z>
[[kcc::kernel, kcc::launch_bounds(x * y * z)]] void
block_reduce(std::span<T> results, std::span<const T> values, std::uint32_t valid) {
  constexpr BlockShape shape(x, y, z);
  using Reduce = kcc::BlockReduce<T, shape>;
  [[kcc::shared]] typename Reduce::Shared shared;
  const std::uint32_t rank = shape.rank(), threads = shape.threads();
  results[rank] = Reduce(shared).reduce(values[rank], Op{});
  kcc::sync_threads();
  const T first = Reduce(shared).reduce_to_first(values[rank], Op{});
  kcc::sync_threads();
  const T some = Reduce(shared).reduce_to_first(values[rank], Op{}, valid);
  kcc::sync_threads();
  const T items[2] = {values[rank * 2], values[rank * 2 + 1]};
  const T of_items = Reduce(shared).reduce_to_first(items, Op{});
  kcc::sync_threads();
  const T of_items_to_all = Reduce(shared).reduce(items, Op{});
  if (rank == 0) {
    results[threads] = first;
    results[threads + 1] = some;
    results[threads + 2] = of_items;
  }
  if (rank == threads - 1)
    results[threads + 3] = of_items_to_all;
}

/// The functions for sums, without an operation.
[[kcc::kernel, kcc::launch_bounds(128)]] void block_sums(std::span<std::uint32_t> results,
                                                         std::span<const std::uint32_t> values) {
  using Reduce = kcc::BlockReduce<std::uint32_t, 128>;
  using Scan = kcc::BlockScan<std::uint32_t, 128>;
  [[kcc::shared]] Reduce::Shared shared;
  [[kcc::shared]] Scan::Shared scan;
  const std::uint32_t rank = kcc::thread_idx().x, value = values[rank];
  const std::uint32_t pair[2] = {value, 1};
  std::uint32_t *const row = &results[rank * 8];
  row[0] = Reduce(shared).sum(value);
  kcc::sync_threads();
  row[1] = Reduce(shared).sum(pair);
  kcc::sync_threads();
  const std::uint32_t first = Reduce(shared).sum_to_first(value);
  row[2] = rank == 0 ? first : 0;
  kcc::sync_threads();
  const std::uint32_t first_pair = Reduce(shared).sum_to_first(pair);
  row[3] = rank == 0 ? first_pair : 0;
  row[4] = Scan(scan).inclusive_sum(value);
  kcc::sync_threads();
  row[5] = Scan(scan).exclusive_sum(value);
  kcc::sync_threads();
  std::uint32_t items[2] = {value, 1};
  row[6] = Scan(scan).inclusive_sum(items) + items[1];
  kcc::sync_threads();
  items[0] = value, items[1] = 1;
  Scan(scan).exclusive_sum(items);
  row[7] = items[1];
}

/// Scans one tile after another, as many as the values fill; `init` comes first in the forms that take one.
/// The totals of the tiles go to \p totals.
template <class T, class Op, unsigned x, unsigned y, unsigned z, unsigned items>
[[kcc::kernel, kcc::launch_bounds(x * y * z)]] void
block_scan(std::span<T> results, std::span<const T> values, std::span<T> totals, T init, ScanForm form) {
  constexpr BlockShape shape(x, y, z);
  using Scan = kcc::BlockScan<T, shape>;
  [[kcc::shared]] typename Scan::Shared shared;
  const std::uint32_t rank = shape.rank();
  constexpr std::uint32_t tile = shape.threads() * items;
  T running = init;
  const auto prefix = [&](const T &aggregate) {
    const T before = running;
    running = Op{}(running, aggregate);
    return before;
  };
  for (std::uint32_t first = 0; first < values.size(); first += tile) {
    T of_thread[items];
    for (std::uint32_t k = 0; k < items; ++k)
      of_thread[k] = values[first + rank * items + k];
    T total = init;
    if (form == ScanForm::inclusive)
      total = Scan(shared).inclusive_scan(of_thread, Op{});
    else if (form == ScanForm::exclusive)
      total = Scan(shared).exclusive_scan(of_thread, init, Op{});
    else if (form == ScanForm::inclusive_after)
      total = Scan(shared).inclusive_scan_after(of_thread, Op{}, prefix);
    else
      total = Scan(shared).exclusive_scan_after(of_thread, Op{}, prefix);
    for (std::uint32_t k = 0; k < items; ++k)
      results[first + rank * items + k] = of_thread[k];
    if (rank == shape.threads() - 1)
      totals[first / tile] = total;
    kcc::sync_threads();
  }
}

template <class T, unsigned threads, unsigned items>
[[kcc::kernel, kcc::launch_bounds(threads)]] void
block_exchange(std::span<T> results, std::span<const T> values, std::span<const std::uint32_t> numbers,
               ExchangeForm form) {
  using Exchange = kcc::BlockExchange<T, threads, items>;
  [[kcc::shared]] typename Exchange::Shared shared;
  const std::uint32_t rank = kcc::thread_idx().x;
  T of_thread[items];
  std::uint32_t number[items];
  for (std::uint32_t k = 0; k < items; ++k) {
    of_thread[k] = values[rank * items + k];
    number[k] = numbers[rank * items + k];
  }
  Exchange exchange(shared);
  switch (form) {
  case ExchangeForm::blocked_to_striped:
    exchange.blocked_to_striped(of_thread);
    break;
  case ExchangeForm::striped_to_blocked:
    exchange.striped_to_blocked(of_thread);
    break;
  case ExchangeForm::blocked_to_warp_striped:
    exchange.blocked_to_warp_striped(of_thread);
    break;
  case ExchangeForm::warp_striped_to_blocked:
    exchange.warp_striped_to_blocked(of_thread);
    break;
  case ExchangeForm::scatter_to_blocked:
    exchange.scatter_to_blocked(of_thread, number);
    break;
  case ExchangeForm::scatter_to_striped:
    exchange.scatter_to_striped(of_thread, number);
    break;
  case ExchangeForm::scatter_some_to_striped:
    exchange.scatter_some_to_striped(of_thread, number);
    break;
  }
  for (std::uint32_t k = 0; k < items; ++k)
    results[rank * items + k] = of_thread[k];
}

template <unsigned x, unsigned y, unsigned items>
[[kcc::kernel, kcc::launch_bounds(x *y)]] void block_radix_rank(std::span<std::uint32_t> ranks,
                                                                std::span<const std::uint32_t> digits) {
  constexpr BlockShape shape(x, y);
  using Rank = kcc::BlockRadixRank<shape, items>;
  [[kcc::shared]] typename Rank::Shared shared;
  const std::uint32_t thread = shape.rank();
  std::uint32_t own[items], rank[items];
  for (std::uint32_t k = 0; k < items; ++k)
    own[k] = digits[thread * items + k];
  Rank(shared).rank(own, rank);
  for (std::uint32_t k = 0; k < items; ++k)
    ranks[thread * items + k] = rank[k];
}

template <class Key, unsigned x, unsigned y, unsigned items>
[[kcc::kernel, kcc::launch_bounds(x *y)]] void block_sort(std::span<Key> keys, std::uint32_t begin_bit,
                                                          std::uint32_t end_bit, bool descending,
                                                          bool to_striped) {
  constexpr BlockShape shape(x, y);
  using Sort = kcc::BlockRadixSort<Key, shape, items>;
  [[kcc::shared]] typename Sort::Shared shared;
  const std::uint32_t rank = shape.rank(), threads = shape.threads();
  Key own[items];
  for (std::uint32_t k = 0; k < items; ++k)
    own[k] = keys[rank * items + k];
  if (descending && to_striped)
    Sort(shared).sort_descending_to_striped(own, begin_bit, end_bit);
  else if (descending)
    Sort(shared).sort_descending(own, begin_bit, end_bit);
  else if (to_striped)
    Sort(shared).sort_to_striped(own, begin_bit, end_bit);
  else
    Sort(shared).sort(own, begin_bit, end_bit);
  for (std::uint32_t k = 0; k < items; ++k)
    keys[to_striped ? k * threads + rank : rank * items + k] = own[k];
}

template <class Key, class Value, unsigned threads, unsigned items>
[[kcc::kernel, kcc::launch_bounds(threads)]] void
block_sort_pairs(std::span<Key> keys, std::span<Value> values, std::uint32_t begin_bit, std::uint32_t end_bit,
                 bool descending, bool to_striped) {
  using Sort = kcc::BlockRadixSort<Key, threads, items, Value>;
  [[kcc::shared]] typename Sort::Shared shared;
  const std::uint32_t rank = kcc::thread_idx().x;
  Key own[items];
  Value with[items];
  for (std::uint32_t k = 0; k < items; ++k) {
    own[k] = keys[rank * items + k];
    with[k] = values[rank * items + k];
  }
  if (descending && to_striped)
    Sort(shared).sort_descending_to_striped(own, with, begin_bit, end_bit);
  else if (descending)
    Sort(shared).sort_descending(own, with, begin_bit, end_bit);
  else if (to_striped)
    Sort(shared).sort_to_striped(own, with, begin_bit, end_bit);
  else
    Sort(shared).sort(own, with, begin_bit, end_bit);
  for (std::uint32_t k = 0; k < items; ++k) {
    keys[to_striped ? k * threads + rank : rank * items + k] = own[k];
    values[to_striped ? k * threads + rank : rank * items + k] = with[k];
  }
}

/// Loads what `from` has of a tile, records what each thread got, and stores it again.
template <class T, unsigned threads, unsigned items, kcc::BlockAccess access>
[[kcc::kernel, kcc::launch_bounds(threads)]] void block_copy(std::span<T> to, std::span<const T> from,
                                                             std::span<T> got, T otherwise) {
  using Load = kcc::BlockLoad<T, threads, items, access>;
  using Store = kcc::BlockStore<T, threads, items, access>;
  [[kcc::shared]] typename Load::Shared load;
  [[kcc::shared]] typename Store::Shared store;
  const std::uint32_t rank = kcc::thread_idx().x;
  T own[items];
  Load(load).load(from, own, otherwise);
  for (std::uint32_t k = 0; k < items; ++k)
    got[rank * items + k] = own[k];
  Store(store).store(to, own);
}

/// Counts two tiles of items.
[[kcc::kernel, kcc::launch_bounds(128)]] void block_histogram(std::span<std::uint32_t> counts,
                                                              std::span<const std::uint16_t> values) {
  constexpr BlockShape shape(16, 8);
  using Histogram = kcc::BlockHistogram<200, shape>;
  [[kcc::shared]] Histogram::Shared shared;
  const std::uint32_t rank = shape.rank(), threads = shape.threads();
  Histogram histogram(shared);
  histogram.clear();
  for (std::uint32_t tile = 0; tile < 2; ++tile) {
    std::uint16_t own[5];
    for (std::uint32_t k = 0; k < 5; ++k)
      own[k] = values[(tile * threads + rank) * 5 + k];
    histogram.add(own);
  }
  kcc::sync_threads();
  for (std::uint32_t bin = rank; bin < 200; bin += threads)
    counts[bin] = histogram.count(bin);
}

/// The same for signed items, over all bits and next to the ends of the bins.
[[kcc::kernel, kcc::launch_bounds(64)]] void block_histogram_signed(std::span<std::uint32_t> counts) {
  using Histogram = kcc::BlockHistogram<128, 64>;
  struct Guarded {
    std::uint32_t before[64];
    Histogram::Shared shared;
    std::uint32_t behind[64];
  };
  [[kcc::shared]] Guarded guarded;
  const std::uint32_t rank = kcc::thread_idx().x;
  guarded.before[rank] = guarded.behind[rank] = 0;
  Histogram histogram(guarded.shared);
  histogram.clear();
  const std::int8_t bytes[2] = {static_cast<std::int8_t>(rank * 4), -1};
  histogram.add(bytes);
  const std::int32_t words[4] = {-1, INT32_MIN, 127, 128};
  histogram.add(words);
  const std::int64_t wide[5] = {-1, INT64_MIN, INT64_MAX, std::int64_t{1} << 32, 0};
  histogram.add(wide);
  kcc::sync_threads();
  for (std::uint32_t bin = rank; bin < 128; bin += 64)
    counts[bin] = histogram.count(bin);
  counts[128 + rank] = guarded.before[rank] | guarded.behind[rank];
}

/// Scans for every block size that consists of whole warps; the 16-byte chunks differ with \p T.
template <class T, class Op, unsigned threads, unsigned items>
void scan_of_size(std::byte *memory, std::span<T> results, std::span<const T> values) {
  using Scan = kcc::BlockScan<T, threads>;
  auto &shared = *reinterpret_cast<typename Scan::Shared *>(memory);
  const std::uint32_t rank = kcc::thread_idx().x;
  T own[items];
  for (std::uint32_t k = 0; k < items; ++k)
    own[k] = values[rank * items + k];
  Scan(shared).inclusive_scan(own, Op{});
  for (std::uint32_t k = 0; k < items; ++k)
    results[rank * items + k] = own[k];
}
template <class T, class Op, unsigned items>
[[kcc::kernel, kcc::launch_bounds(1024)]] void block_scan_sizes(std::span<T> results,
                                                                std::span<const T> values) {
  [[kcc::shared]] kcc::detail::SharedArray<T, 1024 + 64> memory;
  const std::uint32_t warps = kcc::block_dim().x / 32;
  const auto run = [&]<unsigned... w>(std::integer_sequence<unsigned, w...>) {
    ((w + 1 == warps ? scan_of_size<T, Op, 32 * (w + 1), items>(memory.bytes, results, values) : void()),
     ...);
  };
  run(std::make_integer_sequence<unsigned, 32>());
}
template void block_scan_sizes<std::uint8_t, std::plus<>, 1>(std::span<std::uint8_t>,
                                                             std::span<const std::uint8_t>);
template void block_scan_sizes<float, kcc::maximum, 2>(std::span<float>, std::span<const float>);
template void block_scan_sizes<Affine, Compose, 4>(std::span<Affine>, std::span<const Affine>);

/// Minima and maxima among NaNs, with everything that takes an operation: rows of eight results.
[[kcc::kernel, kcc::launch_bounds(64)]] void extremes_among_nans(std::span<float> results,
                                                                 std::span<const float> values) {
  using Reduce = kcc::BlockReduce<float, 64>;
  using Scan = kcc::BlockScan<float, 64>;
  [[kcc::shared]] Reduce::Shared reduce;
  [[kcc::shared]] Scan::Shared scan;
  const std::uint32_t rank = kcc::thread_idx().x;
  float *const row = &results[rank * 8];
  const auto all = [&](float *out, auto op) {
    const float value = values[rank];
    out[0] = Reduce(reduce).reduce(value, op);
    kcc::sync_threads();
    const float scanned = Scan(scan).inclusive_scan(value, op);
    kcc::sync_threads();
    out[1] = rank == 63 ? scanned : out[0];
    out[2] = kcc::warp::reduce(value, op);
    const float of_lanes = kcc::warp::inclusive_scan(value, op);
    out[3] = rank % 32 == 31 ? of_lanes : out[2];
  };
  all(row, kcc::minimum{});
  all(row + 4, kcc::maximum{});
}

#define REDUCE(T, Op, x, y, z)                                                                               \
  template void block_reduce<T, Op, x, y, z>(std::span<T>, std::span<const T>, std::uint32_t);
#define REDUCE_SHAPES(T, Op)                                                                                 \
  REDUCE(T, Op, 1, 1, 1)                                                                                     \
  REDUCE(T, Op, 20, 1, 1)                                                                                    \
  REDUCE(T, Op, 32, 1, 1)                                                                                    \
  REDUCE(T, Op, 100, 1, 1)                                                                                   \
  REDUCE(T, Op, 256, 1, 1)                                                                                   \
  REDUCE(T, Op, 16, 16, 1) REDUCE(T, Op, 5, 5, 3) REDUCE(T, Op, 8, 4, 16) REDUCE(T, Op, 1024, 1, 1)
REDUCE_SHAPES(std::uint32_t, std::plus<>)
REDUCE_SHAPES(float, std::plus<>)
REDUCE_SHAPES(Affine, Compose)
REDUCE(double, std::plus<>, 256, 1, 1)
REDUCE(std::int64_t, kcc::maximum, 192, 1, 1)
REDUCE(std::uint8_t, std::bit_xor<>, 128, 1, 1)

#define SCAN(T, Op, x, y, z, items)                                                                          \
  template void block_scan<T, Op, x, y, z, items>(std::span<T>, std::span<const T>, std::span<T>, T,         \
                                                  ScanForm);
#define SCAN_SHAPES(T, Op, items)                                                                            \
  SCAN(T, Op, 1, 1, 1, items)                                                                                \
  SCAN(T, Op, 20, 1, 1, items)                                                                               \
  SCAN(T, Op, 32, 1, 1, items)                                                                               \
  SCAN(T, Op, 64, 1, 1, items)                                                                               \
  SCAN(T, Op, 96, 1, 1, items)                                                                               \
  SCAN(T, Op, 100, 1, 1, items)                                                                              \
  SCAN(T, Op, 256, 1, 1, items)                                                                              \
  SCAN(T, Op, 16, 8, 2, items) SCAN(T, Op, 5, 5, 3, items) SCAN(T, Op, 1024, 1, 1, items)
SCAN_SHAPES(std::uint32_t, std::plus<>, 1)
SCAN_SHAPES(Affine, Compose, 3)
SCAN_SHAPES(float, std::plus<>, 4)
SCAN(double, std::plus<>, 512, 1, 1, 2)
SCAN(std::int64_t, std::plus<>, 512, 1, 1, 2)
SCAN(std::uint64_t, kcc::maximum, 128, 1, 1, 5)
SCAN(std::uint16_t, std::plus<>, 128, 1, 1, 4)

#define EXCHANGE(T, threads, items)                                                                          \
  template void block_exchange<T, threads, items>(std::span<T>, std::span<const T>,                          \
                                                  std::span<const std::uint32_t>, ExchangeForm);
#define EXCHANGE_ITEMS(T)                                                                                    \
  EXCHANGE(T, 32, 4)                                                                                         \
  EXCHANGE(T, 64, 1)                                                                                         \
  EXCHANGE(T, 64, 2) EXCHANGE(T, 96, 3) EXCHANGE(T, 128, 8) EXCHANGE(T, 64, 16) EXCHANGE(T, 96, 24)
EXCHANGE_ITEMS(std::uint8_t)
EXCHANGE_ITEMS(std::uint32_t)
EXCHANGE_ITEMS(double)
EXCHANGE_ITEMS(Triple)

template void block_radix_rank<32, 1, 1>(std::span<std::uint32_t>, std::span<const std::uint32_t>);
template void block_radix_rank<64, 1, 15>(std::span<std::uint32_t>, std::span<const std::uint32_t>);
template void block_radix_rank<100, 1, 3>(std::span<std::uint32_t>, std::span<const std::uint32_t>);
template void block_radix_rank<16, 8, 16>(std::span<std::uint32_t>, std::span<const std::uint32_t>);
template void block_radix_rank<16, 32, 4>(std::span<std::uint32_t>, std::span<const std::uint32_t>);
template void block_radix_rank<256, 1, 33>(std::span<std::uint32_t>, std::span<const std::uint32_t>);

#define SORT(Key, x, y, items)                                                                               \
  template void block_sort<Key, x, y, items>(std::span<Key>, std::uint32_t, std::uint32_t, bool, bool);
SORT(std::uint8_t, 128, 1, 7)
SORT(std::int8_t, 32, 1, 4)
SORT(std::uint16_t, 100, 1, 2)
SORT(std::int16_t, 64, 1, 4)
SORT(std::uint32_t, 32, 1, 1)
SORT(std::uint32_t, 64, 1, 4)
SORT(std::uint32_t, 16, 16, 8)
SORT(std::uint32_t, 256, 1, 16)
SORT(std::uint32_t, 1024, 1, 4)
SORT(std::int32_t, 96, 1, 5)
SORT(std::uint64_t, 128, 1, 4)
SORT(std::int64_t, 256, 1, 3)
SORT(float, 128, 1, 8)
SORT(double, 64, 1, 16)

#define SORT_PAIRS(Key, Value, threads, items)                                                               \
  template void block_sort_pairs<Key, Value, threads, items>(std::span<Key>, std::span<Value>,               \
                                                             std::uint32_t, std::uint32_t, bool, bool);
SORT_PAIRS(std::uint32_t, std::uint32_t, 128, 4)
SORT_PAIRS(std::uint8_t, std::uint64_t, 96, 3)
SORT_PAIRS(std::uint64_t, std::uint64_t, 256, 8)
SORT_PAIRS(float, std::uint16_t, 64, 16)
SORT_PAIRS(double, Triple, 128, 1)

#define COPY(T, threads, items, access)                                                                      \
  template void block_copy<T, threads, items, kcc::BlockAccess::access>(std::span<T>, std::span<const T>,    \
                                                                        std::span<T>, T);
#define COPY_ACCESSES(T, threads, items)                                                                     \
  COPY(T, threads, items, direct)                                                                            \
  COPY(T, threads, items, striped)                                                                           \
  COPY(T, threads, items, vectorized)                                                                        \
  COPY(T, threads, items, transposed) COPY(T, threads, items, warp_transposed)
COPY_ACCESSES(std::uint8_t, 64, 16)
COPY_ACCESSES(std::uint16_t, 64, 2)
COPY_ACCESSES(float, 128, 4)
COPY_ACCESSES(double, 96, 3)
COPY_ACCESSES(double, 64, 4)
COPY_ACCESSES(Triple, 32, 4)

template void kcc::kernels::reduce<Range, Widen>(std::span<Range>, std::span<const Range>, Range, Widen);
template void kcc::kernels::reduce<std::uint8_t, std::bit_or<>>(std::span<std::uint8_t>,
                                                                std::span<const std::uint8_t>, std::uint8_t,
                                                                std::bit_or<>);
