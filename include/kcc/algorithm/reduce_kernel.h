// The kernel of kcc::reduce, for kernel files that instantiate it for their own types and operations:
//
//   #include <kcc/algorithm/reduce_kernel.h>
//   template void kcc::kernels::reduce<Vector, Add>(std::span<Vector>, std::span<const Vector>, Vector, Add);
#ifndef KCC_ALGORITHM_REDUCE_KERNEL_H
#define KCC_ALGORITHM_REDUCE_KERNEL_H

#include <cstddef>
#include <cstdint>
#include <span>

#include "../block/reduce.h"
#include "../block/vector_run.h"
#include "../device.h"
#include "reduce_plan.h"

namespace kcc {

namespace detail {

/// One thread's values of a tile, combined as a tree. Being a separate instantiation for each alignment keeps
/// the loads of a tile free of branches between them.
template <bool aligned, class T, class Op>
inline T reduce_tile(const T *tile, std::uint32_t thread, Op &op) noexcept {
  using Plan = ReducePlan<T>;
  using Run = VectorRun<T, Plan::run>;
  T items[Plan::loads * Plan::run];
  KCC_UNROLL
  for (std::uint32_t l = 0; l < Plan::loads; ++l) {
    const T *const from = tile + (l * Plan::threads + thread) * Plan::run;
    T run[Plan::run];
    if constexpr (aligned) {
      Run::load(from, run);
    } else {
      KCC_UNROLL
      for (std::uint32_t k = 0; k < Plan::run; ++k)
        run[k] = from[k];
    }
    KCC_UNROLL
    for (std::uint32_t k = 0; k < Plan::run; ++k)
      items[l * Plan::run + k] = run[k];
  }
  return reduce_tree<0, Plan::loads * Plan::run>(items, op);
}

/// Combines the tiles `first`, `first + stride`, … below `end`, at least one.
template <bool aligned, class T, class Op>
inline T reduce_tiles(const T *values, std::size_t first, std::size_t end, std::size_t stride,
                      std::uint32_t thread, Op &op) noexcept {
  constexpr std::size_t tile = ReducePlan<T>::tile;
  T result = reduce_tile<aligned>(values + first * tile, thread, op);
  KCC_NO_UNROLL
  for (std::size_t t = first + stride; t < end; t += stride)
    result = op(result, reduce_tile<aligned>(values + t * tile, thread, op));
  return result;
}

} // namespace detail

namespace kernels {

/// Combines \p values with \p op, an associative and commutative operation. It is launched with
/// ReducePlan<T>::blocks(values.size()) blocks, and each block writes the result of its part to \p results; a
/// single block combines its result with \p init. The blocks take tiles in turn. A thread combines its values
/// of a tile as a tree and its tiles in sequence; BlockReduce then combines the threads.
template <class T, class Op>
[[kcc::kernel, kcc::launch_bounds(detail::ReducePlan<T>::threads)]] void
reduce(std::span<T> results, std::span<const T> values, T init, Op op) {
  using Plan = detail::ReducePlan<T>;
  using Reduce = BlockReduce<T, Plan::threads>;
  [[kcc::shared]] typename Reduce::Shared shared;

  const std::uint32_t thread = thread_idx().x;
  const std::size_t block = block_idx().x;
  const std::size_t blocks = grid_dim().x;
  const std::size_t tiles = values.size() / Plan::tile;
  T result = init;
  if (block < tiles)
    result = detail::VectorRun<T, Plan::run>::fits(values.data())
                 ? detail::reduce_tiles<true>(values.data(), block, tiles, blocks, thread, op)
                 : detail::reduce_tiles<false>(values.data(), block, tiles, blocks, thread, op);
  // The rest belongs to the block whose turn it is. If there is no whole tile, some threads have no value.
  bool empty = block >= tiles;
  if (block == tiles % blocks)
    for (std::size_t i = tiles * Plan::tile + thread; i < values.size(); i += Plan::threads) {
      result = empty ? values[i] : op(result, values[i]);
      empty = false;
    }

  const bool all_valid = tiles != 0 || values.size() >= Plan::threads;
  const std::uint32_t valid = all_valid ? Plan::threads : static_cast<std::uint32_t>(values.size());
  if (valid != 0)
    result = Reduce(shared).reduce_to_first(result, op, valid);
  if (thread == 0)
    results[block] = blocks > 1 || valid == 0 ? result : op(init, result);
}

} // namespace kernels
} // namespace kcc

#endif
