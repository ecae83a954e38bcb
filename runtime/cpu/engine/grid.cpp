#include "grid.h"

#include "../../check/settings.h"
#include "../check/polls.h"
#include "block.h"
#include "coresident_grid.h"
#include "dimensions.h"
#include "division.h"
#include "progress_guard.h"
#include "runner_pool.h"
#include "sanitizers.h"
#include "schedule.h"
#include "settings.h"
#include "stack_budget.h"
#include "workers.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <exception>
#include <limits>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>

namespace kcc::cpu {
namespace {

/// Large enough that handing out blocks costs nothing compared with running them, small enough that no thread
/// waits long for the last one.
constexpr std::uint64_t max_chunk = 1024;
constexpr std::uint64_t chunks_per_thread = 16;

} // namespace

StackBudget::Share reserve_stacks(std::size_t count) {
  return BlockRunner::runs_on_this_thread() ? stack_budget().take(count) : stack_budget().wait_for(count);
}

namespace {

/// State shared by the threads that run a grid.
class GridRun {
public:
  GridRun(const GridLaunch &launch, std::uint64_t blocks, std::uint64_t chunk, Division division = {},
          bool is_timed = false)
      : launch_(launch), blocks_(blocks * division.parts), chunk_(chunk), division_(division),
        is_timed_(is_timed) {}

  /// Runs blocks until none is left to start, or for about `limit`. Called by the launching thread and by
  /// helpers.
  void take_part(std::optional<std::chrono::nanoseconds> limit = std::nullopt) noexcept;

  /// Whether no block is left to start.
  bool is_taken() const {
    return stopped_.load(std::memory_order_relaxed) || next_.load(std::memory_order_relaxed) >= blocks_;
  }
  /// For how long the threads have run blocks, in nanoseconds, in all, if that is measured.
  std::uint64_t time() const { return time_.load(std::memory_order_relaxed); }

  /// If blocks are started one by one.
  ProgressGuard::Progress progress() const {
    const std::uint64_t begun = std::min(next_.load(std::memory_order_relaxed), blocks_);
    return {ended_.load(std::memory_order_relaxed), is_taken() ? 0 : blocks_ - begun,
            prepared_.load(std::memory_order_relaxed)};
  }

  /// To be called when no thread takes part any more. Throws if none could.
  std::optional<Fault> result() const;

private:
  bool prepare(StackBudget::Share &share, std::optional<BlockRunnerLease> &lease) noexcept;
  void run_blocks(BlockRunner &runner, std::uint64_t begin, std::uint64_t end);
  void record(Fault fault);

  const std::thread::id launcher_ = std::this_thread::get_id();
  const GridLaunch &launch_;
  const std::uint64_t blocks_; ///< or parts of them
  const std::uint64_t chunk_;  ///< blocks that a thread takes at once
  const Division division_;
  const bool is_timed_;
  std::atomic<std::uint64_t> ended_{0}, prepared_{0};
  std::atomic<std::uint64_t> time_{0};
  alignas(64) std::atomic<std::uint64_t> next_{0}; ///< on its own cache line, because every thread writes it
  alignas(64) std::atomic<bool> stopped_{false};
  std::mutex mutex_;
  std::optional<Fault> fault_;
  std::exception_ptr failure_; ///< why a thread could not take part
};

/// Gets what the thread needs to run blocks. Returns false if it cannot, or need not any more.
bool GridRun::prepare(StackBudget::Share &share, std::optional<BlockRunnerLease> &lease) noexcept {
  if (is_taken()) // before stacks are made for nothing
    return false;
  const std::uint32_t stacks = launch_.uses_barrier ? small_volume(launch_.block) : 0;
  share = std::this_thread::get_id() == launcher_ ? reserve_stacks(stacks) : stack_budget().try_for(stacks);
  if (!share)
    return false;
  try {
    lease.emplace();
    (*lease)->prepare(launch_, stopped_);
    return true;
  } catch (...) {
    std::lock_guard lock(mutex_);
    failure_ = std::current_exception();
    return false;
  }
}

void GridRun::take_part(std::optional<std::chrono::nanoseconds> limit) noexcept {
  StackBudget::Share share;
  std::optional<BlockRunnerLease> lease;
  const bool is_ready = prepare(share, lease);
  prepared_.fetch_add(1, std::memory_order_relaxed);
  if (!is_ready)
    return;
  std::optional<check::Polls::Runner> polls;
  if (launch_.polls != nullptr && kcc::check::are_on_for_polls()) {
    polls.emplace(*launch_.polls); // before it takes a block
    (*lease)->report_polls_to(&*polls);
  }
  using Clock = std::chrono::steady_clock;
  const auto start = is_timed_ ? Clock::now() : Clock::time_point();
  const auto passed = [&] { return Clock::now() - start; };
  while (!stopped_.load(std::memory_order_relaxed) && !(limit && passed() > *limit)) {
    const std::uint64_t begin = next_.fetch_add(chunk_, std::memory_order_relaxed);
    if (launch_.polls != nullptr && begin + chunk_ >= blocks_)
      launch_.polls->note_all_started();
    if (begin >= blocks_)
      break;
    run_blocks(**lease, begin, std::min(begin + chunk_, blocks_));
  }
  if (!is_timed_)
    return;
  time_.fetch_add(static_cast<std::uint64_t>(std::chrono::nanoseconds(passed()).count()),
                  std::memory_order_relaxed);
}

void GridRun::run_blocks(BlockRunner &runner, std::uint64_t begin, std::uint64_t end) {
  const Dim3 grid = launch_.grid;
  if (division_.parts > 1) {
    const auto part = static_cast<std::uint32_t>(begin % division_.parts) * division_.size;
    const std::uint32_t sizes[3] = {launch_.block.x, launch_.block.y, launch_.block.z};
    const std::uint32_t all = division_.elements != 0 ? division_.elements : sizes[division_.axis];
    if (!runner.run_part_in_lanes(index_of_rank(begin / division_.parts, grid), division_.axis, part,
                                  std::min(part + division_.size, all), division_.elements != 0))
      record(runner.take_fault());
    return;
  }
  Dim3 block = index_of_rank(begin, grid);
  if (runner.runs_in_lanes()) {
    if (!runner.run_in_lanes(block, end - begin))
      record(runner.take_fault());
    return;
  }
  for (std::uint64_t i = begin; i < end && !stopped_.load(std::memory_order_relaxed); ++i) {
    if (launch_.schedule != nullptr)
      block = index_of_rank(launch_.schedule->unit(i), grid);
    if (!runner.run(block))
      return record(runner.take_fault());
    if (chunk_ == 1)
      ended_.fetch_add(1, std::memory_order_relaxed);
    if (++block.x == grid.x) {
      block.x = 0;
      if (++block.y == grid.y) {
        block.y = 0;
        ++block.z;
      }
    }
  }
}

void GridRun::record(Fault fault) {
  std::lock_guard lock(mutex_);
  if (!fault_)
    fault_ = std::move(fault);
  stopped_.store(true, std::memory_order_relaxed);
}

std::optional<Fault> GridRun::result() const {
  // A thread that takes a block runs it, so if blocks were never taken, no thread could take part (or there
  // was a trap). If any thread could, the failures of others only made the grid slower.
  if (!fault_ && next_.load(std::memory_order_relaxed) < blocks_)
    std::rethrow_exception(failure_);
  return fault_;
}

} // namespace

std::uint32_t max_cooperative_threads() {
  return static_cast<std::uint32_t>(std::min<std::size_t>(12288, sanitizers::max_fibers()));
}

std::optional<Fault> run_grid(const GridLaunch &given) {
  static std::atomic<std::uint64_t> launches{0};
  GridLaunch launch = given;
  launch.id = launches.fetch_add(1, std::memory_order_relaxed) + 1;
  const auto threads = volume(launch.block, max_block_threads);
  if (!threads)
    throw std::invalid_argument("a block of " + text(launch.block) +
                                " threads cannot run: no dimension may be 0 and their product at most " +
                                std::to_string(max_block_threads));
  const auto blocks = volume(launch.grid, std::numeric_limits<std::int64_t>::max());
  if (!blocks)
    throw std::invalid_argument(
        "a grid of " + text(launch.grid) +
        " blocks cannot run: no dimension may be 0 and their product must be below 2^63");

  const std::optional<std::uint64_t> cluster = volume(launch.cluster, max_non_portable_cluster_blocks);
  if (!cluster || launch.grid.x % launch.cluster.x != 0 || launch.grid.y % launch.cluster.y != 0 ||
      launch.grid.z % launch.cluster.z != 0)
    throw std::invalid_argument("clusters of " + text(launch.cluster) + " blocks cannot run in a grid of " +
                                text(launch.grid) + ": they must divide it and have at most " +
                                std::to_string(max_non_portable_cluster_blocks) + " blocks");
  if (launch.cooperative && *blocks > max_cooperative_threads() / *threads)
    throw std::invalid_argument("a cooperative grid of " + std::to_string(*blocks) + " blocks of " +
                                std::to_string(*threads) + " threads cannot run: there can be " +
                                std::to_string(max_cooperative_threads()) + " threads in all");
  const bool is_coresident = launch.uses_barrier && (launch.cooperative || *cluster > 1);
  const Schedule schedule(launch, is_coresident ? launch.cluster : Dim3{1, 1, 1},
                          is_coresident && launch.cooperative);
  launch.schedule = schedule.is_plain() ? nullptr : &schedule;
  const std::uint64_t units = schedule.units();
  // On one OS thread, races are found in the same way in each run. thread_count() is called all the same, to
  // refuse a wrong setting.
  std::uint64_t helpers = std::min<std::uint64_t>(thread_count() - 1, units - 1);
  if (kcc::check::are_on_for_races())
    helpers = 0;
  check::Polls polls(launch.queues);
  if (is_coresident) {
    launch.polls = &polls;
    return run_coresident(launch, *blocks, units, helpers);
  }

  // Checked threads that may poll have fibers. Those that run in lanes do not poll.
  const bool may_poll = kcc::check::are_on() && launch.uses_barrier && !can_run_in_lanes(launch);
  if (schedule.is_out_of_order() || kcc::check::are_on_for_races() || kcc::check::are_on_for_polls() ||
      may_poll) {
    launch.polls = &polls;
    GridRun run(launch, units, 1);
    {
      const ProgressGuard guard([&] { run.take_part(); }, [&] { return run.progress(); },
                                [&] { return polls.take(); });
      run_on_workers(static_cast<unsigned>(helpers), [&] { run.take_part(); });
    }
    return run.result();
  }

  PastTime past(launch);
  Division division;
  if (!past.was_short())
    division = divide_elements(launch, thread_count());
  const std::uint64_t divided_blocks = division.elements != 0 ? 1 : units;
  if (division.elements == 0)
    division = divide(launch, units, thread_count());
  const bool is_timed = launch.run_block.is_divisible != 0 && (helpers > 0 || division.parts > 1);
  if (!past.was_long() && division.elements == 0)
    division = {};
  if (division.parts > 1)
    helpers = std::min<std::uint64_t>(thread_count() - 1, divided_blocks * division.parts - 1);
  const std::uint64_t chunks = helpers == 0 ? 1 : (helpers + 1) * chunks_per_thread;
  std::uint64_t chunk = std::clamp<std::uint64_t>(units / chunks, 1, max_chunk);
  if (launch.run_block.is_strided != 0)
    chunk =
        std::max(chunk, std::min<std::uint64_t>(joined_blocks(launch), (units + helpers) / (helpers + 1)));
  GridRun run(launch, divided_blocks, division.parts > 1 ? 1 : chunk, division, is_timed);
  constexpr std::uint64_t tries = 16; // launches
  if (is_timed && (!past.was_long() || (past.may_be_short() && launch.id % tries == 0)))
    run.take_part(std::chrono::microseconds(PastTime::least_long));
  if (!run.is_taken())
    run_on_workers(static_cast<unsigned>(helpers), [&] { run.take_part(); });
  if (is_timed)
    past.set(run.time());
  return run.result();
}

} // namespace kcc::cpu
