#include "races.h"

#include "../engine/dimensions.h"
#include "of_launch.h"

#include "../../check/report.h"

#include <kcc/abi/cpu_checks.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <thread>
#include <utility>

namespace kcc::cpu::check {

namespace {

// The numbers of std::memory_order.
bool acquires(std::uint8_t order) {
  return order == 2 || order >= 4;
}
bool releases(std::uint8_t order) {
  return order >= 3;
}

/// Of a node that says something about threads of several blocks.
constexpr std::uint32_t no_block = ~std::uint32_t{0};

std::atomic_flag lock_flag = ATOMIC_FLAG_INIT;

} // namespace

RaceLock::RaceLock() {
  for (unsigned tries = 0; lock_flag.test_and_set(std::memory_order_acquire); ++tries)
    if (tries >= 64) // whoever holds it may wait for this processor
      std::this_thread::yield();
}
RaceLock::~RaceLock() {
  lock_flag.clear(std::memory_order_release);
}

namespace {

/// The threads of a node, as bits of those from `first_rank` on.
std::uint32_t lanes_from(std::uint32_t first_rank, const SyncNode &node) {
  const std::int64_t distance = std::int64_t{node.first_rank} - first_rank;
  if (distance <= -32 || distance >= 32)
    return 0;
  return distance < 0 ? node.lanes >> -distance : node.lanes << distance;
}

/// Whether a node says nothing itself.
bool is_join(const SyncNode &node) {
  return node.lanes == 0 && node.base == 0;
}

/// Whether the later node is of a thread that knew all that the other one says: because it is of the same
/// thread, or has passed a barrier with it.
bool comes_after(const SyncNode &later, const SyncNode &node) {
  return &later == &node ||
         (later.block == node.block && !is_join(node) && node.clock <= later.clock &&
          ((lanes_from(later.first_rank, node) & later.lanes) != 0 || node.clock < later.base));
}

/// Whether what the node itself says, without its parents, is also said by the later one.
bool says_all_of(const SyncNode &later, const SyncNode &node) {
  if (is_join(node))
    return true;
  if (later.block != node.block)
    return false;
  return node.clock <= later.base ||
         (node.base <= later.base &&
          std::popcount(node.lanes) == std::popcount(lanes_from(later.first_rank, node) & later.lanes));
}

/// Whether a node is known to know another one; true is right, false need not be.
bool knows_at_once(const SyncNode &from, const SyncNode &node) {
  const auto is_after = [&](const SyncNode &later) {
    if (comes_after(later, node))
      return true;
    if (!is_join(node) || !node.more_parents.empty())
      return false;
    return std::ranges::all_of(
        node.parents, [&](const SyncNode *parent) { return !parent || comes_after(later, *parent); });
  };
  return is_after(from) || std::ranges::any_of(from.parents, [&](const SyncNode *parent) {
           return parent && is_after(*parent);
         });
}

} // namespace

/// A thread that does the same again and again would make a long chain, so parents that say nothing that the
/// node does not are left out: their own parents take their places.
SyncNode *LaunchRaces::make(SyncNode node, std::span<SyncNode *const> parents) {
  constexpr std::size_t most_steps = 16, most_compared = 8;
  open_.assign(parents.rbegin(), parents.rend());
  known_.clear();
  const auto is_known = [&](const SyncNode &other) {
    const auto compared = std::span(known_).last(std::min(known_.size(), most_compared));
    return std::ranges::any_of(compared, [&](const SyncNode *one) { return comes_after(*one, other); });
  };
  for (std::size_t steps = 0; !open_.empty();) {
    SyncNode *const parent = open_.back();
    open_.pop_back();
    if (!parent || is_known(*parent))
      continue;
    const auto count =
        parent->parents.size() - static_cast<std::size_t>(std::ranges::count(parent->parents, nullptr));
    const bool fits = count <= 1 || open_.size() + known_.size() + count <= node.parents.size();
    if (fits && parent->more_parents.empty() && steps < most_steps + parents.size() &&
        says_all_of(node, *parent)) {
      ++steps;
      for (SyncNode *const before : parent->parents)
        if (before)
          open_.push_back(before);
      continue;
    }
    if (known_.size() <= most_compared)
      std::erase_if(known_, [&](const SyncNode *one) { return comes_after(*parent, *one); });
    known_.push_back(parent);
  }
  const std::size_t direct = std::min(known_.size(), node.parents.size());
  std::copy_n(known_.begin(), direct, node.parents.begin());
  node.more_parents.assign(known_.begin() + static_cast<std::ptrdiff_t>(direct), known_.end());
  return &nodes_.emplace_back(std::move(node));
}

SyncNode *LaunchRaces::join(SyncNode *a, SyncNode *b) {
  if (!a || a == b)
    return b;
  if (!b || knows_at_once(*a, *b))
    return a;
  if (knows_at_once(*b, *a))
    return b;
  const std::uint32_t block = a->block == b->block ? a->block : no_block;
  return make({.clock = advance(), .block = block, .first_rank = 0, .lanes = 0, .base = 0}, std::array{a, b});
}

/// Visits the nodes behind one that are newer than a clock: older ones cannot know what was done then. Ends
/// when `visit` returns false. Returns whether it did not give up. `goes_on`: those that the last search has
/// visited are left out.
template <class F> bool LaunchRaces::search(SyncNode *from, std::uint32_t clock, bool goes_on, F &&visit) {
  // A search this long is taken for a success: better to miss a race than to report one that is none.
  constexpr std::size_t short_search = 1 << 16, long_search = 1 << 23;
  const std::size_t most_nodes = std::max(short_search, std::min(long_search, left_to_visit_));
  if (!goes_on)
    ++visit_;
  open_.clear();
  const auto open = [&](SyncNode *node) {
    if (node && node->clock > clock && node->visit != visit_) {
      node->visit = visit_;
      open_.push_back(node);
    }
  };
  open(from);
  std::size_t visited = 0;
  for (; !open_.empty() && visited != most_nodes; ++visited) {
    const SyncNode &node = *open_.back();
    open_.pop_back();
    if (!visit(node)) {
      open_.clear();
      break;
    }
    node.for_each_parent(open);
  }
  if (visited > short_search)
    left_to_visit_ -= std::min(left_to_visit_, visited);
  if (open_.empty())
    return true;
  kcc::check::note_search_given_up();
  return false;
}

std::uint32_t LaunchRaces::known_clock(SyncNode *from, const Cell &access) {
  std::uint32_t clock = 0;
  const Missed missed{visit_, access.block, access.rank, access.clock};
  const bool is_done = search(from, access.clock, missed_ == missed, [&](const SyncNode &node) {
    const std::uint32_t lane = access.rank - node.first_rank;
    if (node.block != access.block)
      return true;
    if (lane < 32 && (node.lanes >> lane & 1) != 0)
      clock = node.clock;
    else if (access.clock < node.base)
      clock = node.base;
    return clock == 0;
  });
  missed_ = {};
  if (!is_done)
    return access.clock + 1;
  if (clock == 0)
    missed_ = {visit_, access.block, access.rank, access.clock};
  return clock;
}

void LaunchRaces::forget_known(SyncNode *from, std::vector<UnorderedAccess> &accesses) {
  std::ranges::sort(accesses, {}, &UnorderedAccess::block);
  std::uint32_t oldest = ~std::uint32_t{0};
  for (const UnorderedAccess &access : accesses)
    oldest = std::min(oldest, access.clock);
  std::size_t left = accesses.size();
  const auto tell = [&](const SyncNode &node) {
    if (node.block == no_block)
      return true;
    for (UnorderedAccess &access :
         std::ranges::equal_range(accesses, node.block, {}, &UnorderedAccess::block)) {
      if (access.lanes == 0 || node.clock <= access.clock)
        continue;
      if (access.clock < node.base)
        access.lanes = 0;
      else
        access.lanes &= ~lanes_from(access.first_rank, node);
      left -= access.lanes == 0;
    }
    return left != 0;
  };
  if (!search(from, oldest, /*goes_on=*/false, tell))
    accesses.clear();
}

std::uint32_t LaunchRaces::add_history() {
  if (free_histories_.empty()) {
    histories_.emplace_back();
    return static_cast<std::uint32_t>(histories_.size() - 1);
  }
  const std::uint32_t index = free_histories_.back();
  free_histories_.pop_back();
  return index;
}

void LaunchRaces::remove_history(std::uint32_t index) {
  histories_[index] = {};
  free_histories_.push_back(index);
}

std::uint32_t LaunchRaces::grid_base(std::uint32_t round) {
  if (grid_round_ != round) {
    grid_round_ = round;
    grid_base_ = advance();
  }
  return grid_base_;
}

void BlockRaces::prepare(std::uint64_t launch, std::uint32_t threads, Dim3 grid, Dim3 cluster) {
  launch_ = of_launch<LaunchRaces>(launch);
  launch_number_ = static_cast<std::uint32_t>(launch);
  grid_ = grid;
  cluster_ = cluster;
  threads_.resize(threads);
  resumed_.resize((threads + 31) / 32);
}

void BlockRaces::start_block(std::uint32_t block) {
  const RaceLock lock;
  block_ = block;
  const Dim3 at = index_of_rank(block, grid_);
  first_of_cluster_ = static_cast<std::uint32_t>(
      rank_of_index({at.x - at.x % cluster_.x, at.y - at.y % cluster_.y, at.z - at.z % cluster_.z}, grid_));
  base_ = launch_->advance();
  joined_ = nullptr;
  has_copies_ = false;
  variables_.clear();
  barriers_.clear();
  std::ranges::fill(threads_, Thread{.clock = base_});
  std::ranges::fill(resumed_, 0);
}

std::uint32_t BlockRaces::start_copy(std::uint32_t rank) {
  const RaceLock lock;
  has_copies_ = true;
  return threads_[rank].clock = launch_->advance();
}

SyncNode *BlockRaces::release(std::uint32_t rank) {
  Thread &thread = threads_[rank];
  const std::uint32_t now = launch_->advance();
  thread.clock = now;
  thread.knows = launch_->make({.clock = now, .block = block_, .first_rank = rank, .lanes = 1, .base = base_},
                               std::array{thread.knows});
  return thread.knows;
}

/// `scope`: that of the operations that have shown the node; 0 for barriers.
void BlockRaces::acquire(std::uint32_t rank, SyncNode *node, std::uint8_t scope) {
  Thread &thread = threads_[rank];
  if (std::exchange(thread.acquired[scope], node) == node) // it polls
    return;
  thread.knows = launch_->join(thread.knows, node);
  if (has_copies_) // what the thread does from now on has a later clock than their starts that it knows of
    thread.clock = launch_->advance();
}

SyncBarrier &BlockRaces::cluster_barrier(const void *barrier) {
  const RaceLock lock;
  return launch_->cluster_barrier(barrier);
}

void BlockRaces::arrive(std::uint32_t rank, SyncBarrier &barrier, std::uint64_t phase) {
  const RaceLock lock;
  SyncBarrier::Phase &now = barrier.phases[phase % 2];
  if (now.number != phase)
    now = {phase, nullptr};
  now.node = launch_->join(now.node, release(rank));
}

void BlockRaces::depart(std::uint32_t rank, const SyncBarrier &barrier, std::uint64_t phase) {
  const RaceLock lock;
  if (const SyncBarrier::Phase &then = barrier.phases[phase % 2]; then.number == phase)
    acquire(rank, then.node);
}

void BlockRaces::pass_grid_barrier(std::uint32_t rank, std::uint32_t round) {
  const RaceLock lock;
  Thread &thread = threads_[rank];
  thread.grid_base = launch_->grid_base(round);
  thread.clock = std::max(thread.clock, thread.grid_base);
}

void BlockRaces::pass_block_barrier() {
  const RaceLock lock;
  std::vector<SyncNode *> others;
  for (const Thread &thread : threads_)
    if (thread.knows && thread.knows != joined_ && (others.empty() || others.back() != thread.knows))
      others.push_back(thread.knows);
  base_ = launch_->advance();
  if (!others.empty()) {
    if (joined_)
      others.push_back(joined_);
    joined_ =
        launch_->make({.clock = base_, .block = block_, .first_rank = 0, .lanes = 0, .base = base_}, others);
  }
  for (Thread &thread : threads_) {
    thread.clock = base_;
    thread.knows = joined_;
  }
}

void BlockRaces::pass_warp_barrier(std::uint32_t rank, std::uint32_t mask) {
  const std::uint32_t first = rank / 32 * 32;
  std::uint32_t &resumed = resumed_[rank / 32];
  const std::uint32_t own = 1u << rank % 32;
  if ((resumed & own) != 0) {
    resumed &= ~own;
    return;
  }
  const RaceLock lock;
  std::array<SyncNode *, 32> known{};
  std::size_t count = 0;
  for (std::uint32_t lane = 0; lane < 32 && first + lane < threads_.size(); ++lane)
    if (SyncNode *const knows = threads_[first + lane].knows;
        (mask >> lane & 1) != 0 && knows && (count == 0 || known[count - 1] != knows))
      known[count++] = knows;
  SyncNode *const joined = launch_->make(
      {.clock = launch_->advance(), .block = block_, .first_rank = first, .lanes = mask, .base = base_},
      std::span(known).first(count));
  for (std::uint32_t lane = 0; lane < 32 && first + lane < threads_.size(); ++lane)
    if ((mask >> lane & 1) != 0) {
      threads_[first + lane].knows = joined;
      threads_[first + lane].clock = joined->clock;
    }
  resumed = (resumed | mask) & ~own;
}

void BlockRaces::fence(std::uint32_t rank, std::uint8_t order, std::uint8_t scope) {
  const RaceLock lock;
  Thread &thread = threads_[rank];
  const std::uint8_t reach = scope_here(scope);
  if (acquires(order))
    for (std::uint8_t of = reach; of >= abi::scope_block; --of) // from what knows most
      if (SyncNode *const node = std::exchange(thread.pending[of], nullptr)) {
        acquire(rank, node, of);
        thread.seen[of] = nullptr;
      }
  if (releases(order) && reach >= abi::scope_block)
    thread.fenced[reach] = release(rank);
}

/// The scope that makes the same difference; 0 for that of a thread.
std::uint8_t BlockRaces::scope_here(std::uint8_t scope) const {
  const bool has_clusters = cluster_ != Dim3{1, 1, 1};
  return scope == abi::scope_cluster && !has_clusters ? abi::scope_block : std::min(scope, widest_scope);
}

/// The number of this block or its cluster.
std::uint32_t BlockRaces::unit_of(std::uint8_t scope) const {
  return scope == abi::scope_block ? block_ : scope == abi::scope_cluster ? first_of_cluster_ : 0;
}

bool BlockRaces::is_in_cluster(std::uint32_t block) const {
  const auto cluster_of = [&](std::uint32_t rank) { return in_units(index_of_rank(rank, grid_), cluster_); };
  return cluster_of(block) == cluster_of(block_);
}

/// Shows it to those of the scope, and to nearer ones.
void BlockRaces::show(SyncVariable &variable, SyncNode *node, std::uint8_t scope) {
  for (std::uint8_t of = abi::scope_block; of <= scope; ++of)
    if (scope_here(of) == of) {
      SyncNode *&shown = variable.shown(of, unit_of(of));
      shown = launch_->join(shown, node);
    }
}

void BlockRaces::before_atomic(std::uint32_t rank, SyncVariable &variable, bool reads, bool writes,
                               std::uint8_t order, std::uint8_t scope) {
  if (!writes)
    return;
  if (!reads) // a store ends what earlier operations have shown
    variable.forget();
  if (releases(order))
    return show(variable, release(rank), scope_here(scope));
  const NodesOfScopes &fenced = threads_[rank].fenced;
  for (std::uint8_t of = abi::scope_block; of < fenced.size(); ++of)
    if (const std::uint8_t both = std::min(scope_here(scope), of);
        fenced[of] && variable.adds_fence(fenced[of], both))
      show(variable, fenced[of], both);
}

void BlockRaces::after_atomic(std::uint32_t rank, const SyncVariable &variable, bool reads,
                              std::uint8_t order, std::uint8_t scope) {
  if (!reads)
    return;
  Thread &thread = threads_[rank];
  for (std::uint8_t of = scope_here(scope); of >= abi::scope_block; --of) {
    SyncNode *const node = variable.shown(of, unit_of(of));
    if (!node)
      continue;
    if (acquires(order))
      acquire(rank, node, of);
    else if (std::exchange(thread.seen[of], node) != node) // else it polls
      thread.pending[of] = launch_->join(thread.pending[of], node);
  }
}

Cell BlockRaces::cell(std::uint32_t rank, CellKind kind, std::uint32_t site) const {
  return {.clock = threads_[rank].clock,
          .block = block_,
          .launch = launch_number_,
          .rank = rank & 1023,
          .mask = 0,
          .kind = static_cast<std::uint32_t>(kind) & 7,
          .site = site & 0x7fff};
}

bool BlockRaces::is_ordered(std::uint32_t rank, const Cell &earlier) {
  Thread &thread = threads_[rank];
  if (earlier.launch != launch_number_ || earlier.clock < thread.grid_base)
    return true;
  if (earlier.block == block_ && (earlier.rank == rank || earlier.clock < base_))
    return true;
  if (!thread.knows)
    return false;
  Thread::Known &known = thread.known[(earlier.block * 5 + earlier.rank / 32) % thread.known.size()];
  if (known.block == earlier.block && known.rank == earlier.rank && earlier.clock < known.clock)
    return true;
  const std::uint32_t clock = launch_->known_clock(thread.knows, earlier);
  if (clock != 0)
    known = {earlier.block, earlier.rank, clock};
  return clock != 0;
}

void BlockRaces::forget_known(std::uint32_t rank, std::vector<UnorderedAccess> &accesses) {
  if (threads_[rank].knows && !accesses.empty())
    launch_->forget_known(threads_[rank].knows, accesses);
}

} // namespace kcc::cpu::check
