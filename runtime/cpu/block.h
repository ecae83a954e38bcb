// Runs blocks, one at a time, on the OS thread that owns the runner.
#ifndef KCC_RUNTIME_CPU_BLOCK_H
#define KCC_RUNTIME_CPU_BLOCK_H

#include "complaint.h"
#include "faults.h"
#include "fiber.h"
#include "grid.h"
#include "inter_block_barrier.h"
#include "shared_arena.h"
#include "stack_budget.h"
#include "wait_kind.h"
#include "warp.h"

#include "kcc/abi/cpu_functions.h"

#include <array>
#include <atomic>
#include <csetjmp>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

namespace kcc::cpu {

class BlockRunner;

/// What a block knows of others that run at the same time.
struct Neighbours {
  InterBlockBarrier *grid = nullptr;                 ///< null if the grid is not cooperative
  InterBlockBarrier *cluster = nullptr;              ///< null if a cluster is one block
  const std::vector<BlockRunner *> *ranks = nullptr; ///< the cluster's blocks by their rank
};

/// Keeps shared memory and fibers from block to block and from launch to launch.
class BlockRunner final : private FaultListener {
public:
  BlockRunner();
  ~BlockRunner();

  /// Makes ready for blocks of `launch`, which must outlive their runs. Once `stopped` is set, blocks whose
  /// threads only poll, or wait for somebody outside, are given up.
  /// Throws std::bad_alloc, std::system_error or (from the settings) std::invalid_argument.
  void prepare(const GridLaunch &launch, const std::atomic<bool> &stopped, const Neighbours &neighbours = {});

  /// Runs all threads of one block. Returns the fault if one trapped, or if all that are left wait in vain;
  /// the runner is as good as before.
  std::optional<Fault> run(Dim3 block_idx);

  /// Whether the calling OS thread runs a thread of a grid.
  static bool runs_on_this_thread() noexcept;

  /// The launch that it runs blocks of.
  const GridLaunch &launch() const { return *launch_; }
  // The same in steps, for blocks that run at the same time: `begin`, then `proceed` until it says that the
  // block has ended. The runner must have been prepared with neighbours.

  enum class Progress { ended, faulted, polls, waits };
  void begin(Dim3 block_idx);
  /// Runs the block's threads as long as one can run. `waits`: all that are left wait for other blocks;
  /// `polls`: some of them poll. After `faulted` the block is gone and `fault` says why.
  Progress proceed();
  /// For a block that waits in vain: drops it, and says who waits where.
  Fault end_in_deadlock();
  /// Drops a block that has not ended.
  void give_up();
  Fault take_fault();

  /// The runner of the calling OS thread's block; ends the process, with a message that names `function`, if
  /// that thread runs none.
  static BlockRunner &current(const char *function);

  /// The stack on which the block's running thread runs.
  StackRange running_stack() const noexcept;

  // What the functions below have in common: they are called by the running thread of the block, and only by
  // kernels whose manifest says "uses_barrier". Suspended threads that are given up never return.

  /// Suspends the thread until `kind.ready(state)`, and until its turn comes: in each round the threads that
  /// can run do so in the order of their numbers. `state` must live until then; it may be a local variable.
  /// If no thread of the block can run, and none is waited for from outside, the block ends with a fault
  /// that says who waits where.
  void wait_until(const WaitKind &kind, const void *state);

  /// Lets the block's other threads run, and comes back in the next round: for polling what they write.
  void yield();

  /// Counts the thread as arrived at `barrier`, as if it were `count` threads, and releases those who wait
  /// there if it was the last.
  void arrive(Barrier &barrier, std::uint32_t count = 1);
  /// Arrives and waits for the others.
  void wait_at(Barrier &barrier, std::uint32_t count = 1);
  /// sync_threads().
  void wait_at_block_barrier();
  /// sync_threads_count(): gives each of them how many threads came with `truth`. `arrivals` is how many
  /// came.
  struct Votes {
    std::uint32_t arrivals, truths;
  };
  Votes vote(bool truth);
  /// A barrier of the block that threads name by number (PTX: 1 to 15).
  Barrier &named_barrier(std::uint32_t id) { return named_barriers_[id]; }

  /// sync_grid() and sync_cluster(), by all threads of the block.
  void wait_for_grid();
  void wait_for_cluster();
  /// An address in this block's shared memory as the block of that rank in the cluster has it; the rank is
  /// below cluster_size().
  void *shared_of_rank(void *mine, std::uint32_t rank) const;
  std::uint32_t cluster_size() const;

  /// The thread's part of an operation of its warp, which is 32 threads of consecutive numbers; returns the
  /// operation's result when all lanes of the mask that have not exited have come.
  std::uint64_t run_with_warp(const WarpCall &call);
  /// The lanes of the thread's warp that call this from the same place, on the same way from the kernel: all
  /// that come here before they wait elsewhere or exit. `frame` is the frame address of the function that the
  /// kernel's code calls; that code keeps frame pointers.
  std::uint32_t active_mask(void *frame);

  [[noreturn]] void trap();
  /// A trap with what `describe()` returns. A function, because the thread is left by a jump that runs no
  /// destructors: all that the text is made of must be gone by then.
  template <class F> [[noreturn]] void fail(const F &describe) {
    static_assert(std::is_trivially_destructible_v<F>);
    complaint_ = describe();
    trap();
  }

private:
  struct BlockThread;
  enum class Outcome { done, faulted, given_up, waits, polls };
  /// One barrier of several blocks, as seen from one of them: first the block's own threads meet.
  struct OuterBarrier {
    Barrier entry;
    std::uint32_t arrived_round = 0;
  };

  void prepare_fibers(std::uint32_t count);
  Outcome run_in_a_loop();
  Outcome run_on_fibers();
  Outcome run_round();
  Outcome no_thread_ran();
  std::string describe_waiting() const;
  void start_threads(Dim3 block_idx);
  void forget_barriers(std::uint32_t threads);
  void release(Barrier &barrier);
  void wait_for_blocks(OuterBarrier &barrier, InterBlockBarrier *blocks);
  void count_exit(const BlockThread &thread);
  [[noreturn]] void leave_after(const HardwareFault &fault) noexcept override;
  void suspend(BlockThread &self, const WaitKind &kind, const void *state);
  void drop_suspended_threads();
  static void run_one_thread(void *block_thread);
  static const WaitKind barrier_wait;
  static const WaitKind polling;
  static const WaitKind warp_wait;
  static const WaitKind active_wait;
  static bool group_is_known(const void *block_thread);
  void group_active_lanes(std::uint32_t first_rank, std::uint32_t lanes);

  const GridLaunch *launch_ = nullptr;
  const std::atomic<bool> *stopped_ = nullptr;
  SharedArena shared_;
  abi::CpuThread loop_thread_{}; ///< without barriers; also what the fibers' threads are copied from
  std::jmp_buf leave_loop_;      ///< where a trap in the loop goes
  bool on_fibers_ = false;
  bool dropping_ = false; ///< threads that come back from waiting end there
  bool trapped_ = false;
  std::optional<OutputRecord> failure_; ///< what the thread that trapped said about it
  Complaint complaint_;                 ///< of the trap
  HardwareFault hardware_fault_;        ///< why it trapped, if it did not call trap()
  std::size_t stack_bytes_ = 0;
  Barrier block_barrier_{"sync_threads()"};
  std::array<Barrier, 16> named_barriers_{};
  OuterBarrier grid_barrier_{}, cluster_barrier_{};
  Votes votes_{}, last_votes_{}; ///< of the round that is under way, and of the one before
  Neighbours neighbours_;
  bool first_round_ = false;
  BlockThread *running_ = nullptr;
  std::vector<std::unique_ptr<BlockThread>> threads_; ///< at least the block's, x fastest
  std::vector<Warp> warps_;                           ///< the block's
  std::vector<BlockThread *> unfinished_;             ///< as of the last round's end
  std::uint32_t live_ = 0;                            ///< threads that have not exited
  bool all_released_ = false; ///< all wait at the block's barrier, it is open, and none has run since
};

/// The stacks for a launch by this OS thread. Waits until there are so many, unless the launch is within a
/// kernel, which may hold those that it would wait for.
StackBudget::Share reserve_stacks(std::size_t count);

} // namespace kcc::cpu

#endif
