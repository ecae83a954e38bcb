// Runs blocks, one at a time, on the OS thread that owns the runner.
#ifndef KCC_RUNTIME_CPU_BLOCK_H
#define KCC_RUNTIME_CPU_BLOCK_H

#include "fiber.h"
#include "grid.h"
#include "shared_arena.h"

#include "kcc/image.h"

#include <csetjmp>
#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

namespace kcc::cpu {

/// Keeps shared memory and fibers from block to block and from launch to launch.
class BlockRunner {
public:
  BlockRunner();
  ~BlockRunner();

  /// Makes ready for blocks of `launch`, which must outlive their runs.
  /// Throws std::bad_alloc, std::system_error or (from the settings) std::invalid_argument.
  void prepare(const GridLaunch &launch);

  /// Runs all threads of one block. Returns the fault if one trapped; the runner is as good as before.
  std::optional<Fault> run(Dim3 block_idx);

  /// The launch that it runs blocks of.
  const GridLaunch &launch() const { return *launch_; }

  /// The running thread's barrier and trap.
  void wait_at_barrier();
  [[noreturn]] void trap();

private:
  struct BlockThread;

  void prepare_fibers(std::uint32_t count);
  bool run_in_a_loop();
  bool run_on_fibers();
  void drop_suspended_threads();
  static void run_one_thread(void *block_thread);

  const GridLaunch *launch_ = nullptr;
  SharedArena shared_;
  abi::CpuThread loop_thread_{}; ///< without barriers; also what the fibers' threads are copied from
  std::jmp_buf leave_loop_;      ///< where a trap in the loop goes
  bool on_fibers_ = false;
  bool dropping_ = false; ///< threads that come back from a barrier end there
  bool trapped_ = false;
  std::optional<OutputRecord> failure_; ///< what the thread that trapped said about it
  std::size_t stack_bytes_ = 0;
  BlockThread *running_ = nullptr;
  std::vector<std::unique_ptr<BlockThread>> threads_; ///< at least the block's, x fastest
  std::vector<BlockThread *> unfinished_;
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
