// Prefix sums and other scans over a block of threads.
#ifndef KCC_BLOCK_SCAN_H
#define KCC_BLOCK_SCAN_H

#include <cstddef>
#include <cstdint>

#include "../device/sync.h"
#include "shape.h"
#include "shared_items.h"
#include "warp_steps.h"

namespace kcc {

namespace detail {

/// What each thread gets from a scan of one value per thread.
template <class T> struct Scanned {
  T before; ///< the values of all threads before this one, combined; in the thread of rank 0 T{} for a sum of
            ///< integers, otherwise meaningless
  T aggregate; ///< the values of all threads combined
};

/// Each warp scans its values, then each thread combines the results of the warps before its own. Takes one
/// barrier.
template <class T, BlockShape shape> class ScanByWarps {
  static constexpr std::uint32_t threads = shape.threads();
  static constexpr std::uint32_t warps = shape.warps();
  using WarpResults = SharedRuns<T, 1, warps>;
  /// Two warp-wide instructions add up the results of many warps; the loop would need a register for each
  /// warp.
  template <class Op>
  static constexpr bool reduces_results =
      is_integer_sum<T, Op> && warp::detail::has_instruction<T, Op> && warps > 4 && threads % 32 == 0;

public:
  struct Shared {
    typename WarpResults::Storage warp_results;
  };

  /// `items`: how many values each of the caller's threads holds.
  template <std::size_t items, class Op>
  KCC_CONVERGENT static Scanned<T> scan(Shared &shared, T value, Op op) noexcept {
    const std::uint32_t rank = shape.rank();
    const T own = scan_warp<(threads < 32 ? threads : 32)>(value, op);
    T before = before_lane<Op>(own, value);
    if constexpr (warps == 1) {
      return {before, warp::shuffle(own, threads - 1)};
    } else {
      const std::uint32_t warp = rank / 32;
      if (rank % 32 == 31 || (threads % 32 != 0 && rank == threads - 1))
        shared.warp_results[warp] = own;
      sync_threads();
      if constexpr (reduces_results<Op>) {
        const std::uint32_t lane = rank % 32;
        const T result = lane < warps ? shared.warp_results[lane] : T{};
        before += warp::reduce(lane < warp ? result : T{}, op);
        return {before, warp::reduce(result, op)};
      }
      T results[warps];
      WarpResults::load(shared.warp_results, 0, results);
      T prefix = is_integer_sum<T, Op> ? T{} : results[0];
      T aggregate = results[0];
      KCC_UNROLL
      for (std::uint32_t w = 1; w < warps; ++w) {
        prefix = w == warp ? aggregate : prefix;
        aggregate = op(aggregate, results[w]);
      }
      if constexpr (is_integer_sum<T, Op>)
        before = op(prefix, before);
      else if (warp != 0)
        before = rank % 32 == 0 ? prefix : op(prefix, before);
      return {before, aggregate};
    }
  }
};

/// Every thread stores its value to shared memory and the first warp scans them all, each lane a run of them.
/// Takes two barriers but far fewer instructions, as only one warp shuffles. With several blocks on a
/// multiprocessor, others work while one waits.
template <class T, BlockShape shape> class ScanByFirstWarp {
  static constexpr std::uint32_t threads = shape.threads();
  static constexpr std::uint32_t run = threads / 32;
  using Runs = SharedRuns<T, 32, run>;
  /// A long run is loaded a second time. If it stayed in registers, every thread of the block would be given
  /// as many, and fewer blocks would fit on a multiprocessor.
  static constexpr bool loads_twice = run * sizeof(T) > 32;
  /// Loading the run in four parts, for its sum too, saves enough registers for one more block on the
  /// multiprocessor if each thread has 17 to 32 bytes of items. With fewer there is room anyway; with more
  /// there is none, and the additional instructions only cost time.
  static constexpr bool is_tight(std::size_t items) {
    return loads_twice && run % (4 * Runs::chunk) == 0 && items * sizeof(T) > 16 && items * sizeof(T) <= 32;
  }
  /// How many items of a run are loaded at once: equal parts of whole chunks, two of them where possible.
  static constexpr std::uint32_t part_of_run(bool tight) {
    if (tight)
      return run / 4;
    std::uint32_t parts = loads_twice && run % 2 == 0 ? 2 : 1;
    while (run % (parts * Runs::chunk) != 0)
      ++parts;
    return run / parts;
  }

public:
  struct Shared {
    typename Runs::Storage values;
    SharedArray<T, 32> lane_results;
  };

  template <std::size_t items, class Op>
  KCC_CONVERGENT static Scanned<T> scan(Shared &shared, T value, Op op) noexcept {
    constexpr bool tight = is_tight(items);
    constexpr std::uint32_t part = part_of_run(tight);
    const std::uint32_t rank = shape.rank();
    const std::uint32_t place = Runs::place(rank);
    shared.values[place] = value;
    sync_threads();
    if (rank < 32) {
      const std::uint32_t lane = tight ? computed_here(rank) : rank;
      T values[tight ? part : run];
      const T sum = sum_of_run<0>(shared, lane, values, op);
      const T own = scan_warp(sum, op);
      shared.lane_results[rank] = own; // in all lanes: cheaper than a branch
      const T before = before_lane<Op>(own, sum);
      if constexpr (loads_twice) {
        forget_memory();
        continue_in_parts<0, part>(shared, tight ? computed_here(rank) : rank, before, op);
      } else {
        continue_from<0>(shared, rank, before, values, op);
      }
    }
    sync_threads();
    return {shared.values[place], shared.lane_results[31]};
  }

private:
  /// Combines the lane's run, with one part of it in registers at a time; the last part stays in \p values.
  template <std::uint32_t first, std::size_t part, class Op>
  static T sum_of_run(Shared &shared, std::uint32_t lane, T (&values)[part], Op op) noexcept {
    Runs::template load<first>(shared.values, lane, values);
    const T sum = reduce_tree<0, part>(values, op);
    if constexpr (first + part < run) {
      forget_memory();
      return op(sum, sum_of_run<first + part>(shared, lane, values, op));
    } else {
      return sum;
    }
  }
  /// Scans \p n items of the lane's run from number \p first on and stores them. \p before combines
  /// everything before them, except in the first lane. Returns the same for the items that follow.
  template <std::uint32_t first, std::size_t n, class Op>
  static T continue_from(Shared &shared, std::uint32_t lane, T before, T (&values)[n], Op op) noexcept {
    KCC_UNROLL
    for (std::uint32_t k = 0; k < n; ++k) {
      const T here = values[k];
      values[k] = before;
      before = !is_integer_sum<T, Op> && lane == 0 && first + k == 0 ? here : op(before, here);
    }
    Runs::template store<first>(shared.values, lane, values);
    return before;
  }
  /// Does this for all items from number \p first on, loading them part by part.
  template <std::uint32_t first, std::uint32_t part, class Op>
  static void continue_in_parts(Shared &shared, std::uint32_t lane, T before, Op op) noexcept {
    if constexpr (first < run) {
      T values[part];
      Runs::template load<first>(shared.values, lane, values);
      continue_in_parts<first + part, part>(shared, lane,
                                            continue_from<first>(shared, lane, before, values, op), op);
    }
  }
  /// Hides from the compiler where the number comes from, so that what depends on it, such as addresses of
  /// the run, is recomputed here instead of occupying registers elsewhere.
  static std::uint32_t computed_here(std::uint32_t number) noexcept {
#if __KCC_ARCH__ > 0
    asm volatile("" : "+r"(number));
#endif
    return number;
  }
  /// Makes the compiler reload from memory.
  static void forget_memory() noexcept {
#if __KCC_ARCH__ > 0
    asm volatile("" ::: "memory");
#endif
  }
};

template <class T, BlockShape shape, bool by_first_warp> struct ChooseScan {
  using type = ScanByWarps<T, shape>;
};
template <class T, BlockShape shape> struct ChooseScan<T, shape, true> {
  using type = ScanByFirstWarp<T, shape>;
};

} // namespace detail

/// Scans one or more values of each thread of a block, ordered by thread and then by item. `op` must be
/// associative but need not be commutative. The order of operations depends only on the template arguments,
/// so floating-point results are the same on every target. A block may have any number of threads from 1 to
/// 1024.
///
///   using Scan = kcc::BlockScan<std::uint32_t, 256>;
///   [[kcc::shared]] Scan::Shared shared;
///   std::uint32_t total = Scan(shared).exclusive_sum(items);
///
/// All threads of the block call it together. Before anything uses Shared again, even another call, they must
/// pass a sync_threads().
template <class T, BlockShape shape> class BlockScan {
  static constexpr std::uint32_t threads = shape.threads();
  static_assert(threads >= 1 && threads <= 1024, "kcc: a block has 1 to 1024 threads");
  using Scan =
      typename detail::ChooseScan<T, shape, (threads >= 64 && threads % 32 == 0 && sizeof(T) <= 16)>::type;

public:
  /// The shared memory that a block needs: T for each thread, or for each warp of a small block.
  struct Shared {
    typename Scan::Shared scan;
    detail::SharedArray<T, 1> prefix;
  };

  explicit BlockScan(Shared &shared) noexcept : shared(shared) {}

  /// Replaces each item by the combination of all items up to and with it. Returns all items combined.
  template <std::size_t n, class Op> KCC_CONVERGENT T inclusive_scan(T (&items)[n], Op op) noexcept {
    const detail::Scanned<T> scanned =
        Scan::template scan<n>(shared.scan, detail::reduce_tree<0, n>(items, op), op);
    T running = items[0];
    if (shape.rank() != 0)
      running = op(scanned.before, running);
    items[0] = running;
    KCC_UNROLL
    for (std::size_t k = 1; k < n; ++k)
      items[k] = running = op(running, items[k]);
    return scanned.aggregate;
  }

  /// Replaces each item by \p init combined with all items before it. Returns all items combined, without \p
  /// init.
  template <std::size_t n, class Op> KCC_CONVERGENT T exclusive_scan(T (&items)[n], T init, Op op) noexcept {
    const detail::Scanned<T> scanned =
        Scan::template scan<n>(shared.scan, detail::reduce_tree<0, n>(items, op), op);
    if constexpr (detail::is_integer_sum<T, Op>)
      continue_from(op(init, scanned.before), items, op);
    else
      continue_from(shape.rank() == 0 ? init : op(init, scanned.before), items, op);
    return scanned.aggregate;
  }

  /// inclusive_scan() with \p prefix(aggregate) in front of all items, for a tile that continues the previous
  /// one. The threads of the first warp call \p prefix with all items combined; the value returned in the
  /// thread of rank 0 is used.
  template <std::size_t n, class Op, class Prefix>
  KCC_CONVERGENT T inclusive_scan_after(T (&items)[n], Op op, Prefix &&prefix) noexcept {
    const detail::Scanned<T> scanned =
        Scan::template scan<n>(shared.scan, detail::reduce_tree<0, n>(items, op), op);
    T running = start(scanned, op, prefix);
    KCC_UNROLL
    for (std::size_t k = 0; k < n; ++k)
      items[k] = running = op(running, items[k]);
    return scanned.aggregate;
  }

  /// exclusive_scan() with \p prefix(aggregate) as the initial value; see inclusive_scan_after().
  template <std::size_t n, class Op, class Prefix>
  KCC_CONVERGENT T exclusive_scan_after(T (&items)[n], Op op, Prefix &&prefix) noexcept {
    const detail::Scanned<T> scanned =
        Scan::template scan<n>(shared.scan, detail::reduce_tree<0, n>(items, op), op);
    continue_from(start(scanned, op, prefix), items, op);
    return scanned.aggregate;
  }

  /// The combination of the values of all threads up to and with the calling one.
  template <class Op> KCC_CONVERGENT T inclusive_scan(T value, Op op) noexcept {
    T items[1] = {value};
    inclusive_scan(items, op);
    return items[0];
  }
  /// \p init combined with the values of all threads before the calling one.
  template <class Op> KCC_CONVERGENT T exclusive_scan(T value, T init, Op op) noexcept {
    T items[1] = {value};
    exclusive_scan(items, init, op);
    return items[0];
  }

  /// inclusive_scan() of sums.
  KCC_CONVERGENT T inclusive_sum(T value) noexcept { return inclusive_scan(value, std::plus<>{}); }
  /// inclusive_scan() of sums.
  template <std::size_t n> KCC_CONVERGENT T inclusive_sum(T (&items)[n]) noexcept {
    return inclusive_scan(items, std::plus<>{});
  }
  /// exclusive_scan() of sums, which starts with T{}.
  KCC_CONVERGENT T exclusive_sum(T value) noexcept { return exclusive_scan(value, T{}, std::plus<>{}); }
  /// exclusive_scan() of sums, which starts with T{}.
  template <std::size_t n> KCC_CONVERGENT T exclusive_sum(T (&items)[n]) noexcept {
    return exclusive_scan(items, T{}, std::plus<>{});
  }

private:
  template <std::size_t n, class Op> static void continue_from(T running, T (&items)[n], Op op) noexcept {
    KCC_UNROLL
    for (std::size_t k = 0; k < n; ++k) {
      const T here = items[k];
      items[k] = running;
      if (k + 1 < n)
        running = op(running, here);
    }
  }
  /// Everything before the calling thread's first item, combined.
  template <class Op, class Prefix>
  KCC_CONVERGENT T start(const detail::Scanned<T> &scanned, Op op, Prefix &prefix) noexcept {
    const std::uint32_t rank = shape.rank();
    if (rank < 32) {
      const T given = prefix(scanned.aggregate);
      if (rank == 0)
        shared.prefix[0] = given;
    }
    sync_threads();
    const T given = shared.prefix[0];
    return rank == 0 ? given : op(given, scanned.before);
  }

  Shared &shared;
};

} // namespace kcc

#endif
