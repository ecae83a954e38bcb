// Early ends of a block: by a trap, a processor fault, or a deadlock.
#include "block_thread.h"

#include "deadlock.h"
#include "dimensions.h"

#include <algorithm>
#include <csetjmp>
#include <csignal>
#include <string>
#include <utility>
#include <vector>

namespace kcc::cpu {

/// Runs in the signal handler: the fault is analysed after the thread has been left.
void BlockRunner::leave_after(const HardwareFault &fault) noexcept {
  hardware_fault_ = fault;
  trapped_ = true;
  std::longjmp(on_fibers_ ? running_->leave : leave_loop_, 1);
}

/// Allocates nothing, because little stack is left.
void BlockRunner::end_in_stack_overflow(const void *frame, const void *caller) noexcept {
  leave_after({.signal = SIGSEGV,
               .code = SEGV_MAPERR,
               .address = stack_begin_ - 1,
               .access = HardwareFault::Access::write,
               .instruction = static_cast<const std::byte *>(caller) - 1,
               .stack_pointer = static_cast<const std::byte *>(frame)});
}

/// Uses longjmp, because compiled kernels have no unwind tables for exceptions.
void BlockRunner::trap() {
  failure_ = take_failure();
  trapped_ = true;
  std::longjmp(on_fibers_ ? running_->leave : leave_loop_, 1);
}

Fault BlockRunner::take_fault() {
  abi::CpuThread culprit = on_fibers_ ? running_->position : loop_thread_;
  if (in_lanes_) { // in one of several joined blocks, or in a later iteration of all blocks
    culprit.block_idx[0] += culprit.thread_idx[0] / culprit.block_dim[0];
    culprit.block_idx[0] %= culprit.grid_dim[0];
    culprit.thread_idx[0] %= culprit.block_dim[0];
  }
  // A trap sets the thread's indices, whereas a fault may be that of any thread in the lanes.
  const std::uint32_t x = culprit.thread_idx[0], most = std::max(culprit.running, 1u);
  const std::uint32_t threads =
      hardware_fault_.signal != 0 && in_lanes_ ? std::min(most - x % most, culprit.block_dim[0] - x) : 1;
  if (hardware_fault_.signal != 0) {
    const StackRange stack = kernel_stack();
    const auto reserve = static_cast<std::size_t>(stack.begin - running_stack().begin);
    complaint_ =
        describe(std::exchange(hardware_fault_, {}), stack, StackPool::guard_bytes + reserve, on_fibers_);
  }
  if (threads > 1)
    complaint_.hint += ". To see which of the threads it was, set KCC_CPU_LANES=1";
  checks_.note_fault(culprit, complaint_);
  return {to_dim3(culprit.block_idx),
          to_dim3(culprit.thread_idx),
          threads,
          std::exchange(complaint_.message, {}),
          std::exchange(complaint_.hint, {}),
          std::exchange(failure_, std::nullopt)};
}

Fault BlockRunner::end_in_deadlock() {
  complaint_.message = "deadlock: " + describe_waiting();
  complaint_.hint = "Let every thread of the grid arrive at each barrier, in the same order";
  complaint_.rule = "deadlock";
  BlockThread *const culprit = unfinished_.front();
  give_up();
  running_ = culprit;
  return take_fault();
}

/// Describes a block whose threads have polled or waited for so long that they seem to do so forever.
void BlockRunner::complain_of_livelock() {
  std::vector<std::uint32_t> polling_ranks;
  std::vector<WaitingThread> waiting;
  if (!on_fibers_)
    polling_ranks.push_back(loop_thread_.thread_rank);
  else
    for (BlockThread *thread : unfinished_) {
      if (thread->waits_at != &polling)
        waiting.push_back({thread->rank, thread->waits_at, thread->wait_state});
      else if (polling_ranks.push_back(thread->rank); polling_ranks.size() == 1)
        running_ = thread;
    }
  const std::uint32_t first = polling_ranks.front();
  std::ranges::sort(polling_ranks);
  complaint_.message = "livelock: " + describe_threads(polling_ranks, launch_->block) +
                       (polling_ranks.size() == 1 ? " polls " : " poll ") + checks_.describe_poll(first) +
                       ", and nobody is left to write there";
  if (!waiting.empty())
    complaint_.message += "; " + describe_deadlock(std::move(waiting), launch_->block);
  complaint_.hint = "Write what is polled before, or in a thread that does not wait itself";
  complaint_.rule = "livelock";
}

Fault BlockRunner::end_in_livelock() {
  complain_of_livelock();
  BlockThread *const culprit = running_;
  give_up();
  running_ = culprit;
  return take_fault();
}

std::string BlockRunner::describe_waiting() const {
  std::vector<WaitingThread> waiting;
  for (const BlockThread *thread : unfinished_)
    waiting.push_back({thread->rank, thread->waits_at, thread->wait_state});
  return describe_deadlock(std::move(waiting), launch_->block);
}

} // namespace kcc::cpu
