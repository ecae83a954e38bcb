// Runs blocks, one at a time, on the OS thread that owns the runner.
#ifndef KCC_RUNTIME_CPU_ENGINE_BLOCK_H
#define KCC_RUNTIME_CPU_ENGINE_BLOCK_H

#include "../check/block_checks.h"
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

/// The blocks that run at the same time as a block, and may wait for it.
struct CoresidentBlocks {
  InterBlockBarrier *grid = nullptr;                 ///< null if the grid is not cooperative
  InterBlockBarrier *cluster = nullptr;              ///< null if a cluster is one block
  const std::vector<BlockRunner *> *ranks = nullptr; ///< the blocks of the cluster by rank
};

/// Whether the grid's blocks can be run by a function for whole blocks, and it is worth it.
bool can_run_in_lanes(const GridLaunch &launch) noexcept;
/// Whether functions for whole blocks run the launch, and its blocks have no shared memory.
bool runs_without_shared_memory(const GridLaunch &launch) noexcept;
/// At most so many blocks that are neighbours along x run as one, by abi::CpuBlockFunction::joins_blocks.
std::uint32_t joined_blocks(const GridLaunch &launch) noexcept;

/// Runs blocks. Keeps shared memory and fibers from block to block and from launch to launch.
class BlockRunner final : private FaultListener {
public:
  BlockRunner();
  ~BlockRunner();

  /// Prepares for blocks of `launch`, which must outlive their runs. Once `stopped` is set, blocks whose
  /// threads only poll, or wait for other blocks, are given up. Throws std::bad_alloc, std::system_error or
  /// (from the settings) std::invalid_argument.
  void prepare(const GridLaunch &launch, const std::atomic<bool> &stopped,
               const CoresidentBlocks &others = {});

  /// Runs all threads of one block. Returns false if one trapped, or if all remaining threads are deadlocked;
  /// take_fault() says why, and the runner stays usable.
  bool run(Dim3 block_idx);
  /// Whether the blocks of the launch are run by a function for whole blocks.
  bool runs_in_lanes() const { return in_lanes_; }
  /// The same as `run` for `count` blocks in order of their rank, at less cost for each, if runs_in_lanes().
  /// Ends early when `stopped` is set.
  bool run_in_lanes(Dim3 first, std::uint64_t count);
  /// The same for a part of one block: threads whose index along this axis is from `begin` on, but less than
  /// `end`. For functions with abi::CpuBlockFunction::is_divisible. If `are_elements`, these are elements of
  /// a strided loop instead, and the block is the first one.
  bool run_part_in_lanes(Dim3 block_idx, unsigned axis, std::uint32_t begin, std::uint32_t end,
                         bool are_elements);

  /// Whether the calling OS thread runs a thread of a grid.
  static bool runs_on_this_thread() noexcept;

  /// Lets it say when its threads only poll.
  void report_polls_to(check::Polls::Runner *polls) { polls_ = polls; }

  /// The launch whose blocks it runs.
  const GridLaunch &launch() const { return *launch_; }
  // The same in steps, for blocks that run at the same time: `begin`, then `proceed` until it reports that
  // the block has ended. The runner must have been prepared with `others`.

  enum class Progress { ended, faulted, polls, waits };
  void begin(Dim3 block_idx);
  /// Runs the block's threads until none can run. `waits`: all remaining threads wait for other blocks;
  /// `polls`: some of them poll. After `faulted` the block is gone, and take_fault() says why.
  Progress proceed();
  /// Drops a deadlocked block, and reports which threads wait where.
  Fault end_in_deadlock();
  /// The same for a block that polls forever. `others`: what describe_polls() says of other blocks; may be
  /// empty.
  Fault end_in_livelock(const std::string &others);
  /// "block (1, 0, 0): thread (0, 0, 0) polls ..."
  std::string describe_polls();
  /// Whether each thread that is left waits, or polls and has done so for long.
  bool only_polls() const;
  /// Whether a thread polls, of a block that has been run in steps.
  bool polls() const;
  /// Drops a block that has not ended.
  void give_up();
  Fault take_fault();

  /// The runner of the calling OS thread's block. Ends the process, with a message that names `function`, if
  /// that thread runs none.
  static BlockRunner &current(const char *function);

  /// The stack of the block's running thread.
  StackRange running_stack() const noexcept;
  /// What of it the kernel's code may use.
  StackRange kernel_stack() const noexcept;
  /// Whether local variables of the running thread are here: on its stack, or in the block's frame.
  bool is_local(const void *place) const noexcept;
  /// Whether it is on the stack of another thread.
  bool is_on_other_stack(const void *place) const noexcept;
  /// Whether it is in the block's frame, where local variables of threads that run in lanes outlive barriers.
  bool is_in_frame(const void *place) const noexcept {
    const auto *at = static_cast<const std::byte *>(place);
    return in_lanes_ && frame_begin_ <= at && at < frame_begin_ + frame_size_;
  }
  /// The end of the running thread's local variables.
  const void *local_end() const noexcept { return on_fibers_ ? running_stack().end : loop_frame_; }
  bool is_in_cluster() const noexcept { return coresident_.cluster != nullptr; }
  check::BlockChecks &checks() noexcept { return checks_; }

  // The functions below are called by the running thread of the block, and only by kernels whose manifest has
  // "uses_barrier". Suspended threads that are given up never return from them.

  /// Suspends the thread until `kind.ready(state)` is true and its turn comes: in each round, the threads
  /// that can run do so in order of their rank. `state` must live until then; it may be a local variable. If
  /// no thread of the block can run, and none waits for something outside, the block ends with a fault that
  /// says which threads wait where.
  void wait_until(const WaitKind &kind, const void *state);

  /// Lets the block's other threads run, and returns in the next round: for polling.
  void yield();

  /// Counts the thread as arrived at `barrier`, as if it were `count` threads, and releases the waiting
  /// threads if it was the last.
  void arrive(Barrier &barrier, std::uint32_t count = 1);
  /// Arrives and waits for the others.
  void wait_at(Barrier &barrier, std::uint32_t count = 1);
  /// sync_threads().
  void wait_at_block_barrier();
  /// sync_threads_count(): returns to each thread how many threads passed a true predicate. `arrivals` is the
  /// number of threads that arrived.
  struct Votes {
    std::uint32_t arrivals, truths;
  };
  Votes vote(bool truth);
  /// A barrier of the block that threads identify by number (PTX: 1 to 15).
  Barrier &named_barrier(std::uint32_t id) { return named_barriers_[id]; }

  /// sync_grid() and sync_cluster(), called by all threads of the block.
  void wait_for_grid();
  void wait_for_cluster();
  /// The address at which the block of that rank in the cluster has what this block has at `mine` in shared
  /// memory; the rank is less than cluster_size().
  void *shared_of_rank(void *mine, std::uint32_t rank) const;
  std::uint32_t cluster_size() const;

  /// The thread's part in an operation of its warp, which is 32 threads of consecutive rank; returns the
  /// operation's result when all lanes of the mask that have not exited have arrived.
  std::uint64_t run_with_warp(const WarpCall &call);
  /// The lanes of the thread's warp that call this from the same place, with the same call stack: all that
  /// arrive before they wait elsewhere or exit. The kernel's code has frame pointers.
  std::uint32_t active_mask();

  /// Ends the running thread as a stack overflow does, if less than the reserve is left at `frame`. A
  /// function that allocates or locks calls this first: a fault in the middle of it would leave locks held,
  /// for which everybody else waits. `caller` is where it returns to.
  void need_stack(const void *frame, const void *caller) noexcept {
    if (static_cast<std::size_t>(static_cast<const std::byte *>(frame) - stack_begin_) < stack_reserve_)
      end_in_stack_overflow(frame, caller);
  }
  /// The same for the thread that the calling OS thread runs, if it runs one.
  static void need_stack_here(const void *frame, const void *caller) noexcept;

  [[noreturn]] void trap();
  /// Traps with the text that `describe()` returns. It takes a function because the thread is left by
  /// longjmp, which runs no destructors: all temporaries must be gone by then.
  template <class F> [[noreturn]] void fail(const F &describe) {
    static_assert(std::is_trivially_destructible_v<F>);
    complaint_ = describe();
    trap();
  }

private:
  struct BlockThread;
  enum class Outcome { done, faulted, given_up, waits, polls };
  /// One barrier between several blocks, as seen from one of them: first the block's own threads meet.
  struct OuterBarrier {
    Barrier entry;
    std::uint32_t arrived_round = 0;
  };

  void prepare_fibers(std::uint32_t count);
  void run_blocks(std::uint64_t count);
  Outcome run_in_a_loop();
  void run_scheduled_loop();
  void schedule_fibers();
  void stop_if_chosen(const BlockThread &thread) const;
  Outcome run_on_fibers();
  Outcome run_round();
  Outcome no_thread_ran();
  std::string describe_waiting() const;
  std::string describe_polls(std::vector<std::uint32_t> ranks, bool is_first);
  void complain_of_livelock();
  Outcome poll_again();
  void start_threads(Dim3 block_idx);
  void forget_barriers(std::uint32_t threads);
  void release(Barrier &barrier);
  void wait_for_blocks(OuterBarrier &barrier, InterBlockBarrier *blocks);
  void count_exit(const BlockThread &thread);
  void run_on_stack(StackRange stack) noexcept;
  [[noreturn]] void end_in_stack_overflow(const void *frame, const void *caller) noexcept;
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
  check::BlockChecks checks_{*this};
  const void *loop_frame_ = nullptr; ///< of the loop over the threads
  SharedArena frame_;                ///< of launch_->run_block
  std::byte *frame_begin_ = nullptr;
  std::size_t frame_size_ = 0;   ///< bytes
  bool in_lanes_ = false;        ///< by launch_->run_block
  std::uint32_t joined_ = 1;     ///< at most so many blocks that are neighbours along x run as one
  abi::CpuThread loop_thread_{}; ///< without barriers; also the template for the fibers' threads
  std::jmp_buf leave_loop_;      ///< the target of a trap in the loop
  bool on_fibers_ = false;
  bool dropping_ = false; ///< threads that return from waiting end there
  bool trapped_ = false;
  std::optional<PrintRecord> failure_;     ///< what the trapping thread reported
  Complaint complaint_;                    ///< for the trap
  HardwareFault hardware_fault_;           ///< why it trapped, if it did not call trap()
  std::size_t stack_bytes_ = 0;            ///< of each fiber, with what is added for the checks
  const std::byte *stack_begin_ = nullptr; ///< of the running thread
  std::size_t stack_reserve_ = 0;          ///< of that stack, for functions of the runtime
  Barrier block_barrier_{"sync_threads()"};
  std::array<Barrier, 16> named_barriers_{};
  OuterBarrier grid_barrier_{}, cluster_barrier_{};
  Votes votes_{}, last_votes_{}; ///< of the current round, and of the previous one
  CoresidentBlocks coresident_;
  /// Set by the grid's code, if it looks for threads that poll forever.
  check::Polls::Runner *polls_ = nullptr;
  bool first_round_ = false;
  BlockThread *running_ = nullptr;
  std::vector<std::unique_ptr<BlockThread>> threads_; ///< at least as many as the block has, x fastest
  std::vector<Warp> warps_;                           ///< of the block
  std::vector<BlockThread *> unfinished_;             ///< as of the end of the last round
  std::vector<std::uint32_t> order_; ///< the ranks of the threads that run, if the launch has a schedule
  std::uint32_t live_ = 0;           ///< threads that have not exited
  bool all_released_ = false;        ///< all wait at the block's barrier, it is open, and none has run since
};

/// Reserves stacks for a launch by this OS thread. Waits until there are enough, unless the launch is within
/// a kernel, which may hold the stacks that it would wait for.
StackBudget::Share reserve_stacks(std::size_t count);

} // namespace kcc::cpu

#endif
