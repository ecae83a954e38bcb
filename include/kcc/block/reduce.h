// Reduction over a block of threads.
#ifndef KCC_BLOCK_REDUCE_H
#define KCC_BLOCK_REDUCE_H

#include <cstddef>
#include <cstdint>

#include "../device/sync.h"
#include "shape.h"
#include "shared_items.h"
#include "warp_steps.h"

namespace kcc {

/// Combines one or more values of each thread of a block. `op` must be associative but need not be
/// commutative: values are combined in the order of threads, then items. The order of operations depends only
/// on the template arguments and the valid count, so floating-point results are the same on every target.
///
///   using Reduce = kcc::BlockReduce<float, 256>;
///   [[kcc::shared]] Reduce::Shared shared;
///   float sum = Reduce(shared).sum(value);
///
/// All threads of the block call it together. Before anything uses Shared again, even another call, they must
/// pass a sync_threads().
template <class T, BlockShape shape> class BlockReduce {
  static constexpr std::uint32_t threads = shape.threads();
  static_assert(threads >= 1 && threads <= 1024, "kcc: a block has 1 to 1024 threads");
  static constexpr std::uint32_t warps = shape.warps();
  using WarpResults = detail::SharedRuns<T, 1, warps>;

public:
  /// The shared memory that a block needs: T for each warp.
  struct Shared {
    typename WarpResults::Storage warp_results;
  };

  explicit BlockReduce(Shared &shared) noexcept : shared(shared) {}

  /// Combines the block's values; every thread gets the result.
  template <class Op> KCC_CONVERGENT T reduce(T value, Op op) noexcept {
    value = reduce_own_warp(value, op);
    if constexpr (warps == 1) {
      return warp::broadcast(value);
    } else {
      give(value);
      return combine_warps(op);
    }
  }

  /// The same, but only the thread of rank 0 gets the result; faster. Other threads get a meaningless value.
  template <class Op> KCC_CONVERGENT T reduce_to_first(T value, Op op) noexcept {
    value = reduce_own_warp(value, op);
    if constexpr (warps > 1) {
      give(value);
      if (shape.rank() == 0)
        value = combine_warps(op);
    }
    return value;
  }

  /// Combines the values of the threads of rank 0 to \p valid - 1; the thread of rank 0 gets the result,
  /// others a meaningless value. \p valid is the same in all threads, and not 0.
  template <class Op> KCC_CONVERGENT T reduce_to_first(T value, Op op, std::uint32_t valid) noexcept {
    if (valid >= threads)
      return reduce_to_first(value, op);
    const std::uint32_t rank = shape.rank();
    const std::uint32_t warp_begin = rank / 32 * 32;
    value = detail::reduce_valid_lanes(value, op, rank % 32, valid > warp_begin ? valid - warp_begin : 0);
    if constexpr (warps > 1) {
      give(value);
      if (rank == 0) {
        T results[warps];
        WarpResults::load(shared.warp_results, 0, results);
        value = results[0];
        KCC_UNROLL
        for (std::uint32_t warp = 1; warp < warps; ++warp)
          if (warp * 32 < valid)
            value = op(value, results[warp]);
      }
    }
    return value;
  }

  /// Combines all items of the block; every thread gets the result.
  template <std::size_t n, class Op> KCC_CONVERGENT T reduce(const T (&items)[n], Op op) noexcept {
    return reduce(detail::reduce_tree<0, n>(items, op), op);
  }
  /// The same, but only the thread of rank 0 gets the result; faster. Other threads get a meaningless value.
  template <std::size_t n, class Op> KCC_CONVERGENT T reduce_to_first(const T (&items)[n], Op op) noexcept {
    return reduce_to_first(detail::reduce_tree<0, n>(items, op), op);
  }

  /// The sum of the values, in every thread.
  KCC_CONVERGENT T sum(T value) noexcept { return reduce(value, std::plus<>{}); }
  /// The sum of all items, in every thread.
  template <std::size_t n> KCC_CONVERGENT T sum(const T (&items)[n]) noexcept {
    return reduce(items, std::plus<>{});
  }
  /// The sum of the values, in the thread of rank 0; faster. Other threads get a meaningless value.
  KCC_CONVERGENT T sum_to_first(T value) noexcept { return reduce_to_first(value, std::plus<>{}); }
  /// The sum of all items, in the thread of rank 0; faster. Other threads get a meaningless value.
  template <std::size_t n> KCC_CONVERGENT T sum_to_first(const T (&items)[n]) noexcept {
    return reduce_to_first(items, std::plus<>{});
  }

private:
  template <class Op> KCC_CONVERGENT static T reduce_own_warp(T value, Op op) noexcept {
    if constexpr (threads % 32 == 0)
      return detail::reduce_warp(value, op);
    const std::uint32_t rank = shape.rank();
    return detail::reduce_valid_lanes(value, op, rank % 32, threads - rank / 32 * 32);
  }
  KCC_CONVERGENT void give(T value) noexcept {
    const std::uint32_t rank = shape.rank();
    if (rank % 32 == 0)
      shared.warp_results[rank / 32] = value;
    sync_threads();
  }
  template <class Op> T combine_warps(Op op) noexcept {
    T results[warps];
    WarpResults::load(shared.warp_results, 0, results);
    return detail::reduce_tree<0, warps>(results, op);
  }

  Shared &shared;
};

} // namespace kcc

#endif
