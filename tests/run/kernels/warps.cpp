// Every function of <kcc/warp.h>, and thread positions: records what each thread gets, for the host to check.
#include "warps.h"

#include <kcc/device.h>
#include <kcc/warp.h>

using namespace warps;

namespace {

/// out[row][thread of the grid].
template <class T> class Rows {
public:
  explicit Rows(std::span<T> out) : out(out) {}
  void set(std::uint32_t row, const T &value) { out[row * kcc::grid_size() + kcc::grid_rank()] = value; }

private:
  std::span<T> out;
};

bool is_in(std::uint32_t mask) {
  return (mask >> kcc::lane_id() & 1) != 0;
}

/// What operations are called with by the lanes of the mask, if the others have returned.
template <Named How> constexpr std::uint32_t named(std::uint32_t mask) {
  return How == Named::own ? mask : kcc::warp::all_lanes;
}

} // namespace

template <class T, Named How>
[[kcc::kernel]] void shuffles(std::span<T> out, std::span<std::uint8_t> in_range, std::span<const T> in,
                              std::uint32_t argument, std::uint32_t width, std::uint32_t mask) {
  if (!is_in(mask))
    return;
  mask = named<How>(mask);
  Rows<T> rows(out);
  Rows<std::uint8_t> flags(in_range);
  const T value = in[kcc::grid_rank()];
  rows.set(by_lane, kcc::warp::shuffle(value, argument, width, mask));
  rows.set(up, kcc::warp::shuffle_up(value, argument, width, mask));
  rows.set(down, kcc::warp::shuffle_down(value, argument, width, mask));
  rows.set(flipped, kcc::warp::shuffle_xor(value, argument, width, mask));
  rows.set(from_one, kcc::warp::broadcast(value, argument, mask));
  flags.set(up, kcc::warp::try_shuffle_up(value, argument, width, mask).in_range);
  flags.set(down, kcc::warp::try_shuffle_down(value, argument, width, mask).in_range);
  flags.set(flipped, kcc::warp::try_shuffle_xor(value, argument, width, mask).in_range);
}

template <class T, Named How>
[[kcc::kernel]] void matches(std::span<std::uint32_t> any, std::span<std::uint32_t> all,
                             std::span<const T> in, std::uint32_t mask) {
  if (!is_in(mask))
    return;
  mask = named<How>(mask);
  const T value = in[kcc::grid_rank()];
  Rows<std::uint32_t>(any).set(0, kcc::warp::match_any(value, mask));
  Rows<std::uint32_t>(all).set(0, kcc::warp::match_all(value, mask));
}

template <class T, Named How>
[[kcc::kernel]] void reductions(std::span<T> out, std::span<const T> in, std::uint32_t mask) {
  if (!is_in(mask))
    return;
  mask = named<How>(mask);
  Rows<T> rows(out);
  const T value = in[kcc::grid_rank()];
  if constexpr (std::is_same_v<T, Affine>) {
    rows.set(sum, kcc::warp::reduce(value, Compose{}, mask));
    rows.set(inclusive, kcc::warp::inclusive_scan(value, Compose{}, mask));
    rows.set(exclusive, kcc::warp::exclusive_scan(value, Affine{3, 7}, Compose{}, mask));
  } else {
    rows.set(sum, kcc::warp::reduce(value, std::plus<>{}, mask));
    rows.set(least, kcc::warp::reduce(value, kcc::minimum{}, mask));
    rows.set(greatest, kcc::warp::reduce(value, kcc::maximum{}, mask));
    rows.set(inclusive, kcc::warp::inclusive_scan(value, std::plus<T>{}, mask));
    rows.set(exclusive, kcc::warp::exclusive_scan(value, T{5}, std::plus<>{}, mask));
  }
  if constexpr (std::is_integral_v<T>) {
    rows.set(bits_and, kcc::warp::reduce(value, std::bit_and<>{}, mask));
    rows.set(bits_or, kcc::warp::reduce(value, std::bit_or<>{}, mask));
    rows.set(bits_xor, kcc::warp::reduce(value, std::bit_xor<T>{}, mask));
  }
}

#define KCC_FOR_BITS_NAMED(T, How)                                                                           \
  template void shuffles<T, How>(std::span<T>, std::span<std::uint8_t>, std::span<const T>, std::uint32_t,   \
                                 std::uint32_t, std::uint32_t);                                              \
  template void matches<T, How>(std::span<std::uint32_t>, std::span<std::uint32_t>, std::span<const T>,      \
                                std::uint32_t);
#define KCC_FOR_BITS(T) KCC_FOR_BITS_NAMED(T, Named::own) KCC_FOR_BITS_NAMED(T, Named::all)
#define KCC_FOR_NUMBERS(T)                                                                                   \
  template void reductions<T, Named::own>(std::span<T>, std::span<const T>, std::uint32_t);                  \
  template void reductions<T, Named::all>(std::span<T>, std::span<const T>, std::uint32_t);
KCC_FOR_BITS(std::uint8_t)
KCC_FOR_BITS(std::int16_t)
KCC_FOR_BITS(Bytes<3>)
KCC_FOR_BITS(float)
KCC_FOR_BITS(double)
KCC_FOR_BITS(Bytes<8>)
KCC_FOR_BITS(Bytes<12>)
KCC_FOR_BITS(Bytes<16>)
KCC_FOR_BITS(Bytes<24>)
KCC_FOR_NUMBERS(std::int8_t)
KCC_FOR_NUMBERS(std::uint16_t)
KCC_FOR_NUMBERS(std::int32_t)
KCC_FOR_NUMBERS(std::uint32_t)
KCC_FOR_NUMBERS(std::int64_t)
KCC_FOR_NUMBERS(std::uint64_t)
KCC_FOR_NUMBERS(float)
KCC_FOR_NUMBERS(double)
KCC_FOR_NUMBERS(Affine)

template <Named How>
[[kcc::kernel]] void votes(std::span<std::uint32_t> out, std::span<const std::uint8_t> predicates,
                           std::uint32_t mask) {
  if (!is_in(mask))
    return;
  mask = named<How>(mask);
  Rows<std::uint32_t> rows(out);
  const bool holds = predicates[kcc::grid_rank()] != 0;
  rows.set(any_holds, kcc::warp::any(holds, mask));
  rows.set(all_hold, kcc::warp::all(holds, mask));
  rows.set(same, kcc::warp::uniform(holds, mask));
  rows.set(ballots, kcc::warp::ballot(holds, mask));
  rows.set(elected, kcc::warp::elect(mask));
  rows.set(below, kcc::warp::lane_mask_lt());
  rows.set(up_to, kcc::warp::lane_mask_le());
  rows.set(own, kcc::warp::lane_mask_eq());
  rows.set(from, kcc::warp::lane_mask_ge());
  rows.set(above, kcc::warp::lane_mask_gt());
}

template void votes<Named::own>(std::span<std::uint32_t>, std::span<const std::uint8_t>, std::uint32_t);
template void votes<Named::all>(std::span<std::uint32_t>, std::span<const std::uint8_t>, std::uint32_t);

[[gnu::noinline]] static std::uint32_t active_in(std::uint32_t offset) {
  return kcc::warp::active_mask() + offset;
}

/// Blocks consist of whole warps.
[[kcc::kernel]] void divergence(std::span<std::uint32_t> out) {
  Rows<std::uint32_t> rows(out);
  const std::uint32_t lane = kcc::lane_id();
  const std::uint32_t odd_lanes = 0xaaaaaaaa;

  // The same call in two branches, and another one in only one branch.
  std::uint32_t value = lane * lane;
  if (lane % 2 == 1)
    value = kcc::warp::reduce(value, std::plus<>{}, odd_lanes);
  else
    value =
        kcc::warp::shuffle_xor(kcc::warp::reduce(value, std::plus<>{}, ~odd_lanes) + lane, 2, 32, ~odd_lanes);
  rows.set(in_branch, value);

  // Lanes leave a loop one by one; the remaining ones know each other.
  std::uint32_t sum = 0, left = 0xffffffff;
  for (std::uint32_t round = 0; round <= lane; ++round) {
    sum += kcc::warp::shuffle(lane + round, 31, 32, left);
    left &= left - 1;
  }
  rows.set(in_loop, sum);

  // The halves of a warp execute different operations at the same time.
  const std::uint32_t half = lane < 16 ? 0x0000ffff : 0xffff0000;
  rows.set(both_masks, lane < 16 ? kcc::warp::ballot(lane % 3 == 0, half)
                                 : kcc::warp::reduce(lane, kcc::maximum{}, half));

  if (lane % 4 == 1)
    rows.set(active_in_branch, kcc::warp::active_mask());
  kcc::sync_warp();
  if (lane < 7)
    rows.set(active_in_function, active_in(1));
  else
    rows.set(active_in_function, active_in(2));
  kcc::sync_warp();

  // Lanes that have returned are not waited for, whatever the mask.
  if (lane >= 23)
    return;
  rows.set(after_returns, kcc::warp::reduce(lane + 1) + (kcc::warp::ballot(lane > 2) << 8));
}

/// Each lane passes a value to the next one through memory, many times.
[[kcc::kernel]] void hand_on(std::span<std::uint32_t> out, std::uint32_t rounds) {
  [[kcc::shared]] static std::uint32_t slots[1024];
  const std::uint32_t first = kcc::warp_id() * 32, lane = kcc::lane_id();
  std::uint32_t value = lane;
  for (std::uint32_t round = 0; round < rounds; ++round) {
    slots[first + (lane + 1) % 32] = value;
    kcc::sync_warp();
    value = slots[first + lane];
    kcc::sync_warp();
  }
  out[kcc::grid_rank()] = value;
}

[[kcc::kernel, kcc::targets("ptx", "cpu")]] void places(std::span<std::uint64_t> out) {
  Rows<std::uint64_t> rows(out);
  rows.set(rank, kcc::thread_rank());
  rows.set(lane, kcc::lane_id());
  rows.set(warp, kcc::warp_id());
  rows.set(size, kcc::block_size());
  rows.set(warp_count, kcc::warps_per_block());
  rows.set(block, kcc::block_rank());
  rows.set(block_count, kcc::grid_blocks());
  rows.set(in_grid, kcc::grid_rank());
  rows.set(grid_threads, kcc::grid_size());
  const kcc::GlobalIndex3 at = kcc::global_index_3d(), extent = kcc::global_size_3d();
  rows.set(x, at.x);
  rows.set(y, at.y);
  rows.set(z, at.z);
  rows.set(size_x, extent.x);
  rows.set(size_y, extent.y);
  rows.set(size_z, extent.z);
  const kcc::Index2 in_plane = kcc::global_index_2d(), plane = kcc::global_size_2d();
  rows.set(same_in_fewer_dimensions, in_plane == kcc::Index2{at.x, at.y} &&
                                         plane == kcc::Index2{extent.x, extent.y} &&
                                         kcc::global_index() == at.x && kcc::global_size() == extent.x);
  // Launched without clusters: each block is a cluster.
  if constexpr (kcc::arch == 0 || kcc::arch >= 90) {
    const bool alone = kcc::cluster_dim() == kcc::Index3{1, 1, 1} &&
                       kcc::block_idx_in_cluster() == kcc::Index3{} && kcc::block_rank_in_cluster() == 0 &&
                       kcc::cluster_idx() == kcc::block_idx() && kcc::cluster_grid_dim() == kcc::grid_dim();
    rows.set(cluster, alone ? kcc::cluster_rank() : ~std::uint64_t{0});
    rows.set(cluster_blocks, kcc::cluster_size());
  } else {
    rows.set(cluster, kcc::block_rank());
    rows.set(cluster_blocks, 1);
  }
}

[[kcc::kernel]] void visit_places(std::span<std::uint32_t> visits, std::uint32_t width, std::uint32_t height,
                                  std::uint32_t depth) {
  for (auto [x, y, z] : kcc::grid_stride(width, height, depth))
    ++visits[(z * height + y) * width + x];
}
