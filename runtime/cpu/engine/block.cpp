// How a block runs.
//
// If the compiler has made a function that runs a whole block, several threads at a time in the lanes of
// vectors, that is called, on the OS thread's own stack (run_in_lanes). Otherwise, if the manifest says that
// a kernel's threads never wait, they run in a loop (run_in_a_loop). Otherwise each thread of the block has a
// fiber, and all fibers of the block run on one OS thread, in rounds: a round resumes every thread that can
// continue, in order of rank, until it waits or returns (run_round). So between two barriers, threads run one
// after another, x fastest, which makes runs repeatable. Where settings for debugging change the order, or
// leave threads out, these go by the launch's Schedule (block_schedule.cpp).
//
// A waiting thread describes what it waits for by a WaitKind, whose `ready` the round calls (block_wait.cpp:
// barriers and polling; block_warp.cpp: warp operations). A round in which no thread ran, and none polls or
// waits for another block, is a deadlock (no_thread_ran).
//
// Compiled kernels have no unwind tables, so a thread is ended early by longjmp to where it was started: when
// it traps or faults (block_fault.cpp), and when the block is dropped while the thread is suspended. A
// runtime function that does so must not have a live object that owns anything.
//
// Blocks that run at the same time, because of a cooperative grid or a cluster, go through the same rounds
// with begin() and proceed(), which return when no thread of the block can run (coresident_grid.cpp).
#include "block_thread.h"

#include "../../check/settings.h"
#include "deadlock.h"
#include "dimensions.h"
#include "runner_pool.h"
#include "sanitizers.h"
#include "settings.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <utility>

thread_local constinit kcc::abi::CpuThread *kcc_cpu_thread = nullptr;

namespace kcc::cpu {

static thread_local constinit BlockRunner *running_block = nullptr;

void end_process(const char *what, const char *why) {
  std::fprintf(stderr, "kcc: CPU device: %s%s\n", what, why);
  std::abort();
}

BlockRunner::BlockRunner() = default;
BlockRunner::~BlockRunner() = default;

BlockRunner &BlockRunner::current(const char *function) {
  if (running_block == nullptr)
    end_process(function, " was called outside of a grid");
  return *running_block;
}

StackRange BlockRunner::running_stack() const noexcept {
  return on_fibers_ ? running_->fiber.stack() : thread_stack();
}

/// The stack that functions of the runtime may need. Those of the checks print, and describe what they have
/// found.
static std::size_t reserve_bytes() noexcept {
  return std::size_t{kcc::check::are_on() ? 64u : 8u} << (sanitizers::are_there() ? 12 : 10);
}

/// How much larger a fiber's stack is than the part that a kernel's code may use.
static std::size_t added_stack_bytes() noexcept {
  return kcc::check::are_on() ? reserve_bytes() : 0;
}

void BlockRunner::run_on_stack(StackRange stack) noexcept {
  stack_begin_ = stack.begin;
  stack_reserve_ = std::min(reserve_bytes(), static_cast<std::size_t>(stack.end - stack.begin) / 4);
}

void BlockRunner::need_stack_here(const void *frame, const void *caller) noexcept {
  if (running_block != nullptr)
    running_block->need_stack(frame, caller);
}

StackRange BlockRunner::kernel_stack() const noexcept {
  const auto [begin, end] = running_stack();
  return {on_fibers_ ? begin + added_stack_bytes() : begin, end};
}

bool BlockRunner::is_local(const void *place) const noexcept {
  const auto *at = static_cast<const std::byte *>(place);
  const auto [begin, end] = running_stack();
  return (begin <= at && at < end) || is_in_frame(place);
}

bool BlockRunner::is_on_other_stack(const void *place) const noexcept {
  return on_fibers_ && std::ranges::any_of(threads_, [&](const std::unique_ptr<BlockThread> &thread) {
           const auto [begin, end] = thread->fiber.stack();
           return thread.get() != running_ && begin <= place && place < end;
         });
}

bool BlockRunner::runs_on_this_thread() noexcept {
  return running_block != nullptr;
}

bool can_run_in_lanes(const GridLaunch &launch) noexcept {
  // A thread's function is faster where most lanes are empty, unless threads wait for others.
  const bool never_waits = !launch.uses_barrier || small_volume(launch.block) == 1;
  const bool is_narrow = launch.block.x * 4 <= launch.run_block.lanes && never_waits;
  const bool are_whole_warps = launch.block.x % warp_size == 0;
  const bool has_few_blocks = volume(launch.grid) <= check::most_numbered_blocks;
  return launch.run_block.run != nullptr && !is_narrow && launch.schedule == nullptr &&
         (has_few_blocks || !kcc::check::are_on()) &&
         (launch.run_block.whole_warps == 0 || are_whole_warps) &&
         std::uint64_t{launch.grid.x} * launch.block.x < std::uint64_t{1} << 31;
}

bool runs_without_shared_memory(const GridLaunch &launch) noexcept {
  return can_run_in_lanes(launch) && launch.static_shared_bytes == 0 && launch.dynamic_shared_bytes == 0;
}

std::uint32_t joined_blocks(const GridLaunch &launch) noexcept {
  // With a frame, threads run a loop's iterations together. More neighbours would only need more of the
  // cache.
  const std::uint32_t most = launch.run_block.group_bytes != 0 ? 256 : 16384;
  if (!runs_without_shared_memory(launch) || launch.run_block.joins_blocks == 0 ||
      launch.block.x % launch.run_block.lanes != 0)
    return 1;
  return std::max(1u, std::min(launch.grid.x, most / small_volume(launch.block)));
}

void BlockRunner::prepare(const GridLaunch &launch, const std::atomic<bool> &stopped,
                          const CoresidentBlocks &others) {
  prepare_for_faults();
  launch_ = &launch;
  stopped_ = &stopped;
  coresident_ = others;
  polls_ = nullptr;
  const std::size_t static_bytes = launch.static_shared_bytes;
  const std::size_t alignment = std::max(abi::shared_alignment, static_bytes & -static_bytes);
  const std::size_t shared_bytes = abi::shared_bytes(static_bytes, launch.dynamic_shared_bytes);
  loop_thread_ = {};
  store(launch.block, loop_thread_.block_dim);
  store(launch.grid, loop_thread_.grid_dim);
  store(launch.cluster, loop_thread_.cluster_dim);
  loop_thread_.shared_memory = shared_.get(shared_bytes, alignment);
  if (shared_bytes > static_bytes) // the gap between the two parts
    sanitizers::make_inaccessible(loop_thread_.shared_memory + static_bytes,
                                  abi::dynamic_shared_offset(static_bytes) - static_bytes);
  loop_thread_.static_shared_bytes = launch.static_shared_bytes;
  loop_thread_.dynamic_shared_bytes = launch.dynamic_shared_bytes;
  loop_thread_.checks = static_cast<abi::CheckState *>(&checks_);
  const std::uint32_t count = small_volume(launch.block);
  const bool is_alone = others.grid == nullptr && others.cluster == nullptr;
  in_lanes_ = is_alone && can_run_in_lanes(launch);
  checks_.prepare(launch, loop_thread_.shared_memory, shared_bytes, in_lanes_);
  joined_ = in_lanes_ ? joined_blocks(launch) : 1;
  constexpr std::uint32_t most_named = 128; // in the error after a fault; a power of two
  loop_thread_.most_running = most_named;
  store({0, 0, 0}, loop_thread_.begin);
  store(launch.block, loop_thread_.end);
  frame_size_ =
      in_lanes_ ? abi::frame_bytes(launch.run_block, launch.block.x * joined_, launch.block.y, launch.block.z)
                : 0;
  frame_begin_ = frame_.get(frame_size_, abi::frame_alignment);
  on_fibers_ = launch.uses_barrier && !in_lanes_ && (count > 1 || !is_alone); // a single thread never waits
  warps_.resize((count + warp_size - 1) / warp_size);
  warps_.front().start(1);
  if (on_fibers_)
    prepare_fibers(count);
}

void BlockRunner::prepare_fibers(std::uint32_t count) {
  if (const std::size_t bytes = fiber_stack_bytes() + added_stack_bytes(); stack_bytes_ != bytes) {
    threads_.clear();
    stack_bytes_ = bytes;
  }
  try {
    unfinished_.reserve(count);
    while (threads_.size() < count)
      threads_.push_back(
          std::make_unique<BlockThread>(*this, static_cast<std::uint32_t>(threads_.size()), stack_bytes_));
  } catch (...) {
    threads_.clear(); // frees memory for others
    if (!free_idle_runners())
      throw;
    prepare_fibers(count);
    return;
  }
  auto thread = threads_.begin();
  for (std::uint32_t z = 0; z < launch_->block.z; ++z)
    for (std::uint32_t y = 0; y < launch_->block.y; ++y)
      for (std::uint32_t x = 0; x < launch_->block.x; ++x, ++thread) {
        (*thread)->position = loop_thread_;
        store({x, y, z}, (*thread)->position.thread_idx);
        (*thread)->position.thread_rank = (*thread)->rank;
      }
}

bool BlockRunner::run(Dim3 block_idx) {
  const ListenForFaults no_kernel(nullptr); // this grid may run within a kernel of another grid
  BlockRunner *const outer_block = running_block;
  abi::CpuThread *const outer_thread = kcc_cpu_thread;
  running_block = this;
  store(block_idx, loop_thread_.block_idx);
  checks_.start_block();
  const Outcome outcome = on_fibers_ ? run_on_fibers() : run_in_a_loop();
  checks_.end_block();
  running_block = outer_block;
  kcc_cpu_thread = outer_thread;
  return outcome != Outcome::faulted;
}

bool BlockRunner::run_part_in_lanes(Dim3 block_idx, unsigned axis, std::uint32_t begin, std::uint32_t end,
                                    bool are_elements) {
  joined_ = 1;
  loop_thread_.elements = are_elements;
  loop_thread_.begin[axis] = begin;
  loop_thread_.end[axis] = end;
  return run_in_lanes(block_idx, 1);
}

bool BlockRunner::run_in_lanes(Dim3 first, std::uint64_t count) {
  const ListenForFaults listen(this);
  BlockRunner *const outer_block = running_block;
  abi::CpuThread *const outer_thread = kcc_cpu_thread;
  running_block = this;
  kcc_cpu_thread = &loop_thread_;
  loop_frame_ = __builtin_frame_address(0);
  run_on_stack(thread_stack());
  trapped_ = false;
  store(first, loop_thread_.block_idx);
  if (launch_->uses_barrier)
    forget_barriers(1);
  if (setjmp(leave_loop_) == 0)
    run_blocks(count);
  running_block = outer_block;
  kcc_cpu_thread = outer_thread;
  return !trapped_;
}

void BlockRunner::run_blocks(std::uint64_t count) {
  const auto run = launch_->run_block.run;
  std::uint32_t *const at = loop_thread_.block_idx;
  const Dim3 grid = launch_->grid;
  while (!stopped_->load(std::memory_order_relaxed)) {
    loop_thread_.thread_rank = 0;
    std::uint32_t joined = 1;
    if (joined_ > 1) {
      joined = static_cast<std::uint32_t>(
          std::min({count, std::uint64_t{joined_}, std::uint64_t{grid.x - at[0]}}));
      loop_thread_.end[0] = joined * launch_->block.x;
    }
    checks_.start_block();
    run(launch_->arguments, &loop_thread_, frame_begin_);
    checks_.end_block();
    count -= joined;
    if (count == 0)
      return;
    at[0] += joined;
    if (at[0] == grid.x) {
      at[0] = 0;
      if (++at[1] == grid.y) {
        at[1] = 0;
        ++at[2];
      }
    }
  }
}

void BlockRunner::begin(Dim3 block_idx) {
  store(block_idx, loop_thread_.block_idx);
  checks_.start_block();
  start_threads(block_idx);
}

BlockRunner::Progress BlockRunner::proceed() {
  BlockRunner *const outer_block = running_block;
  abi::CpuThread *const outer_thread = kcc_cpu_thread;
  running_block = this;
  auto outcome = Outcome::done;
  while (!unfinished_.empty() && outcome == Outcome::done)
    outcome = run_round();
  checks_.end_block();
  running_block = outer_block;
  kcc_cpu_thread = outer_thread;
  switch (outcome) {
  case Outcome::done:
    return Progress::ended;
  case Outcome::waits:
    return Progress::waits;
  case Outcome::polls:
    return Progress::polls;
  case Outcome::faulted:
  case Outcome::given_up:
    break;
  }
  BlockThread *const culprit = running_;
  give_up();
  running_ = culprit;
  return Progress::faulted;
}

void BlockRunner::give_up() {
  BlockRunner *const outer_block = running_block;
  abi::CpuThread *const outer_thread = kcc_cpu_thread;
  running_block = this;
  drop_suspended_threads();
  unfinished_.clear();
  running_block = outer_block;
  kcc_cpu_thread = outer_thread;
}

BlockRunner::Outcome BlockRunner::run_in_a_loop() {
  kcc_cpu_thread = &loop_thread_;
  loop_frame_ = __builtin_frame_address(0);
  run_on_stack(thread_stack());
  loop_thread_.thread_rank = 0;
  trapped_ = false;
  if (launch_->uses_barrier)
    forget_barriers(1);
  const ListenForFaults listen(this);
  if (setjmp(leave_loop_) != 0)
    return trapped_ ? Outcome::faulted : Outcome::given_up;
  const GridLaunch &launch = *launch_;
  if (launch.schedule != nullptr) {
    run_scheduled_loop();
    return Outcome::done;
  }
  for (std::uint32_t z = 0; z < launch.block.z; ++z)
    for (std::uint32_t y = 0; y < launch.block.y; ++y)
      for (std::uint32_t x = 0; x < launch.block.x; ++x) {
        store({x, y, z}, loop_thread_.thread_idx);
        launch.run_thread(launch.arguments);
        ++loop_thread_.thread_rank;
      }
  return Outcome::done;
}

void BlockRunner::start_threads(Dim3 block_idx) {
  unfinished_.clear();
  live_ = small_volume(launch_->block);
  for (std::uint32_t i = 0; i < live_; ++i) {
    store(block_idx, threads_[i]->position.block_idx);
    unfinished_.push_back(threads_[i].get());
  }
  if (launch_->schedule != nullptr)
    schedule_fibers();
  for (std::uint32_t i = 0; i < warps_.size(); ++i)
    warps_[i].start(~std::uint32_t{0} >> (i + 1 < warps_.size() ? 0 : warps_.size() * warp_size - live_));
  forget_barriers(live_);
  all_released_ = false;
  trapped_ = false;
  first_round_ = true;
}

/// After a trap, running_ is still the thread that trapped.
BlockRunner::Outcome BlockRunner::run_on_fibers() {
  start_threads(to_dim3(loop_thread_.block_idx));
  while (!unfinished_.empty())
    if (Outcome outcome = run_round(); outcome != Outcome::done) {
      BlockThread *const culprit = running_;
      drop_suspended_threads();
      running_ = culprit;
      return outcome;
    }
  return Outcome::done;
}

/// Runs every thread that can run until it waits again or ends.
BlockRunner::Outcome BlockRunner::run_round() {
  const bool first = std::exchange(first_round_, false);
  auto still_unfinished = unfinished_.begin();
  if (first)
    run_on_stack(unfinished_.front()->fiber.stack());
  bool ran = false;
  const bool all_ready = first || all_released_;
  for (BlockThread *thread : unfinished_) {
    if (!all_ready && !thread->waits_at->ready(thread->wait_state)) {
      *still_unfinished++ = thread;
      continue;
    }
    all_released_ = false;
    running_ = thread;
    kcc_cpu_thread = &thread->position;
    stack_begin_ = thread->fiber.stack().begin;
    {
      const ListenForFaults listen(this);
      if (first)
        thread->fiber.start(run_one_thread, thread);
      else
        thread->fiber.resume();
    }
    if (trapped_)
      return Outcome::faulted;
    if (thread->fiber.is_suspended()) {
      ran |= thread->waits_at != &polling;
      *still_unfinished++ = thread;
    } else {
      ran = true;
      count_exit(*thread);
    }
  }
  unfinished_.erase(still_unfinished, unfinished_.end());
  if (!ran)
    return no_thread_ran();
  if (polls_ != nullptr)
    polls_->moves();
  return Outcome::done;
}

/// Finds out whether the block waits, polls or is deadlocked, after a round in which no thread ran, or only
/// threads that poll.
BlockRunner::Outcome BlockRunner::no_thread_ran() {
  bool polls = false, waits = false;
  for (const BlockThread *thread : unfinished_) {
    polls |= thread->waits_at == &polling;
    waits |= thread->waits_at->from_outside;
  }
  if (polls || waits) {
    if (stopped_->load(std::memory_order_relaxed))
      return Outcome::given_up;
    if (coresident_.grid != nullptr || coresident_.cluster != nullptr)
      return polls ? Outcome::polls : Outcome::waits;
    return poll_again();
  }
  complaint_.message = "deadlock: " + describe_waiting();
  complaint_.hint = "Let every thread that is waited for arrive, or leave it out of the mask or count";
  complaint_.rule = "deadlock";
  running_ = unfinished_.front();
  return Outcome::faulted;
}

/// From its exit on, a thread counts as arrived at the block's barrier and at its warp's operations.
void BlockRunner::count_exit(const BlockThread &thread) {
  --live_;
  warps_[thread.rank / warp_size].exit(thread.rank % warp_size);
  if (block_barrier_.arrived != 0 && block_barrier_.arrived == live_) {
    release(block_barrier_);
    all_released_ = true;
  }
}

void BlockRunner::run_one_thread(void *block_thread) {
  auto *thread = static_cast<BlockThread *>(block_thread);
  thread->entry_frame = __builtin_frame_address(0);
  const GridLaunch &launch = *thread->runner.launch_;
  if (setjmp(thread->leave) == 0) {
    if (launch.schedule != nullptr)
      thread->runner.stop_if_chosen(*thread);
    launch.run_thread(launch.arguments);
  }
}

/// Each thread leaves its own frames, on its own stack, and its fiber is idle again.
void BlockRunner::drop_suspended_threads() {
  dropping_ = true;
  for (const auto &thread : threads_)
    if (thread->fiber.is_suspended()) {
      running_ = thread.get();
      thread->fiber.resume();
    }
  dropping_ = false;
}

} // namespace kcc::cpu
