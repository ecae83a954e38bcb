// Runs blocks, one at a time, on the OS thread that owns the runner.
#ifndef KCC_RUNTIME_CPU_BLOCK_H
#define KCC_RUNTIME_CPU_BLOCK_H

#include "fiber.h"
#include "grid.h"
#include "shared_arena.h"
#include "wait.h"
#include "warp.h"

#include "kcc/image.h"

#include <atomic>
#include <csetjmp>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace kcc::cpu {

/// Keeps shared memory and fibers from block to block and from launch to launch.
class BlockRunner {
public:
  BlockRunner();
  ~BlockRunner();

  /// Makes ready for blocks of `launch`, which must outlive their runs. Once `stopped` is set, blocks whose
  /// threads only poll, or wait for somebody outside, are given up.
  /// Throws std::bad_alloc, std::system_error or (from the settings) std::invalid_argument.
  void prepare(const GridLaunch &launch, const std::atomic<bool> &stopped);

  /// Runs all threads of one block. Returns the fault if one trapped, or if all that are left wait in vain;
  /// the runner is as good as before.
  std::optional<Fault> run(Dim3 block_idx);

  /// The runner of the calling OS thread's block; ends the process, with a message that names `function`, if
  /// that thread runs none.
  static BlockRunner &current(const char *function);

  /// The running thread's own stack: its lowest byte and the one behind its highest; null where threads run
  /// on that of the process's thread.
  std::pair<const std::byte *, const std::byte *> running_stack() const noexcept;

  // What the functions below have in common: they are called by the running thread of the block, and only by
  // kernels whose manifest says "uses_barrier". Suspended threads that are given up never return.

  /// Suspends the thread until `kind.ready(state)`, and until its turn comes: in each round the threads that
  /// can run do so in the order of their numbers. `state` must live until then; it may be a local variable.
  /// If no thread of the block can run, and none is waited for from outside, the block ends with a fault
  /// that says who waits where.
  void wait_until(const WaitKind &kind, const void *state);

  /// Lets the block's other threads run, and comes back in the next round: for polling what they write.
  void yield();

  /// Counts the thread as arrived at `barrier`, and releases those who wait there if it was the last.
  void arrive(Barrier &barrier);
  /// Arrives and waits for the others.
  void wait_at(Barrier &barrier);
  /// sync_threads().
  void wait_at_block_barrier();

  /// The thread's part of an operation of its warp, which is 32 threads of consecutive numbers; returns the
  /// operation's result when all lanes of the mask that have not exited have come.
  std::uint64_t run_with_warp(const WarpCall &call);
  /// The lanes of the thread's warp that call this from the same place, on the same way from the kernel: all
  /// that come here before they wait elsewhere or exit. `frame` is the frame address of the function that the
  /// kernel's code calls; that code keeps frame pointers.
  std::uint32_t active_mask(void *frame);

  [[noreturn]] void trap();
  /// A trap that says what is wrong and, as full sentences without the last full stop, what to do instead.
  [[noreturn]] void fail(std::string message, std::string hint);

private:
  struct BlockThread;
  enum class Outcome { done, faulted, given_up };

  void prepare_fibers(std::uint32_t count);
  Outcome run_in_a_loop();
  Outcome run_on_fibers();
  Outcome run_round(bool first);
  Outcome no_thread_ran();
  void count_exit(const BlockThread &thread);
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
  std::string message_, hint_; ///< of the trap
  std::size_t stack_bytes_ = 0;
  Barrier block_barrier_{"sync_threads()"};
  BlockThread *running_ = nullptr;
  std::vector<std::unique_ptr<BlockThread>> threads_; ///< at least the block's, x fastest
  std::vector<Warp> warps_;                           ///< the block's
  std::vector<BlockThread *> unfinished_;             ///< as of the last round's end
  std::uint32_t live_ = 0;                            ///< threads that have not exited
  bool all_released_ = false; ///< all wait at the block's barrier, it is open, and none has run since
};

/// A runner for this OS thread. Usually the one of the last launch; a grid within a kernel of another gets a
/// second.
class BlockRunnerLease {
public:
  BlockRunnerLease();
  ~BlockRunnerLease();
  BlockRunnerLease(const BlockRunnerLease &) = delete;
  BlockRunnerLease &operator=(const BlockRunnerLease &) = delete;

  BlockRunner &operator*() const { return *runner_; }
  BlockRunner *operator->() const { return runner_.get(); }

private:
  std::unique_ptr<BlockRunner> runner_;
};

} // namespace kcc::cpu

#endif
