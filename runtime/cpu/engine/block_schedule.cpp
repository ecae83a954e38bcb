// Blocks whose threads do not simply run in order of their rank: for debugging (schedule.h).
#include "block_thread.h"

#include "dimensions.h"
#include "schedule.h"
#include "tracer.h"

#include <algorithm>

namespace kcc::cpu {

/// Runs the threads that the schedule names, in its order. A trap leaves this function by longjmp, so the
/// vector of ranks is a member.
void BlockRunner::run_scheduled_loop() {
  const Schedule &schedule = *launch_->schedule;
  const Dim3 block_idx = to_dim3(loop_thread_.block_idx);
  order_ = schedule.threads_of(block_idx);
  for (const std::uint32_t rank : order_) {
    store(index_of_rank(rank, launch_->block), loop_thread_.thread_idx);
    loop_thread_.thread_rank = rank;
    if (schedule.stops(block_idx, rank))
      kcc_cpu_thread_selected();
    launch_->run_thread(launch_->arguments);
  }
}

/// Sets the order in which the block's fibers take their turns.
void BlockRunner::schedule_fibers() {
  order_ = launch_->schedule->threads_of(to_dim3(threads_.front()->position.block_idx));
  std::ranges::transform(order_, unfinished_.begin(),
                         [&](std::uint32_t rank) { return threads_[rank].get(); });
}

void BlockRunner::stop_if_chosen(const BlockThread &thread) const {
  if (launch_->schedule->stops(to_dim3(thread.position.block_idx), thread.rank))
    kcc_cpu_thread_selected();
}

} // namespace kcc::cpu

/// The trap is in this function, so that one `step` of a debugger leads to the kernel.
void kcc_cpu_thread_selected() {
  if (!kcc::cpu::is_traced())
    return;
#if defined(__x86_64__)
  asm volatile("int3");
#elif defined(__aarch64__)
  asm volatile("brk #0xf000");
#endif
}
