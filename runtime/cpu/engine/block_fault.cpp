// Early ends of a block: by a trap, a processor fault, or a deadlock.
#include "block_thread.h"

#include "deadlock.h"
#include "dimensions.h"

#include <algorithm>
#include <csetjmp>
#include <csignal>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace kcc::cpu {

namespace {

/// Given a thread in one of several joined blocks, or in a later iteration of all blocks.
void move_into_block(abi::CpuThread &thread) {
  thread.block_idx[0] += thread.thread_idx[0] / thread.block_dim[0];
  thread.block_idx[0] %= thread.grid_dim[0];
  thread.thread_idx[0] %= thread.block_dim[0];
}

/// How many threads run side by side in the lanes, from this one on.
std::uint32_t count_running(const abi::CpuThread &first) {
  const std::uint32_t x = first.thread_idx[0], most = std::max(first.running, 1u);
  return std::min(most - x % most, first.end[0] > x ? first.end[0] - x : 1);
}

} // namespace

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
  std::optional<std::pair<Dim3, Dim3>> last;
  // A trap sets the thread's indices, whereas a fault may be that of any thread in the lanes.
  const std::uint32_t count = in_lanes_ && hardware_fault_.signal != 0 ? count_running(culprit) : 1;
  if (in_lanes_) {
    abi::CpuThread other = culprit;
    other.thread_idx[0] += count - 1;
    move_into_block(culprit);
    move_into_block(other);
    const std::uint64_t threads = std::uint64_t{culprit.grid_dim[0]} * culprit.block_dim[0],
                        first = std::uint64_t{culprit.block_idx[0]} * culprit.block_dim[0] +
                                culprit.thread_idx[0];
    if (first + count > threads) { // in several iterations of a loop: it may be any thread
      culprit.block_idx[0] = culprit.thread_idx[0] = 0;
      other.block_idx[0] = culprit.grid_dim[0] - 1;
      other.thread_idx[0] = culprit.block_dim[0] - 1;
    }
    if (count > 1)
      last.emplace(to_dim3(other.block_idx), to_dim3(other.thread_idx));
  }
  if (hardware_fault_.signal != 0) {
    const StackRange stack = kernel_stack();
    const auto reserve = static_cast<std::size_t>(stack.begin - running_stack().begin);
    complaint_ =
        describe(std::exchange(hardware_fault_, {}), stack, StackPool::guard_bytes + reserve, on_fibers_);
  }
  if (last)
    complaint_.hint += ". To see which of the threads it was, set KCC_CPU_LANES=1";
  checks_.note_fault(culprit, complaint_);
  return {to_dim3(culprit.block_idx),
          to_dim3(culprit.thread_idx),
          std::move(last),
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

/// What threads poll, those of the first one first: "threads (0, 0, 0) and (1, 0, 0) poll ..., and nobody is
/// left to write there; thread (3, 0, 0) polls ...". `is_first`: no other block is described before
/// this one.
std::string BlockRunner::describe_polls(std::vector<std::uint32_t> ranks, bool is_first) {
  constexpr std::size_t most = 3;
  struct Group {
    std::string place;
    std::vector<std::uint32_t> ranks;
  };
  std::vector<Group> groups;
  for (const std::uint32_t rank : ranks) {
    std::string place = checks_.describe_poll(rank);
    auto group = std::ranges::find(groups, place, &Group::place);
    if (group == groups.end())
      group = groups.insert(groups.end(), {std::move(place), {}});
    group->ranks.push_back(rank);
  }
  std::string text;
  for (std::size_t i = 0; i < groups.size() && i < most; ++i) {
    Group &group = groups[i];
    const std::string changed = checks_.describe_last_change(
        group.ranks.front(), to_dim3(loop_thread_.block_idx), group.ranks.size() == 1);
    std::ranges::sort(group.ranks);
    text += (i == 0 ? "" : "; ") + describe_threads(group.ranks, launch_->block) +
            (group.ranks.size() == 1 ? " polls " : " poll ") + group.place +
            (i == 0 && is_first ? ", and nobody is left to write there" : "") +
            (changed.empty() ? "" : "; " + changed);
  }
  return text + (groups.size() > most ? "; others poll elsewhere" : "");
}

std::string BlockRunner::describe_polls() {
  std::vector<std::uint32_t> ranks;
  for (const BlockThread *thread : unfinished_)
    if (thread->waits_at == &polling)
      ranks.push_back(thread->rank);
  return "block " + text(to_dim3(loop_thread_.block_idx)) + ": " +
         describe_polls(std::move(ranks), /*is_first=*/false);
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
  const bool takes_a_lock = checks_.polls_by_changes(polling_ranks.front());
  complaint_.message = "livelock: " + describe_polls(std::move(polling_ranks), /*is_first=*/true);
  if (!waiting.empty())
    complaint_.message += "; " + describe_deadlock(std::move(waiting), launch_->block);
  complaint_.hint = takes_a_lock
                        ? "Let each thread release the locks that it has taken, take none twice, and "
                          "let all threads take several locks in the same order"
                        : "Write what is polled before, or in a thread that does not wait itself";
  complaint_.rule = "livelock";
}

Fault BlockRunner::end_in_livelock(const std::string &others) {
  complain_of_livelock();
  if (!others.empty())
    complaint_.message += "; " + others;
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
