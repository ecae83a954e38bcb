#include "block.h"

#include "settings.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

thread_local constinit kcc::abi::CpuThread *kcc_cpu_thread = nullptr;

namespace kcc::cpu {
namespace {

thread_local constinit BlockRunner *running_block = nullptr;

[[noreturn]] void end_process(const char *why) {
  std::fprintf(stderr, "kcc: CPU device: %s\n", why);
  std::abort();
}

Dim3 to_dim3(const std::uint32_t (&index)[3]) {
  return {index[0], index[1], index[2]};
}

void store(Dim3 value, std::uint32_t (&to)[3]) {
  to[0] = value.x;
  to[1] = value.y;
  to[2] = value.z;
}

} // namespace

/// A thread of a block with barriers. Its fiber outlives it and serves the next block's thread of the same
/// number.
struct BlockRunner::BlockThread {
  BlockThread(BlockRunner &runner, std::size_t stack_bytes) : runner(runner), fiber(stack_bytes) {}

  abi::CpuThread position{};
  BlockRunner &runner;
  Fiber fiber;
  std::jmp_buf leave; ///< where a trap goes, on the fiber's own stack
};

BlockRunner::BlockRunner() = default;
BlockRunner::~BlockRunner() = default;

void BlockRunner::prepare(const GridLaunch &launch) {
  launch_ = &launch;
  // The dynamic part begins where compiled kernels look for it: on the next 128 bytes.
  const std::size_t static_bytes = (std::size_t{launch.static_shared_bytes} + 127) / 128 * 128;
  const std::size_t shared_bytes = launch.dynamic_shared_bytes == 0
                                       ? launch.static_shared_bytes
                                       : static_bytes + launch.dynamic_shared_bytes;
  loop_thread_ = {};
  store(launch.block, loop_thread_.block_dim);
  store(launch.grid, loop_thread_.grid_dim);
  loop_thread_.shared_memory = shared_.get(shared_bytes);
  loop_thread_.static_shared_bytes = launch.static_shared_bytes;
  loop_thread_.dynamic_shared_bytes = launch.dynamic_shared_bytes;

  const std::uint32_t count = launch.block.x * launch.block.y * launch.block.z;
  on_fibers_ = launch.uses_barrier && count > 1; // a thread alone never waits
  if (on_fibers_)
    prepare_fibers(count);
}

void BlockRunner::prepare_fibers(std::uint32_t count) {
  if (stack_bytes_ != fiber_stack_bytes()) {
    threads_.clear();
    stack_bytes_ = fiber_stack_bytes();
  }
  try {
    unfinished_.reserve(count);
    while (threads_.size() < count)
      threads_.push_back(std::make_unique<BlockThread>(*this, stack_bytes_));
  } catch (...) {
    threads_.clear(); // for those who can make use of the memory
    throw;
  }
  auto thread = threads_.begin();
  for (std::uint32_t z = 0; z < launch_->block.z; ++z)
    for (std::uint32_t y = 0; y < launch_->block.y; ++y)
      for (std::uint32_t x = 0; x < launch_->block.x; ++x, ++thread) {
        (*thread)->position = loop_thread_;
        store({x, y, z}, (*thread)->position.thread_idx);
      }
}

std::optional<Fault> BlockRunner::run(Dim3 block_idx) {
  BlockRunner *const outer_block = running_block; // this grid may run within a kernel of another
  abi::CpuThread *const outer_thread = kcc_cpu_thread;
  running_block = this;
  store(block_idx, loop_thread_.block_idx);
  std::optional<Fault> fault;
  if (!(on_fibers_ ? run_on_fibers() : run_in_a_loop()))
    fault = Fault{block_idx, to_dim3(kcc_cpu_thread->thread_idx)};
  running_block = outer_block;
  kcc_cpu_thread = outer_thread;
  return fault;
}

/// False if a thread trapped; kcc_cpu_thread is then still that thread. So for the next function.
bool BlockRunner::run_in_a_loop() {
  kcc_cpu_thread = &loop_thread_;
  if (setjmp(leave_loop_) != 0)
    return false;
  const GridLaunch &launch = *launch_;
  for (std::uint32_t z = 0; z < launch.block.z; ++z)
    for (std::uint32_t y = 0; y < launch.block.y; ++y)
      for (std::uint32_t x = 0; x < launch.block.x; ++x) {
        store({x, y, z}, loop_thread_.thread_idx);
        launch.run_thread(launch.arguments);
      }
  return true;
}

/// A barrier is nothing but coming back here: in each round every unfinished thread runs to its next barrier
/// or to its end, so when the round is over all that have not exited have arrived, and the next round
/// releases them.
bool BlockRunner::run_on_fibers() {
  const Dim3 block = launch_->block;
  unfinished_.clear();
  for (std::uint32_t i = 0; i < block.x * block.y * block.z; ++i) {
    store(to_dim3(loop_thread_.block_idx), threads_[i]->position.block_idx);
    unfinished_.push_back(threads_[i].get());
  }
  trapped_ = false;
  for (bool first_round = true; !unfinished_.empty(); first_round = false) {
    auto still_unfinished = unfinished_.begin();
    for (BlockThread *thread : unfinished_) {
      running_ = thread;
      kcc_cpu_thread = &thread->position;
      if (first_round)
        thread->fiber.start(run_one_thread, thread);
      else
        thread->fiber.resume();
      if (trapped_) {
        drop_suspended_threads();
        kcc_cpu_thread = &thread->position;
        return false;
      }
      if (thread->fiber.is_suspended())
        *still_unfinished++ = thread;
    }
    unfinished_.erase(still_unfinished, unfinished_.end());
  }
  return true;
}

void BlockRunner::run_one_thread(void *block_thread) {
  auto *thread = static_cast<BlockThread *>(block_thread);
  if (setjmp(thread->leave) == 0)
    thread->runner.launch_->run_thread(thread->runner.launch_->arguments);
}

/// Each leaves its own frames, on its own stack, and its fiber is idle again.
void BlockRunner::drop_suspended_threads() {
  dropping_ = true;
  for (const auto &thread : threads_)
    if (thread->fiber.is_suspended()) {
      running_ = thread.get();
      thread->fiber.resume();
    }
  dropping_ = false;
}

void BlockRunner::wait_at_barrier() {
  if (!on_fibers_) {
    if (!launch_->uses_barrier)
      end_process("a kernel whose manifest says \"uses_barrier\": false called sync_threads(); "
                  "the image and its manifest do not belong together");
    return;
  }
  BlockThread &self = *running_;
  self.fiber.suspend();
  if (dropping_)
    std::longjmp(self.leave, 1);
}

/// By longjmp, as compiled kernels have no unwind tables to throw through.
void BlockRunner::trap() {
  trapped_ = true;
  std::longjmp(on_fibers_ ? running_->leave : leave_loop_, 1);
}

namespace {

/// A runner given back after this thread's list is gone (a grid run by a static object's destructor) is not
/// kept.
thread_local constinit bool idle_runners_gone = false;
struct IdleRunners {
  std::vector<std::unique_ptr<BlockRunner>> list;
  ~IdleRunners() { idle_runners_gone = true; }
};
thread_local IdleRunners idle_runners;

} // namespace

BlockRunnerLease::BlockRunnerLease() {
  if (idle_runners_gone || idle_runners.list.empty()) {
    runner_ = std::make_unique<BlockRunner>();
  } else {
    runner_ = std::move(idle_runners.list.back());
    idle_runners.list.pop_back();
  }
}

BlockRunnerLease::~BlockRunnerLease() {
  if (!idle_runners_gone)
    idle_runners.list.push_back(std::move(runner_));
}

} // namespace kcc::cpu

void kcc_cpu_sync_threads() {
  if (kcc::cpu::running_block == nullptr)
    kcc::cpu::end_process("sync_threads() was called outside of a grid");
  kcc::cpu::running_block->wait_at_barrier();
}

void kcc_cpu_trap() {
  if (kcc::cpu::running_block == nullptr)
    kcc::cpu::end_process("a kernel's code trapped outside of a grid");
  kcc::cpu::running_block->trap();
}
