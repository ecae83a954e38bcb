// What the kernels of warps.cpp share with the host.
#ifndef KCC_TESTS_RUN_KERNELS_WARPS_H
#define KCC_TESTS_RUN_KERNELS_WARPS_H

#include <cstddef>
#include <cstdint>

namespace warps {

/// A value of any size.
template <std::size_t Size> struct Bytes {
  std::uint8_t byte[Size];
};

/// x -> factor * x + summand; composition is associative and depends on the order.
struct Affine {
  std::uint32_t factor, summand;
  friend constexpr bool operator==(const Affine &, const Affine &) = default;
};
struct Compose {
  constexpr Affine operator()(const Affine &first, const Affine &second) const {
    return {first.factor * second.factor, first.summand * second.factor + second.summand};
  }
};

/// The mask of operations that some lanes of a warp call: those that are there, or all, although the others
/// have returned. Only the latter can be run in the lanes of vectors.
enum class Named { own, all };

/// Rows of results, each with one element per thread.
enum ShuffleRow : std::uint32_t { by_lane, up, down, flipped, from_one, shuffle_rows };
enum VoteRow : std::uint32_t {
  any_holds,
  all_hold,
  same,
  ballots,
  elected,
  below,
  up_to,
  own,
  from,
  above,
  vote_rows
};
enum ReduceRow : std::uint32_t {
  sum,
  least,
  greatest,
  inclusive,
  exclusive,
  bits_and,
  bits_or,
  bits_xor,
  reduce_rows
};
enum DivergenceRow : std::uint32_t {
  in_branch,
  in_loop,
  after_returns,
  both_masks,
  active_in_branch,
  active_in_function,
  divergence_rows
};
enum PlaceRow : std::uint32_t {
  rank,
  lane,
  warp,
  size,
  warp_count,
  block,
  block_count,
  in_grid,
  grid_threads,
  x,
  y,
  z,
  size_x,
  size_y,
  size_z,
  same_in_fewer_dimensions,
  cluster,
  cluster_blocks,
  place_rows
};

} // namespace warps

#endif
