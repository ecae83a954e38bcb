// Finds races by happens-before: two accesses to a byte by two threads, one of them a write, race unless the
// first was ordered before the second by what the threads did, whatever the order in which they happened to
// run.
//
// Each thread has a clock, which advances when it does something that others can wait for. Who has waited for
// whom is a graph: a node says that some threads have done everything up to a clock, and points to the nodes
// that they knew of. An access is ordered before what a thread does now if a node that the thread can reach
// says so. The barrier of a block, and that of a grid, need no search: all earlier accesses of the block or
// grid are ordered.
#ifndef KCC_RUNTIME_CPU_CHECK_RACES_H
#define KCC_RUNTIME_CPU_CHECK_RACES_H

#include "../engine/grid.h"
#include "access_history.h"

#include <kcc/abi/cpu_checks.h>

#include <array>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <span>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace kcc::cpu::check {

/// Some threads of a block have done all that they did before a clock, and what `parents` say.
struct SyncNode {
  std::uint32_t clock;
  std::uint32_t block;
  std::uint32_t first_rank, lanes; ///< these threads: bit i is the one of rank first_rank + i
  std::uint32_t base;              ///< all threads of the block have done what they did before this clock
  std::uint32_t visit = 0;         ///< the last search that came here
  std::array<SyncNode *, 4> parents{};
  std::vector<SyncNode *> more_parents{};

  template <class F> void for_each_parent(F &&visit_parent) const {
    for (SyncNode *const parent : parents)
      if (parent)
        visit_parent(parent);
    for (SyncNode *const parent : more_parents)
      visit_parent(parent);
  }
};

/// The widest scope that makes a difference, after those of a block and of a cluster of several blocks:
/// nothing is wider than the device here.
inline constexpr std::uint8_t widest_scope = abi::scope_device;
/// By the number of a scope.
using NodesOfScopes = std::array<SyncNode *, widest_scope + 1>;

/// What threads that read an atomic variable get to know: at the scope of a block, what the operations of
/// that block have shown there, with at least that scope; likewise of a cluster and of the device.
class SyncVariable {
public:
  /// `unit`: the number of the block or cluster; 0 for the device.
  SyncNode *shown(std::uint8_t scope, std::uint32_t unit) const {
    if (scope == widest_scope)
      return device_;
    const auto found = narrow_.find(key(scope, unit));
    return found == narrow_.end() ? nullptr : found->second;
  }
  SyncNode *&shown(std::uint8_t scope, std::uint32_t unit) {
    return scope == widest_scope ? device_ : narrow_[key(scope, unit)];
  }
  /// Whether what a fence has shown is new at the scope: threads that poll by a change show the same again
  /// and again.
  bool adds_fence(const SyncNode *fence, std::uint8_t scope) { return fences_[scope].insert(fence).second; }
  void forget() {
    device_ = nullptr;
    narrow_.clear();
    for (auto &fences : fences_)
      fences.clear();
  }

  Cell last_change{}; ///< the last operation that has left another value, if threads that poll are looked for

private:
  static std::uint64_t key(std::uint8_t scope, std::uint32_t unit) {
    return std::uint64_t{scope} << 32 | unit;
  }

  SyncNode *device_ = nullptr;
  std::unordered_map<std::uint64_t, SyncNode *> narrow_;
  std::array<std::unordered_set<const SyncNode *>, widest_scope + 1> fences_;
};

/// Accesses of different sizes to the same bytes order nothing.
struct SyncPlace {
  const void *begin;
  std::size_t bytes;
  bool operator==(const SyncPlace &) const = default;
  struct Hash {
    std::size_t operator()(const SyncPlace &place) const {
      return std::hash<const void *>()(place.begin) + place.bytes;
    }
  };
};
using SyncVariables = std::unordered_map<SyncPlace, SyncVariable, SyncPlace::Hash>;

/// What threads that wait at a barrier get to know. While some have not yet continued, others may arrive for
/// the next phase.
struct SyncBarrier {
  struct Phase {
    std::uint64_t number = ~std::uint64_t{0};
    SyncNode *node = nullptr;
  };
  std::array<Phase, 2> phases{};
};

/// Accesses of lanes of a warp, of which those are to be found that are not ordered before what a thread
/// does.
struct UnorderedAccess {
  std::uint32_t clock, block;
  std::uint32_t first_rank, lanes; ///< bit i is the thread of rank first_rank + i
  std::uint32_t mask : 4, site : 15;
};

/// A launch; shared by its blocks.
class LaunchRaces {
public:
  std::uint32_t advance() { return ++clock_; }
  std::uint32_t clock() const { return clock_; }
  /// Adds a node that knows what `parents` know; some may be null.
  SyncNode *make(SyncNode node, std::span<SyncNode *const> parents);
  /// A node that knows what both know; either may be null.
  SyncNode *join(SyncNode *a, SyncNode *b);
  SyncVariable &variable(const SyncPlace &place) { return variables_[place]; }
  SyncBarrier &cluster_barrier(const void *barrier) { return cluster_barriers_[barrier]; }
  /// The clock before which `from` says that all accesses of the access's thread have been done; 0 if it does
  /// not say so of the access.
  std::uint32_t known_clock(SyncNode *from, const Cell &access);
  /// The clock before which everything is known to those that have passed this round of the grid's barrier.
  std::uint32_t grid_base(std::uint32_t round);
  /// Takes the lanes away of which `from` says that their access came before.
  void forget_known(SyncNode *from, std::vector<UnorderedAccess> &accesses);
  /// The index of an empty history, which is valid until it is given back or the launch ends.
  std::uint32_t add_history();
  void remove_history(std::uint32_t index);
  AccessHistory &history(std::uint32_t index) { return histories_[index]; }

private:
  template <class F> bool search(SyncNode *from, std::uint32_t clock, bool goes_on, F &&visit);

  /// A thread of which a search has found nothing: what it has visited needs no second visit.
  struct Missed {
    std::uint32_t visit = ~std::uint32_t{0}, block = 0, rank = 0, clock = 0;
    bool operator==(const Missed &) const = default;
  };

  std::uint32_t clock_ = 1;
  std::uint32_t visit_ = 0;
  Missed missed_{};
  std::size_t left_to_visit_ = std::size_t{1} << 26; ///< by long searches
  std::uint32_t grid_round_ = 0, grid_base_ = 0;
  std::deque<SyncNode> nodes_;
  std::deque<AccessHistory> histories_;
  std::vector<std::uint32_t> free_histories_;
  std::vector<SyncNode *> open_, known_; ///< of search() and make()
  SyncVariables variables_;
  std::unordered_map<const void *, SyncBarrier> cluster_barriers_;
};

/// A block's threads.
class BlockRaces {
public:
  void prepare(std::uint64_t launch, std::uint32_t threads, Dim3 grid, Dim3 cluster);
  void start_block(std::uint32_t block);

  // Called by the running thread `rank`. Around an atomic operation, the caller holds a RaceLock.
  void arrive(std::uint32_t rank, SyncBarrier &barrier, std::uint64_t phase);
  void depart(std::uint32_t rank, const SyncBarrier &barrier, std::uint64_t phase);
  void pass_grid_barrier(std::uint32_t rank, std::uint32_t round);
  void pass_warp_barrier(std::uint32_t rank, std::uint32_t mask);
  void fence(std::uint32_t rank, std::uint8_t order, std::uint8_t scope);
  void before_atomic(std::uint32_t rank, SyncVariable &variable, bool reads, bool writes, std::uint8_t order,
                     std::uint8_t scope);
  void after_atomic(std::uint32_t rank, const SyncVariable &variable, bool reads, std::uint8_t order,
                    std::uint8_t scope);

  /// The atomic variable at a place, of the device or of the block's shared memory, and a barrier of the
  /// block or its cluster. They stay where they are until the launch or the block ends. For the first, the
  /// caller holds a RaceLock.
  SyncVariable &variable(const SyncPlace &place) { return launch_->variable(place); }
  SyncVariable &block_variable(const SyncPlace &place) { return variables_[place]; }
  SyncBarrier &barrier(const void *barrier) { return barriers_[barrier]; }
  SyncBarrier &cluster_barrier(const void *barrier);

  /// All threads of the block have arrived at its barrier.
  void pass_block_barrier();

  /// The running thread starts an asynchronous copy. Returns a clock that whatever it does later has, and
  /// whatever others of the block do once they know of the start; or later ones.
  std::uint32_t start_copy(std::uint32_t rank);
  /// The running thread's access, as the cells of other threads will show it.
  Cell cell(std::uint32_t rank, CellKind kind, std::uint32_t site) const;
  bool is_ordered(std::uint32_t rank, const Cell &earlier);
  /// Takes away the lanes whose access the running thread knows of by more than barriers.
  void forget_known(std::uint32_t rank, std::vector<UnorderedAccess> &accesses);
  const SyncNode *known_to(std::uint32_t rank) const { return threads_[rank].knows; }
  /// Before this clock, all that threads have done is known to whoever runs now.
  std::uint32_t grid_base(std::uint32_t rank) const { return threads_[rank].grid_base; }
  /// Whether the block has passed a barrier since.
  bool is_before_barrier(std::uint32_t rank, const Cell &earlier) const {
    return (earlier.block == block_ && earlier.clock < base_) || earlier.clock < threads_[rank].grid_base;
  }
  /// Whether the block is in the running one's cluster.
  bool is_in_cluster(std::uint32_t block) const;
  std::uint32_t base() const { return base_; }
  std::uint32_t clock(std::uint32_t rank) const { return threads_[rank].clock; }
  LaunchRaces &launch() { return *launch_; }

private:
  struct Thread {
    std::uint32_t clock = 0;
    std::uint32_t grid_base = 0;
    SyncNode *knows = nullptr;
    NodesOfScopes acquired{}; ///< the last nodes that `knows` has been joined with; 0: at barriers
    NodesOfScopes fenced{};   ///< by the last releasing fence of each scope: what relaxed writes show
    /// What relaxed reads have seen at each scope, and no acquiring fence has made known yet.
    NodesOfScopes pending{};
    NodesOfScopes seen{}; ///< what `pending` has been joined with last
    /// Threads of which it was found to know what they did before a clock, by rank.
    struct Known {
      std::uint32_t block, rank, clock;
    };
    std::array<Known, 4> known{};
  };
  SyncNode *release(std::uint32_t rank);
  void acquire(std::uint32_t rank, SyncNode *node, std::uint8_t scope = 0);
  std::uint8_t scope_here(std::uint8_t scope) const;
  std::uint32_t unit_of(std::uint8_t scope) const;
  void show(SyncVariable &variable, SyncNode *node, std::uint8_t scope);

  std::shared_ptr<LaunchRaces> launch_;
  std::uint32_t launch_number_ = 0;
  std::uint32_t block_ = 0;
  std::uint32_t base_ = 0; ///< all threads of the block have done what they did before this clock
  Dim3 grid_{1, 1, 1}, cluster_{1, 1, 1};
  std::uint32_t first_of_cluster_ = 0; ///< the block that gives its cluster a number
  SyncNode *joined_ = nullptr;         ///< at the last barrier
  bool has_copies_ = false;            ///< the block has started some
  std::vector<Thread> threads_;
  std::vector<std::uint32_t> resumed_; ///< of each warp: the lanes whose barrier another lane has passed
  SyncVariables variables_;            ///< in shared memory
  std::unordered_map<const void *, SyncBarrier> barriers_;
};

/// Held while granules and launches are read or changed: kernels of several streams may run at the same time.
class RaceLock {
public:
  RaceLock();
  ~RaceLock();
  RaceLock(const RaceLock &) = delete;
  RaceLock &operator=(const RaceLock &) = delete;
};

} // namespace kcc::cpu::check

#endif
