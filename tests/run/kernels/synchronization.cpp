// Kernels whose threads wait for each other; tests/run/synchronization_test.cpp knows the results.
#include "synchronization.h"
#include <kcc/async_copy.h>
#include <kcc/atomic.h>
#include <kcc/barrier.h>
#include <kcc/device.h>

using namespace synchronization;

namespace {

std::uint32_t rank_in_block() {
  const kcc::Index3 at = kcc::thread_idx(), size = kcc::block_dim();
  return (at.z * size.y + at.y) * size.x + at.x;
}

std::uint32_t block_threads() {
  const kcc::Index3 size = kcc::block_dim();
  return size.x * size.y * size.z;
}

std::uint32_t rank_of_block() {
  const kcc::Index3 at = kcc::block_idx(), size = kcc::grid_dim();
  return (at.z * size.y + at.y) * size.x + at.x;
}

} // namespace

/// In each round, each thread writes the results of the three voting barriers; threads from `leaving` on have
/// returned by then.
[[kcc::kernel]] void votes(std::span<Votes> seen, std::uint32_t threshold, std::uint32_t leaving,
                           std::uint32_t rounds) {
  const std::uint32_t rank = rank_in_block();
  if (rank >= leaving)
    return;
  Votes sum{0, 0, 0};
  for (std::uint32_t round = 0; round < rounds; ++round) {
    const bool mine = rank < threshold + round;
    sum.count += kcc::sync_threads_count(mine);
    sum.all += kcc::sync_threads_and(mine);
    sum.any += kcc::sync_threads_or(mine);
  }
  seen[rank_of_block() * block_threads() + rank] = sum;
}

/// Threads whose bit of `leaving` is set write and return, others of the same warp go on. What the leaving
/// ones write is the same for all threads of the block, as is much of what the others compute in the
/// meantime.
[[gnu::noinline]] static std::uint32_t sum_of_block(std::uint32_t rank, std::uint32_t value) {
  [[kcc::shared]] static std::uint32_t sum;
  kcc::sync_threads();
  kcc::atomic_ref(sum).store(0, std::memory_order_relaxed); // by whichever threads are left
  kcc::sync_threads();
  kcc::atomic_ref(sum).fetch_add(value + rank);
  kcc::sync_threads();
  return sum;
}
[[kcc::kernel]] void early_returns(std::span<std::uint32_t> out, std::span<const std::uint32_t> in,
                                   std::uint32_t leaving, std::uint32_t rounds) {
  const std::uint32_t rank = rank_in_block();
  const std::uint32_t same = in[0], other = in[1] * 3;
  kcc::sync_threads();
  const std::uint32_t count = kcc::sync_threads_count(rank < in[2]);
  if ((leaving >> (rank & 31) & 1) != 0) {
    out[rank] = (same & 0xffff) + other * count;
    return;
  }
  std::uint32_t total = sum_of_block(rank, same ^ other);
  for (std::uint32_t round = 0; round < rounds; ++round) {
    total = total * 5 + kcc::sync_threads_count((total & 3) != 0) + in[round & 3];
    if (kcc::sync_threads_or(rank == round))
      total += sum_of_block(rank, round * other);
  }
  out[rank] = total + same;
}

/// The block's first half produces what the second half consumes: `rounds` buffers, handed over with two
/// named barriers, one for full and one for empty buffers.
[[kcc::kernel, kcc::targets("ptx", "cpu")]] void producer_consumer(std::span<const std::uint32_t> input,
                                                                   std::span<std::uint32_t> output,
                                                                   std::uint32_t rounds) {
  [[kcc::shared]] static std::uint32_t buffer[512];
  const std::uint32_t half = block_threads() / 2, rank = rank_in_block();
  const kcc::named_barrier full(1, 2 * half), empty(15, 2 * half);
  if (rank < half) {
    for (std::uint32_t round = 0; round < rounds; ++round) {
      if (round != 0)
        empty.sync();
      buffer[rank] = input[round * half + rank] + round;
      full.arrive();
    }
  } else {
    for (std::uint32_t round = 0; round < rounds; ++round) {
      full.sync();
      output[round * half + rank - half] = buffer[half - 1 - (rank - half)]; // another thread's
      if (round + 1 != rounds)
        empty.arrive();
    }
  }
}

/// Two groups of warps synchronize separately, a different number of times.
[[kcc::kernel, kcc::targets("ptx", "cpu")]] void separate_groups(std::span<std::uint32_t> output) {
  [[kcc::shared]] static std::uint32_t values[1024];
  const std::uint32_t rank = rank_in_block(), group = rank / 64;
  const kcc::named_barrier meeting(group + 1, 64);
  values[rank] = rank;
  for (std::uint32_t round = 0; round <= group * 3; ++round) {
    meeting.sync();
    const std::uint32_t next = values[group * 64 + (rank + 1) % 64];
    meeting.sync();
    values[rank] = next;
  }
  output[rank] = values[rank];
}

/// Sums all values several times over the whole grid: each round adds the previous sum modulo 1000.
[[kcc::kernel, kcc::targets("ptx", "cpu")]] void
grid_sum(std::span<std::uint32_t> values, std::span<std::uint64_t> partial, std::span<std::uint64_t> sums) {
  [[kcc::shared]] static std::uint64_t block_sum;
  const std::uint32_t block = rank_of_block();
  const std::uint32_t blocks = kcc::grid_dim().x * kcc::grid_dim().y * kcc::grid_dim().z;
  const std::size_t first = std::size_t{block} * block_threads() + rank_in_block();
  for (std::size_t round = 0; round < sums.size(); ++round) {
    if (rank_in_block() == 0)
      block_sum = 0;
    kcc::sync_threads();
    std::uint64_t mine = 0;
    for (std::size_t i = first; i < values.size(); i += std::size_t{blocks} * block_threads())
      mine += values[i];
    kcc::atomic_ref<std::uint64_t, kcc::scope::block>(block_sum).fetch_add(mine, std::memory_order_relaxed);
    kcc::sync_threads();
    if (rank_in_block() == 0)
      partial[block] = block_sum;
    kcc::sync_grid();
    if (block == round % blocks && rank_in_block() == 0) {
      sums[round] = 0;
      for (std::uint32_t i = 0; i < blocks; ++i)
        sums[round] += partial[i];
    }
    kcc::sync_grid();
    const auto more = static_cast<std::uint32_t>(sums[round] % 1000);
    for (std::size_t i = first; i < values.size(); i += std::size_t{blocks} * block_threads())
      values[i] += more;
  }
}

/// Every block reads the shared memory of the next one in its cluster, and counts how often it found what
/// that block had written.
[[kcc::kernel, kcc::targets("ptx", "cpu")]] void cluster_ring(std::span<std::uint32_t> found,
                                                              std::uint32_t cluster) {
  if constexpr (kcc::arch == 0 || kcc::arch >= 90) {
    [[kcc::shared]] static std::uint32_t values[64];
    const std::uint32_t rank = rank_in_block(), block = kcc::block_idx().x;
    const std::uint32_t mine = block % cluster, next = (mine + 1) % cluster;
    std::uint32_t count = 0;
    for (std::uint32_t round = 0; round < 20; ++round) {
      values[rank] = block * 1000 + rank + round;
      kcc::sync_cluster();
      const std::uint32_t theirs = *kcc::cluster_shared(&values[63 - rank], next);
      count += theirs == (block - mine + next) * 1000 + 63 - rank + round;
      kcc::sync_cluster();
    }
    found[block * 64 + rank] = count;
  }
}

/// Each block writes its position in a three-dimensional grid of clusters, and what block (its rank + 1) of
/// its cluster reports about itself.
[[kcc::kernel, kcc::targets("ptx", "cpu")]] void cluster_places(std::span<ClusterPlace> places) {
  if constexpr (kcc::arch == 0 || kcc::arch >= 90) {
    [[kcc::shared]] static std::uint32_t rank;
    rank = kcc::block_rank_in_cluster();
    kcc::sync_cluster();
    const std::uint32_t next = (rank + 1) % kcc::cluster_size();
    const kcc::Index3 at = kcc::block_idx_in_cluster(), cluster = kcc::cluster_idx(),
                      extent = kcc::cluster_dim(), clusters = kcc::cluster_grid_dim();
    places[rank_of_block()] = {{at.x, at.y, at.z},
                               {cluster.x, cluster.y, cluster.z},
                               {extent.x, extent.y, extent.z},
                               {clusters.x, clusters.y, clusters.z},
                               kcc::cluster_size(),
                               rank,
                               *kcc::cluster_shared(&rank, next)};
    kcc::sync_cluster();
  }
}

/// All blocks but the first return, and it waits for them for ever.
[[kcc::kernel, kcc::targets("ptx", "cpu")]] void grid_deadlock() {
  if (kcc::block_idx().x == 0)
    kcc::sync_grid();
}

[[kcc::kernel, kcc::targets("ptx", "cpu")]] void named_deadlock() {
  if (kcc::thread_idx().x < 32)
    kcc::named_barrier(3, 64).sync();
}

[[kcc::kernel, kcc::targets("ptx", "cpu")]] void barrier_deadlock(std::uint32_t expected) {
  [[kcc::shared]] static kcc::barrier meeting;
  if (kcc::thread_idx().x == 0)
    meeting.init(expected);
  kcc::sync_threads();
  meeting.arrive_and_wait();
}

/// More threads arrive than expected.
[[kcc::kernel, kcc::targets("ptx", "cpu")]] void too_many_arrive() {
  [[kcc::shared]] static kcc::barrier meeting;
  if (kcc::thread_idx().x == 0)
    meeting.init(10);
  kcc::sync_threads();
  (void)meeting.arrive(11);
}

[[kcc::kernel, kcc::targets("ptx", "cpu")]] void no_such_barrier(std::uint32_t id, std::uint32_t threads) {
  kcc::named_barrier(id, threads).sync();
}

/// The two warps expect different numbers of threads.
[[kcc::kernel, kcc::targets("ptx", "cpu")]] void warps_disagree() {
  kcc::named_barrier(4, kcc::thread_idx().x < 32 ? 64 : 96).sync();
}

[[kcc::kernel, kcc::targets("ptx", "cpu")]] void bulk_copy_from(std::span<const std::uint32_t> input,
                                                                std::uint32_t first) {
  [[kcc::shared]] alignas(16) static std::uint32_t buffer[4];
  [[kcc::shared]] static kcc::barrier done;
  done.init(1);
  kcc::bulk_copy(std::span(buffer), input.subspan(first, 4), done);
  done.arrive_and_wait();
}

/// A tree in shared memory, with a kcc::barrier at each step, `rounds` times.
[[kcc::kernel, kcc::targets("ptx", "cpu")]] void
barrier_tree(std::span<const std::uint32_t> values, std::span<std::uint32_t> sums, std::uint32_t rounds) {
  [[kcc::shared]] static kcc::barrier step;
  [[kcc::shared]] static std::uint32_t tree[1024];
  const std::uint32_t rank = rank_in_block(), threads = block_threads();
  if (rank == 0)
    step.init(threads);
  kcc::sync_threads();
  for (std::uint32_t round = 0; round < rounds; ++round) {
    tree[rank] = values[rank] + round;
    for (std::uint32_t active = threads; active > 1;) {
      step.arrive_and_wait();
      const std::uint32_t half = (active + 1) / 2;
      if (rank + half < active)
        tree[rank] += tree[rank + half];
      active = half;
    }
    if (rank == 0)
      sums[round] = tree[0];
    step.arrive_and_wait();
  }
}

/// Each warp writes a number, all warps poll for each other, and the last warp leaves the barrier after the
/// first round.
[[kcc::kernel, kcc::targets("ptx", "cpu")]] void barrier_warps(std::span<std::uint32_t> seen) {
  [[kcc::shared]] static kcc::barrier meeting;
  [[kcc::shared]] static std::uint32_t written[32];
  const std::uint32_t rank = rank_in_block(), warp = rank / 32, warps = block_threads() / 32;
  if (rank == 0)
    meeting.init(block_threads());
  kcc::sync_threads();
  if (warp == warps - 1) {
    if (rank % 32 == 0)
      written[warp] = 1;
    meeting.arrive_and_drop();
    return;
  }
  for (std::uint32_t round = 0; round < 10; ++round) {
    const std::uint32_t present = round == 0 ? warps : warps - 1;
    if (rank % 32 == 0)
      written[warp] = round + 1;
    const kcc::barrier::arrival_token token = meeting.arrive();
    while (!meeting.try_wait(token)) {
    }
    std::uint32_t sum = 0;
    for (std::uint32_t i = 0; i < present; ++i)
      sum += written[i];
    seen[round * block_threads() + rank] = sum;
    meeting.arrive_and_wait(); // no thread writes before all have read
  }
}

/// Thread 0 arrives `share` times, the other threads once each.
[[kcc::kernel, kcc::targets("ptx", "cpu")]] void barrier_shares(std::span<std::uint32_t> output,
                                                                std::uint32_t share) {
  [[kcc::shared]] static kcc::barrier meeting;
  [[kcc::shared]] static std::uint32_t value;
  const std::uint32_t rank = rank_in_block();
  if (rank == 0)
    meeting.init(share + block_threads() - 1);
  kcc::sync_threads();
  for (std::uint32_t round = 0; round < 5; ++round) {
    if (rank == 0)
      value = round * 7 + 1;
    auto token = rank == 0 ? meeting.arrive(share) : meeting.arrive();
    meeting.wait(token);
    output[round * block_threads() + rank] = value;
    kcc::sync_threads();
  }
}

/// A message through global memory from block to block, ordered only by fences.
[[kcc::kernel]] void fenced_messages(std::span<std::uint32_t> data, std::span<std::uint32_t> flags,
                                     std::span<std::uint32_t> received, int scope) {
  if (kcc::thread_idx().x != 0)
    return;
  auto fence = [&] {
    switch (scope) {
    case 0:
      return kcc::fence_device();
    case 1:
      return kcc::fence_system();
    default:
      return;
    }
  };
  const std::uint32_t pair = kcc::block_idx().x / 2;
  kcc::atomic_ref<std::uint32_t, kcc::scope::device> flag(flags[pair]);
  if (kcc::block_idx().x % 2 == 0) {
    data[pair] = pair + 100;
    fence();
    flag.store(1, std::memory_order_relaxed);
  } else {
    while (flag.load(std::memory_order_relaxed) == 0) {
    }
    fence();
    received[pair] = data[pair];
  }
}

/// The same from warp to warp of a block, and within a cluster.
[[kcc::kernel]] void fenced_within_a_block(std::span<std::uint32_t> received) {
  [[kcc::shared]] static std::uint32_t data[2];
  [[kcc::shared]] static std::uint32_t flag[2];
  const std::uint32_t rank = rank_in_block();
  if (rank < 2)
    flag[rank] = 0;
  kcc::sync_threads();
  if (rank == 0) {
    data[0] = 11;
    kcc::fence_block();
    kcc::atomic_ref<std::uint32_t, kcc::scope::block>(flag[0]).store(1, std::memory_order_relaxed);
    data[1] = 22;
    kcc::fence_cluster();
    kcc::atomic_ref<std::uint32_t, kcc::scope::block>(flag[1]).store(1, std::memory_order_relaxed);
  }
  if (rank == 32)
    for (int i = 0; i < 2; ++i) {
      while (kcc::atomic_ref<std::uint32_t, kcc::scope::block>(flag[i]).load(std::memory_order_relaxed) ==
             0) {
      }
      i == 0 ? kcc::fence_block() : kcc::fence_cluster();
      received[i] = data[i];
    }
}

/// Copies an array through shared memory in one of several ways, such that each thread writes what another
/// one has copied. Each block writes a copy of its own.
template <class T> [[kcc::kernel]] void copy_through(std::span<const T> input, std::span<T> output, int way) {
  [[kcc::shared]] alignas(16) static T staged[copied];
  const std::uint32_t rank = rank_in_block();
  if (way == 0) { // one element per thread
    if (rank < copied)
      kcc::async_copy(&staged[rank], &input[rank]);
    kcc::async_wait_all();
  } else if (way == 1) { // all by one thread
    if (rank == 0)
      kcc::async_copy(std::span(staged), input);
    kcc::async_commit();
    kcc::async_wait<0>();
  } else {
    kcc::async_copy_by_block(std::span(staged), input);
    kcc::async_commit();
    kcc::async_wait<0>();
  }
  kcc::sync_threads();
  if (rank < copied)
    output[(kcc::block_idx().x + 1) * copied - 1 - rank] = staged[copied - 1 - rank];
}

#define COPY_THROUGH(T) template void copy_through<T>(std::span<const T>, std::span<T>, int);
COPY_THROUGH(std::uint8_t)
COPY_THROUGH(std::uint16_t)
COPY_THROUGH(float)
COPY_THROUGH(double)
COPY_THROUGH(Triple)
COPY_THROUGH(Rgb)
COPY_THROUGH(Wide)

/// A pipeline of `stages` tiles: while one is summed, the next ones are in flight. sums[t] is the sum of tile
/// t, to which each thread adds what its neighbour has copied.
template <unsigned stages>
[[kcc::kernel]] void group_pipeline(std::span<const std::uint32_t> input, std::span<std::uint32_t> output) {
  [[kcc::shared]] static std::uint32_t buffer[stages][tile];
  const std::uint32_t rank = rank_in_block();
  const std::size_t tiles = input.size() / tile;
  auto start = [&](std::size_t t) {
    if (t < tiles)
      kcc::async_copy(&buffer[t % stages][rank], &input[t * tile + rank]);
    kcc::async_commit(); // an empty group at the end keeps the count
  };
  for (unsigned t = 0; t + 1 < stages; ++t)
    start(t);
  for (std::size_t t = 0; t < tiles; ++t) {
    start(t + stages - 1);
    kcc::async_wait<stages - 1>();
    kcc::sync_threads();
    output[t * tile + rank] = buffer[t % stages][(rank + 1) % tile];
    kcc::sync_threads(); // the next round overwrites this tile
  }
}

template void group_pipeline<2>(std::span<const std::uint32_t>, std::span<std::uint32_t>);
template void group_pipeline<3>(std::span<const std::uint32_t>, std::span<std::uint32_t>);
template void group_pipeline<4>(std::span<const std::uint32_t>, std::span<std::uint32_t>);

/// The same with one barrier per stage, at which the copies themselves arrive.
template <unsigned stages, bool bulk>
[[kcc::kernel, kcc::targets("ptx", "cpu")]] void barrier_pipeline(std::span<const std::uint32_t> input,
                                                                  std::span<std::uint32_t> output) {
  [[kcc::shared]] alignas(16) static std::uint32_t buffer[stages][tile];
  [[kcc::shared]] static kcc::barrier full[stages];
  const std::uint32_t rank = rank_in_block();
  const std::size_t tiles = input.size() / tile;
  if (rank < stages)
    full[rank].init(bulk ? 1 : tile);
  kcc::sync_threads();
  auto start = [&](std::size_t t) {
    if (t >= tiles)
      return;
    if constexpr (bulk) {
      if (rank == 0) {
        kcc::bulk_copy(std::span(buffer[t % stages]), input.subspan(t * tile, tile), full[t % stages]);
        (void)full[t % stages].arrive();
      }
    } else {
      kcc::async_copy(&buffer[t % stages][rank], &input[t * tile + rank]);
      kcc::async_arrive(full[t % stages]);
    }
  };
  for (unsigned t = 0; t + 1 < stages; ++t)
    start(t);
  for (std::size_t t = 0; t < tiles; ++t) {
    start(t + stages - 1);
    full[t % stages].wait_parity(t / stages % 2 != 0);
    output[t * tile + rank] = buffer[t % stages][(rank + 1) % tile];
    kcc::sync_threads();
  }
}

template void barrier_pipeline<2, false>(std::span<const std::uint32_t>, std::span<std::uint32_t>);
template void barrier_pipeline<4, false>(std::span<const std::uint32_t>, std::span<std::uint32_t>);
template void barrier_pipeline<2, true>(std::span<const std::uint32_t>, std::span<std::uint32_t>);
template void barrier_pipeline<3, true>(std::span<const std::uint32_t>, std::span<std::uint32_t>);
