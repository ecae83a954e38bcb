#include "index_ranges.h"

#include <kcc/atomic.h>
#include <kcc/device.h>
#include <kcc/warp.h>
#include <span>
#include <type_traits>

using index_ranges::Limits;

static std::uint32_t index() {
  return kcc::block_idx().x * kcc::block_dim().x + kcc::thread_idx().x;
}
static std::uint32_t rank() {
  return kcc::block_rank() * kcc::block_dim().x * kcc::block_dim().y + kcc::thread_rank();
}

/// One branch.
template <unsigned Condition> [[kcc::kernel]] void mark(std::span<std::uint32_t> marks, Limits limits) {
  if (index_ranges::holds<Condition>(index(), kcc::thread_idx().x, limits))
    marks[rank()] = 3 * rank() + 1;
}

/// A branch in another, both ways of one, and a barrier between two.
template <unsigned Condition> [[kcc::kernel]] void mark_often(std::span<std::uint32_t> marks, Limits limits) {
  [[kcc::shared]] std::uint32_t shared[256];
  const std::uint32_t t = kcc::thread_rank(), x = kcc::thread_idx().x;
  const bool holds = index_ranges::holds<Condition>(index(), x, limits);
  shared[t] = holds ? 2 : 3;
  kcc::sync_threads();
  std::uint32_t sum = shared[t ^ (t > 0 ? 1 : 0)];
  if (holds) {
    sum += 10;
    if (index_ranges::holds<(Condition + 1) % index_ranges::condition_count>(index(), x, limits))
      marks[rank()] = sum;
  } else {
    marks[rank()] = sum + 100;
  }
}

template <class Index>
[[kcc::kernel]] void stride(std::span<std::uint32_t> sums, std::span<std::uint32_t> seen, Index begin,
                            Index end, Index step) {
  std::uint32_t *const own = &seen[rank() * index_ranges::most];
  sums[rank()] = index_ranges::add_up<Index>(begin + static_cast<Index>(index()), end, step,
                                             [&](std::uint32_t k, std::uint32_t i) { own[k] = i; });
}
template void stride<std::uint32_t>(std::span<std::uint32_t>, std::span<std::uint32_t>, std::uint32_t,
                                    std::uint32_t, std::uint32_t);
template void stride<std::uint64_t>(std::span<std::uint32_t>, std::span<std::uint32_t>, std::uint64_t,
                                    std::uint64_t, std::uint64_t);

/// Nothing but an index lives from iteration to iteration.
template <class Index, class End>
[[kcc::kernel]] void fill(std::span<std::uint32_t> values, Index begin, End end, Index step) {
  using Common = std::common_type_t<Index, End>;
  for (Index i = begin + static_cast<Index>(index()); static_cast<Common>(i) < static_cast<Common>(end);
       i += step)
    values[static_cast<std::uint32_t>(i - begin)] += static_cast<std::uint32_t>(i) ^ 5;
}
#define KCC_FILL(INDEX, END) template void fill<INDEX, END>(std::span<std::uint32_t>, INDEX, END, INDEX);
KCC_FILL(std::uint32_t, std::uint32_t)
KCC_FILL(std::int32_t, std::int32_t)
KCC_FILL(std::uint64_t, std::uint64_t)
KCC_FILL(std::uint32_t, std::uint64_t)
KCC_FILL(std::uint32_t, std::int64_t)
KCC_FILL(std::int32_t, std::int64_t)
KCC_FILL(std::int32_t, std::uint64_t)

/// Strided loops of threads that wait for each other. If `leave`, some threads end before.
template <unsigned Form, class Index>
[[kcc::kernel]] void combine_and_meet(std::span<std::uint32_t> results, std::span<const std::uint32_t> values,
                                      Index begin, Index end, Index factor, bool leave) {
  [[kcc::shared]] std::uint32_t shared[256];
  const std::uint32_t t = kcc::thread_idx().x;
  if (leave && t % 5 == 4)
    return;
  const Index step = static_cast<Index>(kcc::grid_dim().x * kcc::block_dim().x) * factor;
  const Index first = begin + static_cast<Index>(index());
  shared[t] = index_ranges::combine<Form, Index>(first, end, step, t, [&](Index i) {
    const auto at = static_cast<std::uint32_t>(i - begin);
    return at < values.size() ? values[at] : static_cast<std::uint32_t>(i) * 7;
  });
  kcc::sync_threads();
  const std::uint32_t other = t ^ 1;
  const bool is_there = other < kcc::block_dim().x && !(leave && other % 5 == 4);
  results[index()] = shared[t] * 31 + (is_there ? shared[other] : 0);
}
#define KCC_COMBINE(FORM, INDEX)                                                                             \
  template void combine_and_meet<FORM, INDEX>(std::span<std::uint32_t>, std::span<const std::uint32_t>,      \
                                              INDEX, INDEX, INDEX, bool);
KCC_COMBINE(0, std::uint32_t)
KCC_COMBINE(1, std::uint32_t)
KCC_COMBINE(2, std::uint32_t)
KCC_COMBINE(3, std::uint32_t)
KCC_COMBINE(4, std::uint32_t)
KCC_COMBINE(5, std::uint32_t)
KCC_COMBINE(6, std::uint32_t)
KCC_COMBINE(7, std::uint32_t)
KCC_COMBINE(8, std::uint32_t)
KCC_COMBINE(9, std::uint32_t)
KCC_COMBINE(10, std::uint32_t)
KCC_COMBINE(11, std::uint32_t)
KCC_COMBINE(12, std::uint32_t)
KCC_COMBINE(0, std::uint64_t)
KCC_COMBINE(1, std::int32_t)
KCC_COMBINE(2, std::int64_t)

inline std::uint32_t sum_of_warp(std::uint32_t sum) {
#pragma unroll
  for (std::uint32_t distance = 16; distance != 0; distance /= 2)
    sum += kcc::warp::shuffle_xor(sum, distance);
  return sum;
}

/// Threads that only wait for those of their warp.
template <unsigned Form>
[[kcc::kernel]] void combine_in_warps(std::span<std::uint32_t> results, std::span<const std::uint32_t> values,
                                      std::uint32_t count) {
  results[index()] = sum_of_warp(index_ranges::combine<Form, std::uint32_t>(
      index(), count, kcc::grid_dim().x * kcc::block_dim().x, kcc::thread_idx().x,
      [&](std::uint32_t i) { return i < values.size() ? values[i] : i * 7; }));
}
#define KCC_COMBINE_IN_WARPS(FORM)                                                                           \
  template void combine_in_warps<FORM>(std::span<std::uint32_t>, std::span<const std::uint32_t>,             \
                                       std::uint32_t);
KCC_COMBINE_IN_WARPS(0)
KCC_COMBINE_IN_WARPS(1)
KCC_COMBINE_IN_WARPS(2)
KCC_COMBINE_IN_WARPS(3)
KCC_COMBINE_IN_WARPS(4)
KCC_COMBINE_IN_WARPS(5)
KCC_COMBINE_IN_WARPS(6)
KCC_COMBINE_IN_WARPS(7)
KCC_COMBINE_IN_WARPS(8)
KCC_COMBINE_IN_WARPS(9)
KCC_COMBINE_IN_WARPS(10)
KCC_COMBINE_IN_WARPS(11)
KCC_COMBINE_IN_WARPS(12)

/// The elements of one block after another, those of some threads only.
[[kcc::kernel]] void add_tiles_in_warps(std::span<std::uint32_t> results,
                                        std::span<const std::uint32_t> values) {
  const std::uint32_t t = kcc::thread_idx().x;
  std::uint32_t sum = 1;
  if (t % 3 != 0)
    for (std::size_t tile = kcc::block_idx().x; tile * kcc::block_dim().x < values.size();
         tile += kcc::grid_dim().x)
      if (const std::size_t i = tile * kcc::block_dim().x + t; i < values.size())
        sum = sum * 31 + values[i];
  results[index()] = sum_of_warp(sum);
}

/// The same for all threads of a block: elements of one block after another, sums of pairs at the end.
[[kcc::kernel]] void add_tiles_and_meet(std::span<std::uint32_t> results,
                                        std::span<const std::uint32_t> values) {
  [[kcc::shared]] std::uint32_t shared[256];
  const std::uint32_t t = kcc::thread_idx().x;
  std::uint32_t sum = 1;
  for (std::size_t tile = kcc::block_idx().x; tile * kcc::block_dim().x < values.size();
       tile += kcc::grid_dim().x)
    if (const std::size_t i = tile * kcc::block_dim().x + t; i < values.size())
      sum = sum * 31 + values[i];
  shared[t] = sum;
  kcc::sync_threads();
  results[index()] = sum * 31 + ((t ^ 1) < kcc::block_dim().x ? shared[t ^ 1] : 0);
}

/// Each element depends on the one that its thread has computed before. Each row of the grid has its own
/// `count` elements.
template <class Index>
[[kcc::kernel]] void recur(std::span<std::uint32_t> values, std::type_identity_t<Index> count) {
  const auto step = static_cast<Index>(kcc::grid_dim().x * kcc::block_dim().x);
  std::uint32_t *const row = values.data() + kcc::global_index_2d().y * static_cast<std::size_t>(count);
  for (Index i = static_cast<Index>(index()); i < count; i += step)
    row[i] = (i >= step ? row[i - step] * 3 : 0) + static_cast<std::uint32_t>(i);
}
template void recur<std::uint32_t>(std::span<std::uint32_t>, std::uint32_t);
template void recur<std::int32_t>(std::span<std::uint32_t>, std::int32_t);
template void recur<std::uint64_t>(std::span<std::uint32_t>, std::uint64_t);
template void recur<std::int64_t>(std::span<std::uint32_t>, std::int64_t);

/// The same with an index of fewer bits than the size.
template <class Index> [[kcc::kernel]] void recur_in_size(std::span<std::uint32_t> values) {
  const auto step = static_cast<Index>(kcc::grid_dim().x * kcc::block_dim().x);
  for (auto i = static_cast<Index>(index()); static_cast<std::size_t>(i) < values.size(); i += step)
    values[i] = (i >= step ? values[i - step] * 3 : 0) + static_cast<std::uint32_t>(i);
}
template void recur_in_size<std::uint32_t>(std::span<std::uint32_t>);
template void recur_in_size<std::int32_t>(std::span<std::uint32_t>);

/// A thread's index instead of the element's.
[[kcc::kernel]] void write_owners(std::span<std::uint32_t> owners) {
  for (std::size_t i : kcc::grid_stride(owners.size()))
    owners[i] = static_cast<std::uint32_t>(kcc::global_index());
}

/// The elements of some threads only.
[[kcc::kernel]] void write_some(std::span<std::uint32_t> values, std::uint32_t threads) {
  if (kcc::global_index() < threads)
    for (std::size_t i : kcc::grid_stride(values.size()))
      values[i] = static_cast<std::uint32_t>(i);
}

/// What stands before the test of an iteration is too large to be written twice.
[[kcc::kernel]] void store_before_test(std::span<std::uint32_t> values, std::uint32_t count) {
  const std::uint32_t step = kcc::grid_dim().x * kcc::block_dim().x;
  for (std::uint32_t i = index();; i += step) {
    std::uint32_t value = values[i];
#pragma unroll
    for (std::uint32_t k = 1; k < 12; ++k)
      value = (value ^ value >> 7) * (2 * k + 1);
    values[i] = value;
    if (!(i < count))
      break;
    values[i] += i;
  }
}

/// Nobody comes to the loop, which would never end.
[[kcc::kernel]] void never_begin(std::span<std::uint32_t> values, std::uint32_t step, std::uint32_t begins) {
  const std::uint32_t end = static_cast<std::uint32_t>(values.size());
  if (begins != 0)
    for (std::uint32_t i = index(); i < end; i += step)
      values[i] += 1;
}

/// The number of elements depends on the launch.
[[kcc::kernel, kcc::targets("ptx", "cpu")]] void count_clusters(std::span<std::uint32_t> values) {
  std::size_t blocks = 1;
  if constexpr (kcc::arch == 0 || kcc::arch >= 90)
    blocks = kcc::cluster_dim().x;
  for (std::size_t i : kcc::grid_stride(values.size() / 2 * blocks))
    values[i] += 1;
}

/// The two may overlap.
[[kcc::kernel]] void add_to(std::span<std::uint32_t> sums, std::span<const std::uint32_t> values) {
  for (std::size_t i : kcc::grid_stride(sums.size()))
    sums[i] = sums[i] * 5 + values[i];
}

[[kcc::kernel]] void subtract_next(std::span<std::uint32_t> differences,
                                   std::span<const std::uint32_t> values) {
  for (std::size_t i : kcc::grid_stride(differences.size()))
    differences[i] = values[i + 1] - values[i];
}

/// Of two neighbouring groups of 1024 elements, the first changes the second. What it adds to the index has
/// no bit in common with it.
[[kcc::kernel]] void change_next_group(std::span<std::uint32_t> values, std::span<std::uint32_t> others) {
  const std::size_t step = kcc::grid_dim().x * kcc::block_dim().x;
  for (std::size_t i = std::size_t{index()} + 1024; i < values.size(); i += step) {
    const std::uint32_t value = values[i];
    if ((i & 1024) == 0) {
      const std::size_t next = i + 1024;
      values[next] = value * 3 + static_cast<std::uint32_t>(next);
    } else {
      others[i] = value;
    }
  }
}

/// One member of each pair.
[[kcc::kernel]] void add_seconds(std::span<std::uint32_t> pairs) {
  for (std::size_t i : kcc::grid_stride(pairs.size() / 2))
    pairs[2 * i] += pairs[2 * i + 1];
}

/// Each element waits for the one before it, which a thread of a lower index writes in the same iteration.
[[kcc::kernel]] void chain(std::span<std::uint32_t> values) {
  for (std::size_t i : kcc::grid_stride(values.size())) {
    if (i % kcc::block_dim().x != 0)
      while (kcc::atomic_ref<std::uint32_t>(values[i - 1]).load(std::memory_order_acquire) == 0) {
      }
    kcc::atomic_ref<std::uint32_t>(values[i]).store(static_cast<std::uint32_t>(i + 1),
                                                    std::memory_order_release);
  }
}

/// Takes numbers; a thread takes its own in increasing order.
[[kcc::kernel]] void take_numbers(std::span<std::uint32_t> numbers, std::span<std::uint32_t> next) {
  for (std::size_t i : kcc::grid_stride(numbers.size()))
    numbers[i] = kcc::atomic_ref<std::uint32_t>(next[0]).fetch_add(1, std::memory_order_relaxed);
}

// Numbers that are widened behind a condition that does not hold for the first threads. LLVM then notes that
// they are not negative, or that their bits are those of two other numbers.
/// A strided loop that begins below 0 in these threads.
[[kcc::kernel]] void begin_below(std::span<std::uint32_t> values, std::uint32_t twice) {
  const std::uint32_t first = kcc::thread_idx().x - 5, end = twice >> 1;
  if (first < end)
    for (std::uint64_t i = first; i < end; i += kcc::block_dim().x)
      values[i] += 1;
}
[[kcc::kernel]] void begin_below_in_grid(std::span<std::uint32_t> values) {
  const auto first = static_cast<std::uint32_t>(kcc::global_index()) - 5;
  const auto end = static_cast<std::uint32_t>(values.size());
  if (first < end)
    for (std::uint64_t i = first; i < end; i += kcc::global_size())
      values[i] += first % 16 + 1;
}
/// Conditions on numbers with a sign, of which one is used for all threads.
[[kcc::kernel]] void mark_inside(std::span<std::uint32_t> marks, std::span<std::uint32_t> indices,
                                 std::uint64_t width, std::uint32_t height) {
  const int x = static_cast<int>(kcc::thread_idx().x) - 5, y = static_cast<int>(kcc::thread_idx().y) - 2;
  indices[kcc::thread_rank()] = static_cast<std::uint32_t>(x);
  if (x >= 0 && y >= 0 && static_cast<std::uint64_t>(x) * 2 < width &&
      static_cast<std::uint64_t>(y) < height + 5)
    marks[static_cast<std::uint32_t>(y) * 64 + static_cast<std::uint32_t>(x)] = 1;
}
/// An address that is computed from a small number.
[[kcc::kernel]] void mark_triples(std::span<std::uint32_t> marks, std::span<std::uint16_t> indices) {
  const auto x = static_cast<std::uint16_t>(kcc::thread_idx().x - 5);
  indices[kcc::thread_idx().x] = x;
  if (x < 30000) {
    const std::uint32_t at = x * 3u + 2;
    marks[at] = at;
  }
}
/// A sum without carries.
[[kcc::kernel]] void join_bits(std::span<std::uint64_t> joined, std::uint32_t base) {
  const std::uint32_t low = 140 - kcc::thread_idx().x, high = (base | 0xffff0000u) & ~127u;
  if (low < 128)
    joined[kcc::thread_idx().x] = high | low;
}

/// Reads and writes that the compiler must not leave out or move.
[[kcc::kernel]] void count_volatile(std::span<std::uint32_t> values, std::uint32_t times) {
  volatile std::uint32_t *const own = &values[index()];
  for (std::uint32_t i = index(); i < times * 64; i += 64)
    *own = *own + 1;
}

#define KCC_CONDITION(K)                                                                                     \
  template void mark<K>(std::span<std::uint32_t>, Limits);                                                   \
  template void mark_often<K>(std::span<std::uint32_t>, Limits);
KCC_CONDITION(0)
KCC_CONDITION(1)
KCC_CONDITION(2)
KCC_CONDITION(3)
KCC_CONDITION(4)
KCC_CONDITION(5)
KCC_CONDITION(6)
KCC_CONDITION(7)
KCC_CONDITION(8)
KCC_CONDITION(9)
KCC_CONDITION(10)
KCC_CONDITION(11)
KCC_CONDITION(12)
KCC_CONDITION(13)
KCC_CONDITION(14)
KCC_CONDITION(15)
KCC_CONDITION(16)
KCC_CONDITION(17)
KCC_CONDITION(18)
KCC_CONDITION(19)
