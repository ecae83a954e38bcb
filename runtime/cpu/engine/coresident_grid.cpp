// How grids run whose blocks wait for each other.
//
// The unit of work is a cluster (without clusters: one block). Its blocks run in turn on one OS thread. In a
// grid that is not cooperative, an OS thread runs one cluster after another.
//
// The blocks of a cooperative grid must all be started, since each may wait for all others. So an OS thread
// keeps a list of the clusters that it has started, runs each as far as possible (run_all), and starts
// another one when none can continue. If there is none left to start, it sleeps in the grid's barrier until
// blocks on other OS threads have arrived there. When all OS threads sleep, the grid is deadlocked.
//
// The first fault or deadlock stops the grid; the other OS threads then drop their blocks.
#include "coresident_grid.h"

#include "../../check/settings.h"
#include "../check/polls.h"
#include "block.h"
#include "dimensions.h"
#include "schedule.h"
#include "settings.h"
#include "workers.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

namespace kcc::cpu {
namespace {

/// The blocks of one cluster, which all run on one OS thread.
class Cluster {
public:
  Cluster(const GridLaunch &launch, const std::atomic<bool> &stopped, InterBlockBarrier *grid, Dim3 first)
      : launch_(launch) {
    const std::uint32_t count = small_volume(launch.cluster);
    for (std::uint32_t rank = 0; rank < count; ++rank) {
      runners_.push_back(std::make_unique<BlockRunner>());
      ranks_.push_back(runners_.back().get());
    }
    const CoresidentBlocks others{
        grid, count == 1 ? nullptr : &barrier_.emplace("sync_cluster()", launch.cluster, first, count),
        &ranks_};
    for (BlockRunner *runner : ranks_)
      runner->prepare(launch, stopped, others);
    begin(first);
  }

  /// Starts the next cluster; the blocks of the previous one must have ended.
  void begin(Dim3 first) {
    barrier_.emplace("sync_cluster()", launch_.cluster, first,
                     static_cast<std::uint32_t>(ranks_.size())); // at the same address
    unfinished_ = ranks_;
    for (std::uint32_t rank = 0; rank < ranks_.size(); ++rank) {
      const Dim3 at = index_of_rank(rank, launch_.cluster);
      ranks_[rank]->begin({first.x + at.x, first.y + at.y, first.z + at.z});
    }
    if (launch_.schedule != nullptr)
      launch_.schedule->arrange(unfinished_, launch_.schedule->block_rank(first));
  }

  /// Runs the blocks until all have ended, one has faulted, or none can run; a block's fault goes to `fault`.
  BlockRunner::Progress proceed(std::optional<Fault> &fault) {
    using Progress = BlockRunner::Progress;
    bool polls = false;
    for (std::uint32_t passed = ~barrier_->passed(); passed != barrier_->passed() && !unfinished_.empty();) {
      passed = barrier_->passed();
      for (auto runner = unfinished_.begin(); runner != unfinished_.end();) {
        const Progress progress = (*runner)->proceed();
        if (progress == Progress::faulted) {
          fault = (*runner)->take_fault();
          unfinished_.erase(runner);
          return progress;
        }
        polls |= progress == Progress::polls;
        runner = progress == Progress::ended ? unfinished_.erase(runner) : runner + 1;
      }
    }
    return unfinished_.empty() ? Progress::ended : polls ? Progress::polls : Progress::waits;
  }

  Fault end_in_deadlock() {
    BlockRunner *runner = unfinished_.front();
    unfinished_.erase(unfinished_.begin());
    return runner->end_in_deadlock();
  }

  bool only_polls() const { return std::ranges::all_of(unfinished_, &BlockRunner::only_polls); }
  /// Null if none has a thread that polls.
  BlockRunner *take_polling() {
    const auto found = std::ranges::find_if(unfinished_, &BlockRunner::polls);
    if (found == unfinished_.end())
      return nullptr;
    BlockRunner *const runner = *found;
    unfinished_.erase(found);
    return runner;
  }

  /// Adds what describe_polls() says of each block with threads that poll.
  void describe_polls(std::vector<std::string> &polls) {
    for (BlockRunner *const runner : unfinished_)
      if (runner->polls())
        polls.push_back(runner->describe_polls());
  }

  void give_up() {
    for (BlockRunner *runner : std::exchange(unfinished_, {}))
      runner->give_up();
  }

private:
  const GridLaunch &launch_;
  std::optional<InterBlockBarrier> barrier_;
  std::vector<std::unique_ptr<BlockRunner>> runners_;
  std::vector<BlockRunner *> ranks_;
  std::vector<BlockRunner *> unfinished_;
};

/// State shared by the OS threads that run the grid.
class CoresidentRun {
public:
  CoresidentRun(const GridLaunch &launch, std::uint64_t blocks, std::uint64_t clusters)
      : launch_(launch), clusters_(clusters),
        barrier_("sync_grid()", launch.grid, {0, 0, 0}, static_cast<std::uint32_t>(blocks)) {}

  /// A cooperative grid needs all its stacks at the same time; other grids need those of one cluster per OS
  /// thread.
  std::size_t stacks_to_launch() const {
    return launch_.cooperative ? clusters_ * cluster_stacks() : cluster_stacks();
  }
  void take_part() noexcept;

  /// To be called when no thread takes part any more.
  std::optional<Fault> result() const {
    if (failure_)
      std::rethrow_exception(failure_);
    return fault_;
  }

private:
  using Clusters = std::vector<std::unique_ptr<Cluster>>;

  std::size_t cluster_stacks() const {
    return std::size_t{small_volume(launch_.block)} * small_volume(launch_.cluster);
  }
  std::optional<Dim3> next_cluster();
  bool begin_one(Clusters &running, Clusters &idle);
  bool run_all(Clusters &running, Clusters &idle);
  void wait_for_news(Clusters &running, std::uint32_t seen);
  void look_for_livelock(Clusters &running, check::Polls::Runner &polls);
  void end(std::optional<Fault> fault, std::exception_ptr failure);

  const std::thread::id launcher_ = std::this_thread::get_id();
  const GridLaunch &launch_;
  const std::uint64_t clusters_;
  /// For sync_grid() if the grid is cooperative. OS threads sleep in it in any case.
  InterBlockBarrier barrier_;
  std::atomic<std::uint64_t> next_{0};
  std::atomic<bool> stopped_{false};
  std::mutex mutex_;
  std::optional<Fault> fault_;
  std::exception_ptr failure_;
};

/// Blocks of a cooperative grid wait for blocks that have not started, so a thread with nothing to run starts
/// another block, until all have started. The clusters of other grids run one after another.
void CoresidentRun::take_part() noexcept {
  StackBudget::Share share;
  if (!launch_.cooperative && std::this_thread::get_id() != launcher_ &&
      !(share = stack_budget().try_for(cluster_stacks())))
    return;
  std::optional<check::Polls::Runner> polling;
  if (kcc::check::are_on_for_polls())
    polling.emplace(*launch_.polls);
  barrier_.enter();
  Clusters running, idle;
  while (!stopped_.load(std::memory_order_relaxed)) {
    const std::uint32_t seen = barrier_.passed();
    const bool polls = run_all(running, idle);
    if (stopped_.load(std::memory_order_relaxed) || barrier_.passed() != seen)
      continue;
    if ((launch_.cooperative || running.empty()) && begin_one(running, idle))
      continue;
    if (running.empty())
      break;
    if (polls) {
      if (polling)
        look_for_livelock(running, *polling);
      std::this_thread::yield();
    } else {
      if (polling)
        polling->sleeps();
      wait_for_news(running, seen);
    }
    if (polling && barrier_.passed() != seen)
      polling->moves();
  }
  for (const auto &cluster : running)
    cluster->give_up();
  barrier_.leave();
}

std::optional<Dim3> CoresidentRun::next_cluster() {
  std::uint64_t i = next_.fetch_add(1, std::memory_order_relaxed);
  if (i + 1 >= clusters_ && launch_.polls != nullptr)
    launch_.polls->note_all_started();
  if (i >= clusters_)
    return std::nullopt;
  if (launch_.schedule != nullptr)
    i = launch_.schedule->unit(i);
  const Dim3 size = launch_.cluster;
  const Dim3 at = index_of_rank(i, in_units(launch_.grid, size));
  return Dim3{at.x * size.x, at.y * size.y, at.z * size.z};
}

bool CoresidentRun::begin_one(Clusters &running, Clusters &idle) {
  const std::optional<Dim3> first = next_cluster();
  if (!first)
    return false;
  try {
    if (idle.empty()) {
      running.push_back(
          std::make_unique<Cluster>(launch_, stopped_, launch_.cooperative ? &barrier_ : nullptr, *first));
    } else {
      running.push_back(std::move(idle.back()));
      idle.pop_back();
      running.back()->begin(*first);
    }
  } catch (...) {
    end(std::nullopt, std::current_exception());
  }
  return true;
}

/// Runs every cluster as far as possible. Returns whether one polls.
bool CoresidentRun::run_all(Clusters &running, Clusters &idle) {
  using Progress = BlockRunner::Progress;
  bool polls = false;
  for (auto cluster = running.begin(); cluster != running.end();) {
    std::optional<Fault> fault;
    const Progress progress = (*cluster)->proceed(fault);
    if (progress == Progress::faulted) {
      // The fault has neither message nor trap: another OS thread has stopped the grid, and this block was
      // given up.
      end(std::move(fault), nullptr);
      return false;
    }
    polls |= progress == Progress::polls;
    if (progress == Progress::ended) {
      idle.push_back(std::move(*cluster));
      cluster = running.erase(cluster);
    } else {
      ++cluster;
    }
  }
  return polls;
}

/// All blocks of this OS thread wait for blocks of others, or are deadlocked.
void CoresidentRun::wait_for_news(Clusters &running, std::uint32_t seen) {
  const bool in_vain = !launch_.cooperative || barrier_.sleep(seen) == InterBlockBarrier::News::deadlock;
  if (in_vain)
    end(running.front()->end_in_deadlock(), nullptr);
}

/// What the blocks that this OS thread runs poll: "block (1, 0, 0): thread (0, 0, 0) polls ...".
static std::string polls_of(const std::vector<std::unique_ptr<Cluster>> &clusters) {
  constexpr std::size_t most = 3;
  std::vector<std::string> polls;
  for (const auto &cluster : clusters)
    cluster->describe_polls(polls);
  std::string text;
  for (std::size_t i = 0; i < polls.size() && i < most; ++i)
    text += (i == 0 ? "" : "; ") + polls[i];
  return text + (polls.size() > most ? "; and " + std::to_string(polls.size() - most) + " more blocks" : "");
}

/// Threads of its blocks have just polled, and the others wait.
void CoresidentRun::look_for_livelock(Clusters &running, check::Polls::Runner &polls) {
  if (!std::ranges::all_of(running, [](const auto &cluster) { return cluster->only_polls(); }))
    return polls.moves();
  if (!polls.only_polls())
    return;
  for (const auto &cluster : running)
    if (BlockRunner *const runner = cluster->take_polling())
      return end(runner->end_in_livelock(polls_of(running)), nullptr);
}

/// The first one to arrive counts.
void CoresidentRun::end(std::optional<Fault> fault, std::exception_ptr failure) {
  {
    const std::lock_guard lock(mutex_);
    if (!stopped_.exchange(true, std::memory_order_relaxed)) {
      fault_ = std::move(fault);
      failure_ = std::move(failure);
    }
  }
  barrier_.stop();
}

} // namespace

std::optional<Fault> run_coresident(const GridLaunch &launch, std::uint64_t blocks, std::uint64_t clusters,
                                    std::uint64_t helpers) {
  CoresidentRun run(launch, blocks, clusters);
  const StackBudget::Share share = reserve_stacks(run.stacks_to_launch());
  run_on_workers(static_cast<unsigned>(helpers), [&] { run.take_part(); });
  return run.result();
}

} // namespace kcc::cpu
