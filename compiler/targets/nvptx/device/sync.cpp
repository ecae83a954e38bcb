// Waiting for the threads of a block, of a cluster, of the grid.
#include <kcc/device/builtins.h>

#include "intrinsics.h"

namespace kcc::nvptx {
void sync(std::uint32_t barrier) KCC_INTRINSIC("barrier.cta.sync.all");
void sync_some(std::uint32_t barrier, std::uint32_t threads) KCC_INTRINSIC("barrier.cta.sync.count");
void arrive_some(std::uint32_t barrier, std::uint32_t threads) KCC_INTRINSIC("barrier.cta.arrive.count");
std::uint32_t sync_count(std::uint32_t barrier, bool truth) KCC_INTRINSIC("barrier.cta.red.popc.all");
bool sync_and(std::uint32_t barrier, bool truth) KCC_INTRINSIC("barrier.cta.red.and.all");
bool sync_or(std::uint32_t barrier, bool truth) KCC_INTRINSIC("barrier.cta.red.or.all");
void cluster_arrive() KCC_INTRINSIC("barrier.cluster.arrive");
void cluster_wait() KCC_INTRINSIC("barrier.cluster.wait");
void *map(void *shared, std::uint32_t rank) KCC_INTRINSIC("mapa");
std::uint32_t envreg1() KCC_INTRINSIC("read.ptx.sreg.envreg1");
std::uint32_t envreg2() KCC_INTRINSIC("read.ptx.sreg.envreg2");
} // namespace kcc::nvptx

using namespace kcc::nvptx;

void __kcc_sync_threads() noexcept {
  sync(0);
}
std::uint32_t __kcc_sync_threads_count(std::uint32_t truth) noexcept {
  return sync_count(0, truth != 0);
}
std::uint32_t __kcc_sync_threads_and(std::uint32_t truth) noexcept {
  return sync_and(0, truth != 0);
}
std::uint32_t __kcc_sync_threads_or(std::uint32_t truth) noexcept {
  return sync_or(0, truth != 0);
}

void __kcc_named_barrier_sync(std::uint32_t id, std::uint32_t threads) noexcept {
  sync_some(id, threads);
}
void __kcc_named_barrier_arrive(std::uint32_t id, std::uint32_t threads) noexcept {
  arrive_some(id, threads);
}

void __kcc_yield(std::uint32_t nanoseconds) noexcept {
  __nvvm_nanosleep(nanoseconds);
}

// Arriving releases, waiting acquires, at the cluster's scope, where nothing else is said (PTX ISA,
// "barrier.cluster").
void __kcc_sync_cluster() noexcept {
  cluster_arrive();
  cluster_wait();
}

void *__kcc_cluster_shared(void *shared, std::uint32_t rank) noexcept {
  return map(shared, rank);
}

/// The grid's counter of arrivals.
///
/// %envreg1 and %envreg2 are the high and the low half of the address of {bytes, counter}, a workspace that
/// the driver gives each cooperative grid: what NVIDIA's own cooperative groups read since CUDA 11, in PTX
/// that programs carry and every later driver must run. A variable of the module would be one for all its
/// grids, and two of them may run at the same time.
static KCC_GLOBAL std::uint32_t *grid_counter() noexcept {
  const std::uint64_t workspace = std::uint64_t{envreg1()} << 32 | envreg2();
  return (KCC_GLOBAL std::uint32_t *)(workspace + 4);
}

/// One thread of each block arrives for its block, by adding to the counter, and waits until the top bit has
/// changed. The first block adds 2^31 - (blocks - 1), each of the others 1: all together 2^31, whatever the
/// counter was before, so it serves the next barrier as it is. Fewer never change the top bit, as the lower
/// 31 bits are 0 between two barriers.
void __kcc_sync_grid() noexcept {
  sync(0);
  if ((__kcc_thread_idx_x() | __kcc_thread_idx_y() | __kcc_thread_idx_z()) == 0) {
    KCC_GLOBAL std::uint32_t *const counter = grid_counter();
    const std::uint32_t blocks = __kcc_grid_dim_x() * __kcc_grid_dim_y() * __kcc_grid_dim_z();
    const bool is_first = (__kcc_block_idx_x() | __kcc_block_idx_y() | __kcc_block_idx_z()) == 0;
    const std::uint32_t before = __atomic_fetch_add(KCC_AT_DEVICE_SCOPE(counter),
                                                    is_first ? 0x80000001 - blocks : 1, __ATOMIC_ACQ_REL);
    while (((before ^ __atomic_load_n(KCC_AT_DEVICE_SCOPE(counter), __ATOMIC_ACQUIRE)) >> 31) == 0) {
    }
  }
  sync(0);
}
