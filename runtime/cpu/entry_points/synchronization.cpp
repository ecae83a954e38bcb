// The implementation of the device headers' waiting functions on the CPU device
// (include/kcc/abi/cpu_functions.h).
#include "../engine/block.h"

#include <cstring>
#include <string>

using kcc::cpu::Barrier;
using kcc::cpu::BlockRunner;
using kcc::cpu::WaitKind;

void kcc_cpu_sync_threads() {
  BlockRunner::current("sync_threads()").wait_at_block_barrier();
}

void kcc_cpu_yield(std::uint32_t) {
  BlockRunner::current("a polling function").yield();
}

std::uint32_t kcc_cpu_sync_threads_count(std::uint32_t truth) {
  return BlockRunner::current("sync_threads_count()").vote(truth != 0).truths;
}

std::uint32_t kcc_cpu_sync_threads_and(std::uint32_t truth) {
  const auto votes = BlockRunner::current("sync_threads_and()").vote(truth != 0);
  return votes.truths == votes.arrivals;
}

std::uint32_t kcc_cpu_sync_threads_or(std::uint32_t truth) {
  return BlockRunner::current("sync_threads_or()").vote(truth != 0).truths != 0;
}

void kcc_cpu_sync_grid() {
  BlockRunner::current("sync_grid()").wait_for_grid();
}

void kcc_cpu_sync_cluster() {
  BlockRunner::current("sync_cluster()").wait_for_cluster();
}

void *kcc_cpu_cluster_shared(void *mine, std::uint32_t rank) {
  BlockRunner &block = BlockRunner::current("cluster_shared()");
  if (rank >= block.cluster_size())
    block.fail([&] {
      return kcc::cpu::Complaint{"cluster_shared(): there is no block " + std::to_string(rank) +
                                     " in a cluster of " + std::to_string(block.cluster_size()),
                                 "Ranks begin at 0; LaunchConfig::cluster says how many there are"};
    });
  return block.shared_of_rank(mine, rank);
}

namespace {

/// The barrier with this number, with the count that all participants must pass.
Barrier &named_barrier(BlockRunner &block, std::uint32_t id, std::uint32_t threads) {
  static constexpr const char *names[] = {
      "named_barrier 0",  "named_barrier 1",  "named_barrier 2",  "named_barrier 3",
      "named_barrier 4",  "named_barrier 5",  "named_barrier 6",  "named_barrier 7",
      "named_barrier 8",  "named_barrier 9",  "named_barrier 10", "named_barrier 11",
      "named_barrier 12", "named_barrier 13", "named_barrier 14", "named_barrier 15"};
  if (id == 0 || id > 15)
    block.fail([&] {
      return kcc::cpu::Complaint{"named_barrier: there is no number " + std::to_string(id),
                                 "Use 1 to 15; 0 is the barrier of sync_threads()"};
    });
  if (threads == 0 || threads % 32 != 0 || threads > kcc::cpu::max_block_threads)
    block.fail([&] {
      return kcc::cpu::Complaint{std::string(names[id]) + " is for " + std::to_string(threads) + " threads",
                                 "Whole warps arrive: pass a multiple of 32, at most 1024",
                                 "wrong-participants"};
    });
  Barrier &barrier = block.named_barrier(id);
  if (barrier.arrived != 0 && barrier.expected != threads)
    block.fail([&] {
      return kcc::cpu::Complaint{
          std::string(names[id]) + " is for " + std::to_string(barrier.expected) +
              " threads according to those that have arrived, and for " + std::to_string(threads) +
              " according to this one",
          "Pass the same number everywhere: the threads that arrive plus those that wait",
          "wrong-participants"};
    });
  barrier.name = names[id];
  barrier.expected = threads;
  return barrier;
}

/// The number of threads that the running one counts for: a warp counts as 32, even if it is the block's last
/// and has fewer.
std::uint32_t threads_of_lane() {
  const kcc::abi::CpuThread &at = *kcc_cpu_thread;
  const std::uint32_t size = at.block_dim[0] * at.block_dim[1] * at.block_dim[2];
  return at.thread_rank == size / 32 * 32 ? 33 - size % 32 : 1;
}

} // namespace

void kcc_cpu_named_barrier_sync(std::uint32_t id, std::uint32_t threads) {
  BlockRunner &block = BlockRunner::current("named_barrier::sync()");
  block.wait_at(named_barrier(block, id, threads), threads_of_lane());
}

void kcc_cpu_named_barrier_arrive(std::uint32_t id, std::uint32_t threads) {
  BlockRunner &block = BlockRunner::current("named_barrier::arrive()");
  block.arrive(named_barrier(block, id, threads), threads_of_lane());
}

namespace {

/// A kcc::barrier. Only threads of one block use it, and they run on one OS thread.
struct SharedBarrier {
  std::uint64_t pending : 20;  ///< arrivals still expected in this phase
  std::uint64_t expected : 20; ///< for the next phase
  std::uint64_t phase : 24;
};
static_assert(sizeof(SharedBarrier) == 8);

SharedBarrier &shared_barrier(std::uint64_t *barrier) {
  return *reinterpret_cast<SharedBarrier *>(barrier);
}

void check_arrivals(BlockRunner &block, const SharedBarrier &barrier, std::uint32_t count) {
  if (count > barrier.pending)
    block.fail([&] {
      return kcc::cpu::Complaint{
          "kcc::barrier: " + std::to_string(count) + " arrive where " + std::to_string(barrier.pending) +
              " are still expected",
          "Pass init() the number of threads that arrive in each phase, and let each wait before it arrives "
          "for the next; a barrier without init() expects none",
          "wrong-participants"};
    });
}

std::uint64_t arrive(BlockRunner &block, std::uint64_t *address) {
  SharedBarrier &barrier = shared_barrier(address);
  check_arrivals(block, barrier, 1);
  const std::uint64_t phase = barrier.phase;
  block.checks().arrive(address, phase);
  if (--barrier.pending == 0) {
    barrier.pending = barrier.expected;
    ++barrier.phase;
  }
  return phase;
}

struct SharedBarrierWait {
  const std::uint64_t *barrier;
  std::uint64_t phase;
};

bool has_ended(const std::uint64_t *address, std::uint64_t phase) {
  return reinterpret_cast<const SharedBarrier *>(address)->phase != phase;
}

constexpr WaitKind shared_barrier_wait = {
    .ready =
        [](const void *state) {
          const auto &wait = *static_cast<const SharedBarrierWait *>(state);
          return has_ended(wait.barrier, wait.phase);
        },
    .name = [](const void *state) -> std::string {
      const auto &barrier =
          *reinterpret_cast<const SharedBarrier *>(static_cast<const SharedBarrierWait *>(state)->barrier);
      return "kcc::barrier::wait() (" + std::to_string(barrier.pending) + " of " +
             std::to_string(barrier.expected) + " have yet to arrive)";
    },
    .misses = [](const void *, std::uint32_t) { return false; }};

} // namespace

void kcc_cpu_barrier_init(std::uint64_t *barrier, std::uint32_t expected) {
  if (expected == 0 || expected >= 1u << 20)
    BlockRunner::current("kcc::barrier::init()").fail([&] {
      return kcc::cpu::Complaint{"kcc::barrier::init(): " + std::to_string(expected) +
                                     " threads are expected",
                                 "Expect at least 1 and at most 1048575"};
    });
  shared_barrier(barrier) = {expected, expected, 0};
}

std::uint64_t kcc_cpu_barrier_arrive(std::uint64_t *barrier) {
  return arrive(BlockRunner::current("kcc::barrier::arrive()"), barrier);
}

std::uint64_t kcc_cpu_barrier_arrive_early(std::uint64_t *barrier, std::uint32_t count) {
  // Another arrival follows, the only one that may end the phase.
  check_arrivals(BlockRunner::current("kcc::barrier::arrive()"), shared_barrier(barrier), count + 1);
  shared_barrier(barrier).pending -= count;
  return shared_barrier(barrier).phase;
}

std::uint64_t kcc_cpu_barrier_arrive_drop(std::uint64_t *barrier) {
  BlockRunner &block = BlockRunner::current("kcc::barrier::arrive_and_drop()");
  --shared_barrier(barrier).expected;
  return arrive(block, barrier);
}

std::uint32_t kcc_cpu_barrier_test(std::uint64_t *barrier, std::uint64_t phase) {
  if (!has_ended(barrier, phase)) {
    BlockRunner &block = BlockRunner::current("kcc::barrier::try_wait()");
    block.checks().poll(barrier);
    block.yield();
  }
  if (!has_ended(barrier, phase))
    return 0;
  BlockRunner::current("kcc::barrier::try_wait()").checks().depart(barrier, phase);
  return 1;
}

void kcc_cpu_barrier_wait(std::uint64_t *barrier, std::uint64_t phase) {
  // Touches the address now, so that a fault is the thread's; the next access would be the scheduler's.
  (void)*static_cast<const volatile std::uint64_t *>(barrier);
  const SharedBarrierWait wait{barrier, phase};
  BlockRunner::current("kcc::barrier::wait()").wait_until(shared_barrier_wait, &wait);
  BlockRunner::current("kcc::barrier::wait()").checks().depart(barrier, phase);
}

void kcc_cpu_barrier_wait_parity(std::uint64_t *barrier, std::uint32_t parity) {
  const std::uint64_t phase = shared_barrier(barrier).phase;
  if (phase % 2 == parity)
    return kcc_cpu_barrier_wait(barrier, phase);
  BlockRunner::current("kcc::barrier::wait_parity()").checks().depart(barrier, phase - 1);
}

void kcc_cpu_bulk_copy(void *shared, std::uint64_t *, const void *global, std::uint32_t bytes) {
  constexpr std::uintptr_t unit = 16; // of the GPU's instruction
  const auto to = reinterpret_cast<std::uintptr_t>(shared), from = reinterpret_cast<std::uintptr_t>(global);
  if (to % unit != 0 || from % unit != 0 || bytes % unit != 0)
    BlockRunner::current("bulk_copy()").fail([&] {
      return kcc::cpu::Complaint{
          "bulk_copy() of " + std::to_string(bytes) + " bytes, from an address that is " +
              std::to_string(from % unit) + " over a multiple of 16 to one that is " +
              std::to_string(to % unit) + " over",
          "All three must be multiples of 16: declare the shared array with alignas(16), and begin at an "
          "element whose offset is a multiple; async_copy() takes any"};
    });
  std::memcpy(shared, global, bytes);
}
