#include "block.h"

#include "deadlock.h"
#include "runner_pool.h"
#include "settings.h"
#include "text.h"

#include <array>
#include <bit>
#include <cstdio>
#include <cstdlib>
#include <thread>
#include <utility>

thread_local constinit kcc::abi::CpuThread *kcc_cpu_thread = nullptr;

namespace kcc::cpu {
namespace {

thread_local constinit BlockRunner *running_block = nullptr;

[[noreturn]] void end_process(const char *what, const char *why) {
  std::fprintf(stderr, "kcc: CPU device: %s%s\n", what, why);
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

/// A thread of a block whose threads wait. Its fiber outlives it and serves the next block's thread of the
/// same number.
struct BlockRunner::BlockThread {
  BlockThread(BlockRunner &runner, std::uint32_t rank, std::size_t stack_bytes)
      : rank(rank), runner(runner), fiber(stack_bytes, rank) {}

  abi::CpuThread position{};
  const WaitKind *waits_at = nullptr; ///< while it is suspended
  const void *wait_state = nullptr;
  std::uint32_t rank; ///< in the block, x fastest
  BlockRunner &runner;
  Fiber fiber;
  void *entry_frame = nullptr; ///< of the runner's own function at the bottom of the stack
  std::uint64_t call_site = 0; ///< of active_mask()
  std::uint32_t group = 0;     ///< its result, once it is known
  std::jmp_buf leave;          ///< where a trap goes, on the fiber's own stack
};

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

bool BlockRunner::runs_on_this_thread() noexcept {
  return running_block != nullptr;
}

void BlockRunner::prepare(const GridLaunch &launch, const std::atomic<bool> &stopped,
                          const Neighbours &neighbours) {
  prepare_for_faults();
  launch_ = &launch;
  stopped_ = &stopped;
  neighbours_ = neighbours;
  // The dynamic part begins where compiled kernels look for it: on the next 128 bytes.
  const std::size_t static_bytes = (std::size_t{launch.static_shared_bytes} + 127) / 128 * 128;
  const std::size_t shared_bytes = launch.dynamic_shared_bytes == 0
                                       ? launch.static_shared_bytes
                                       : static_bytes + launch.dynamic_shared_bytes;
  loop_thread_ = {};
  store(launch.block, loop_thread_.block_dim);
  store(launch.grid, loop_thread_.grid_dim);
  store(launch.cluster, loop_thread_.cluster_dim);
  loop_thread_.shared_memory = shared_.get(shared_bytes);
  if (shared_bytes > launch.static_shared_bytes) // the gap between the two parts
    sanitizers::make_inaccessible(loop_thread_.shared_memory + launch.static_shared_bytes,
                                  static_bytes - launch.static_shared_bytes);
  loop_thread_.static_shared_bytes = launch.static_shared_bytes;
  loop_thread_.dynamic_shared_bytes = launch.dynamic_shared_bytes;

  const std::uint32_t count = launch.block.x * launch.block.y * launch.block.z;
  const bool is_alone = neighbours.grid == nullptr && neighbours.cluster == nullptr;
  on_fibers_ = launch.uses_barrier && (count > 1 || !is_alone); // a thread alone never waits
  warps_.resize((count + warp_size - 1) / warp_size);
  warps_.front().start(1);
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
      threads_.push_back(
          std::make_unique<BlockThread>(*this, static_cast<std::uint32_t>(threads_.size()), stack_bytes_));
  } catch (...) {
    threads_.clear(); // for those who can make use of the memory
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

std::optional<Fault> BlockRunner::run(Dim3 block_idx) {
  const ListenForFaults no_kernel(nullptr); // this grid may run within a kernel of another
  BlockRunner *const outer_block = running_block;
  abi::CpuThread *const outer_thread = kcc_cpu_thread;
  running_block = this;
  store(block_idx, loop_thread_.block_idx);
  std::optional<Fault> fault;
  if ((on_fibers_ ? run_on_fibers() : run_in_a_loop()) == Outcome::faulted)
    fault = take_fault();
  running_block = outer_block;
  kcc_cpu_thread = outer_thread;
  return fault;
}

Fault BlockRunner::take_fault() {
  if (hardware_fault_.signal != 0)
    complaint_ =
        describe(std::exchange(hardware_fault_, {}), running_stack(), StackPool::guard_bytes, on_fibers_);
  const abi::CpuThread &culprit = on_fibers_ ? running_->position : loop_thread_;
  return {to_dim3(culprit.block_idx), to_dim3(culprit.thread_idx), std::exchange(complaint_.message, {}),
          std::exchange(complaint_.hint, {}), std::exchange(failure_, std::nullopt)};
}

void BlockRunner::begin(Dim3 block_idx) {
  store(block_idx, loop_thread_.block_idx);
  start_threads(block_idx);
}

BlockRunner::Progress BlockRunner::proceed() {
  BlockRunner *const outer_block = running_block;
  abi::CpuThread *const outer_thread = kcc_cpu_thread;
  running_block = this;
  auto outcome = Outcome::done;
  while (!unfinished_.empty() && outcome == Outcome::done)
    outcome = run_round();
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

Fault BlockRunner::end_in_deadlock() {
  complaint_.message = "deadlock: " + describe_waiting();
  complaint_.hint = "Let every thread of the grid come there, in the same order";
  BlockThread *const culprit = unfinished_.front();
  give_up();
  running_ = culprit;
  return take_fault();
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
  loop_thread_.thread_rank = 0;
  trapped_ = false;
  if (launch_->uses_barrier)
    forget_barriers(1);
  const ListenForFaults listen(this);
  if (setjmp(leave_loop_) != 0)
    return trapped_ ? Outcome::faulted : Outcome::given_up;
  const GridLaunch &launch = *launch_;
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
  const Dim3 block = launch_->block;
  unfinished_.clear();
  live_ = block.x * block.y * block.z;
  for (std::uint32_t i = 0; i < live_; ++i) {
    store(block_idx, threads_[i]->position.block_idx);
    unfinished_.push_back(threads_[i].get());
  }
  for (std::uint32_t i = 0; i < warps_.size(); ++i)
    warps_[i].start(~std::uint32_t{0} >> (i + 1 < warps_.size() ? 0 : warps_.size() * warp_size - live_));
  forget_barriers(live_);
  all_released_ = false;
  trapped_ = false;
  first_round_ = true;
}

/// After a trap running_ is still the thread that trapped.
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

/// Every thread that can run does so, up to where it waits next or to its end.
BlockRunner::Outcome BlockRunner::run_round() {
  const bool first = std::exchange(first_round_, false);
  auto still_unfinished = unfinished_.begin();
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
  return ran ? Outcome::done : no_thread_ran();
}

/// Or those that ran only polled.
BlockRunner::Outcome BlockRunner::no_thread_ran() {
  bool polls = false, waits = false;
  for (const BlockThread *thread : unfinished_) {
    polls |= thread->waits_at == &polling;
    waits |= thread->waits_at->from_outside;
  }
  if (polls || waits) {
    if (stopped_->load(std::memory_order_relaxed))
      return Outcome::given_up;
    if (neighbours_.grid != nullptr || neighbours_.cluster != nullptr)
      return polls ? Outcome::polls : Outcome::waits;
    std::this_thread::yield();
    return Outcome::done;
  }
  complaint_.message = "deadlock: " + describe_waiting();
  complaint_.hint = "Let all threads that are waited for come there, or leave them out of the mask or count";
  running_ = unfinished_.front();
  return Outcome::faulted;
}

std::string BlockRunner::describe_waiting() const {
  std::vector<WaitingThread> waiting;
  for (const BlockThread *thread : unfinished_)
    waiting.push_back({thread->rank, thread->waits_at, thread->wait_state});
  return describe_deadlock(waiting, launch_->block);
}

/// A thread that has exited counts as arrived at the block's barrier from then on, and at operations of its
/// warp.
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

inline void BlockRunner::suspend(BlockThread &self, const WaitKind &kind, const void *state) {
  self.waits_at = &kind;
  self.wait_state = state;
  self.fiber.suspend();
  if (dropping_)
    std::longjmp(self.leave, 1);
}

void BlockRunner::wait_until(const WaitKind &kind, const void *state) {
  if (!on_fibers_ && !launch_->uses_barrier)
    end_process("a kernel whose manifest says \"uses_barrier\": false called ",
                (kind.name(state) + "; the image and its manifest do not belong together").c_str());
  if (!on_fibers_) { // a thread alone
    while (!kind.ready(state)) {
      if (!kind.from_outside)
        fail([&] {
          return Complaint{"deadlock: " +
                               describe_deadlock(std::array{WaitingThread{0, &kind, state}}, launch_->block),
                           "The block has one thread: nobody else can come there"};
        });
      yield();
    }
    return;
  }
  suspend(*running_, kind, state);
}

constexpr WaitKind BlockRunner::polling = {.ready = [](const void *) { return true; },
                                           .name = [](const void *) -> std::string { return "polling"; }};

void BlockRunner::yield() {
  if (!on_fibers_) {
    std::this_thread::yield();
    if (stopped_->load(std::memory_order_relaxed))
      std::longjmp(leave_loop_, 1);
    return;
  }
  suspend(*running_, polling, nullptr);
}

namespace {

struct BarrierWait {
  const Barrier &barrier;
  std::uint32_t generation;
};

} // namespace

constexpr WaitKind BlockRunner::barrier_wait = {
    .ready =
        [](const void *state) {
          const auto &wait = *static_cast<const BarrierWait *>(state);
          return wait.barrier.generation != wait.generation;
        },
    .name = [](const void *state) -> std::string {
      const Barrier &barrier = static_cast<const BarrierWait *>(state)->barrier;
      return barrier.expected == 0
                 ? barrier.name
                 : std::string(barrier.name) + " of " + std::to_string(barrier.expected) + " threads";
    }};

void BlockRunner::arrive(Barrier &barrier, std::uint32_t count) {
  const std::uint32_t all = on_fibers_ ? live_ : 1;
  barrier.arrived += count;
  if (barrier.arrived >= (barrier.expected == 0 ? all : barrier.expected))
    release(barrier);
}

/// The last to arrive waits as well, for its turn: so between two barriers threads run in their order.
void BlockRunner::wait_at(Barrier &barrier, std::uint32_t count) {
  const BarrierWait wait{barrier, barrier.generation};
  arrive(barrier, count);
  wait_until(barrier_wait, &wait);
}

void BlockRunner::wait_at_block_barrier() {
  const BarrierWait wait{block_barrier_, block_barrier_.generation};
  arrive(block_barrier_);
  all_released_ = block_barrier_.generation != wait.generation;
  if (on_fibers_)
    suspend(*running_, barrier_wait, &wait);
  else
    wait_until(barrier_wait, &wait);
}

namespace {

struct LaneWait {
  const Warp &warp;
  std::uint32_t thread_rank;
  unsigned lane() const { return thread_rank % warp_size; }
};

} // namespace

constexpr WaitKind BlockRunner::warp_wait = {
    .ready =
        [](const void *state) {
          const auto &wait = *static_cast<const LaneWait *>(state);
          return !wait.warp.is_waiting(wait.lane());
        },
    .name = [](const void *state) -> std::string {
      const auto &wait = *static_cast<const LaneWait *>(state);
      return name_of(wait.warp.call(wait.lane()));
    },
    .misses =
        [](const void *state, std::uint32_t rank) {
          const auto &wait = *static_cast<const LaneWait *>(state);
          return rank / warp_size == wait.thread_rank / warp_size &&
                 (wait.warp.missing(wait.lane()) >> rank % warp_size & 1) != 0;
        }};

std::uint64_t BlockRunner::run_with_warp(const WarpCall &call) {
  const std::uint32_t rank = on_fibers_ ? running_->rank : 0;
  Warp &warp = warps_[rank / warp_size];
  const LaneWait wait{warp, rank};
  if ((call.mask >> wait.lane() & 1) == 0)
    fail([&] {
      return Complaint{name_of(call) + " is called by lane " + std::to_string(wait.lane()) +
                           ", which is not in the mask",
                       "A mask names all lanes that make the call, the calling one among them"};
    });
  if (const unsigned other = warp.lane_in_conflict(wait.lane(), call); other != warp_size)
    fail([&] {
      return Complaint{name_of(call) + " waits for thread " +
                           text(thread_of_rank(rank - wait.lane() + other, launch_->block)) +
                           ", which waits at " + name_of(warp.call(other)) + " for this one",
                       "All lanes of a mask make the same call with the same mask"};
    });
  warp.arrive(wait.lane(), call);
  // The last to come waits as well, for its turn: lanes go on in their order.
  if (!on_fibers_)
    wait_until(warp_wait, &wait);
  else if ((call.mask & warp.live()) != std::uint32_t{1} << wait.lane())
    suspend(*running_, warp_wait, &wait);
  return warp.result(wait.lane());
}

constexpr WaitKind BlockRunner::active_wait = {
    .ready = group_is_known, .name = [](const void *) -> std::string { return "kcc::warp::active_mask()"; }};

/// All that can come have come when no lane of the warp can go on.
bool BlockRunner::group_is_known(const void *block_thread) {
  const auto &self = *static_cast<const BlockThread *>(block_thread);
  if (self.group != 0)
    return true;
  BlockRunner &runner = self.runner;
  const std::uint32_t first_rank = self.rank / warp_size * warp_size;
  std::uint32_t active = 0;
  for (std::uint32_t lanes = runner.warps_[first_rank / warp_size].live(); lanes != 0; lanes &= lanes - 1) {
    const auto lane = static_cast<std::uint32_t>(std::countr_zero(lanes));
    const BlockThread &thread = *runner.threads_[first_rank + lane];
    const bool is_here = thread.waits_at == &active_wait;
    if (is_here ? thread.group != 0
                : thread.waits_at != &polling && thread.waits_at->ready(thread.wait_state))
      return false;
    active |= std::uint32_t{is_here} << lane;
  }
  runner.group_active_lanes(first_rank, active);
  return true;
}

void BlockRunner::group_active_lanes(std::uint32_t first_rank, std::uint32_t lanes) {
  while (lanes != 0) {
    const std::uint64_t site =
        threads_[first_rank + static_cast<unsigned>(std::countr_zero(lanes))]->call_site;
    std::uint32_t group = 0;
    for (std::uint32_t lane = 0; lane < warp_size; ++lane)
      if ((lanes >> lane & 1) != 0 && threads_[first_rank + lane]->call_site == site)
        group |= std::uint32_t{1} << lane;
    for (std::uint32_t lane = 0; lane < warp_size; ++lane)
      if ((group >> lane & 1) != 0)
        threads_[first_rank + lane]->group = group;
    lanes &= ~group;
  }
}

std::uint32_t BlockRunner::active_mask(void *frame) {
  if (!on_fibers_)
    return 1;
  BlockThread &self = *running_;
  self.group = 0;
  // The return addresses up to the kernel. A frame begins with the caller's frame and the return address, by
  // the ABIs of x86-64 and of AArch64 alike.
  self.call_site = 0;
  for (auto *at = static_cast<void **>(frame); at < self.entry_frame; at = static_cast<void **>(at[0])) {
    self.call_site = self.call_site * 0x9e3779b97f4a7c15 + reinterpret_cast<std::uintptr_t>(at[1]);
    if (at[0] <= at)
      break;
  }
  suspend(self, active_wait, &self);
  return self.group;
}

/// In the signal handler: what the fault means is found out when the thread has been left.
void BlockRunner::leave_after(const HardwareFault &fault) noexcept {
  hardware_fault_ = fault;
  trapped_ = true;
  std::longjmp(on_fibers_ ? running_->leave : leave_loop_, 1);
}

/// By longjmp, as compiled kernels have no unwind tables to throw through.
void BlockRunner::trap() {
  failure_ = take_failure();
  trapped_ = true;
  std::longjmp(on_fibers_ ? running_->leave : leave_loop_, 1);
}

} // namespace kcc::cpu

void kcc_cpu_sync_threads() {
  kcc::cpu::BlockRunner::current("sync_threads()").wait_at_block_barrier();
}

void kcc_cpu_yield(std::uint32_t) {
  kcc::cpu::BlockRunner::current("a polling function").yield();
}

std::uint64_t kcc_cpu_grid_id() {
  return kcc::cpu::BlockRunner::current("grid_id()").launch().id;
}

void kcc_cpu_trap() {
  kcc::cpu::BlockRunner::current("a trap").trap();
}
