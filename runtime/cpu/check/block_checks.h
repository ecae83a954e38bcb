// The checks of one block at a time, on the OS thread that runs it.
#ifndef KCC_RUNTIME_CPU_CHECK_BLOCK_CHECKS_H
#define KCC_RUNTIME_CPU_CHECK_BLOCK_CHECKS_H

#include "../../check/arithmetic.h"
#include "../../check/report.h"
#include "async_copies.h"
#include "objects.h"
#include "polls.h"
#include "races.h"
#include "waiting_accesses.h"
#include "warp_accesses.h"

#include "../engine/complaint.h"
#include "../engine/grid.h"
#include "../engine/warp.h"

#include <kcc/abi/cpu_checks.h>
#include <kcc/abi/cpu_code.h>

#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace kcc::cpu {
class BlockRunner;
}

namespace kcc::cpu::check {

using namespace kcc::check; // what all devices report by

/// Each block runner has one of these. Compiled code finds it through the running thread
/// (abi::CpuThread::checks).
class BlockChecks : public abi::CheckState {
public:
  explicit BlockChecks(BlockRunner &runner) : runner_(runner) {}
  BlockRunner &runner() noexcept { return runner_; }

  /// Before the first block of a launch whose shared memory is at `shared`.
  void prepare(const GridLaunch &launch, std::byte *shared, std::size_t shared_bytes, bool in_lanes);
  void start_block() noexcept { block_entered_ = false; }
  void end_block() {
    if (on_)
      end_watched_block();
  }
  /// Whether a thread of the launch has entered a kernel with checks.
  bool entered() const noexcept { return !kernel_.empty(); }

  // Called by the running thread. They do not return if the thread cannot continue after what it has done.
  /// Whether the shared variables are to be added: once for each launch.
  bool enter(const abi::CheckModule &module, const char *kernel);
  void add_shared(const void *variable, const abi::CheckVariable &what);
  /// The frame of the function that compiled code has called: its own local variables are above.
  BlockChecks &called_at(const void *frame) noexcept {
    callee_frame_ = frame;
    return *this;
  }
  void access(const void *place, const void *base, std::size_t bytes, const abi::CheckSite &site);
  void access_in_lanes(const void *const *places, const void *const *bases, std::uint32_t lanes,
                       abi::CheckedRange *range, const abi::CheckSite &site);
  /// Finds races of accesses by the lanes of a group, which are at `places`, or at consecutive addresses
  /// from `first` on. For writes, `values` are those of all lanes, in order.
  void races_in_lanes(const void *const *places, std::uint32_t lanes, const void *values,
                      const abi::CheckSite &site);
  void races_in_row(const void *first, std::uint32_t lanes, const void *values, const abi::CheckSite &site);
  /// The same for a read by all of them at one place.
  void races_at(const void *place, std::uint32_t lanes, const abi::CheckSite &site);
  // The same, faster, for the most frequent accesses. They return false where those above are needed, as for
  // accesses that may race. `first` would be the thread in lane 0.
  bool row_is_right(const void *place, std::uint32_t lanes, const void *values, const abi::CpuThread &first,
                    const abi::CheckSite &site) noexcept;
  bool reads_are_right(const void *place, std::uint32_t lanes, const abi::CpuThread &first,
                       const abi::CheckSite &site) noexcept;
  void copy(const void *to, const void *from, std::size_t bytes);
  void written_by_library(const void *place);
  void allocated(const void *memory, const abi::CheckSite &site);
  /// The thread frees heap memory.
  void frees(const void *memory);
  void unwritten_local(std::uint64_t offset, const abi::CheckSite &site);
  void wrong_integers(abi::AnyInteger first, abi::AnyInteger second, const abi::ArithmeticSite &site);
  void wrong_conversion(double number, const abi::ArithmeticSite &site);
  void nan_made(const std::array<double, 3> &operands, const abi::ArithmeticSite &site);
  void add_functions(const void *const *functions, std::size_t count);
  void callee(const void *function, const abi::CheckSite &site);
  void class_table(const void *table, const abi::CheckSite &site);
  void calls_block_algorithm(const Dim3 &shape, const abi::CheckSite &site);
  void fence(std::uint8_t order, std::uint8_t scope);
  void atomic_done(const void *place, const abi::CheckSite &site);
  /// A compare-exchange has made the access that the site describes.
  void exchanged(const void *place, const abi::CheckSite &site);
  /// What the thread does with asynchronous copies (async_copies.cpp).
  void copy_started(const void *to, const abi::CheckSite &site);
  void copies_committed();
  void copies_awaited(std::uint32_t groups);
  void waits_at(const abi::CheckSite &site);
  /// Ends the grid in a loop that never ends (kcc_check_endless).
  void is_endless(const void *place, const abi::CheckSite &site);
  /// The thread has looked in vain whether a barrier's phase has ended.
  void poll(const void *barrier);
  /// What the thread has polled may have changed in a way that is not seen.
  void forget_polls() noexcept;
  std::uint64_t instance(std::uint64_t function);
  void reach(std::uint64_t instance, const abi::CheckSite &site);
  void leave(std::uint64_t instance, const abi::CheckSite &site);
  void bypass(std::uint64_t instance, const abi::CheckSite &site);

  // What threads wait for, called by the running one.
  void arrive(const void *barrier, std::uint64_t phase);
  void depart(const void *barrier, std::uint64_t phase);
  void arrive_for_cluster(const void *barrier, std::uint32_t round);
  void depart_with_cluster(const void *barrier, std::uint32_t round);
  void pass_grid_barrier(std::uint32_t round);
  void pass_warp_barrier(std::uint32_t mask);
  /// The running thread's operation has ended without the lanes `absent`, which have exited or are not there.
  void finish_warp_operation(const WarpCall &call, std::uint32_t absent) {
    if (absent != 0 && (active_ & abi::check_barrier) != 0)
      find_missing_lanes(call, absent);
  }

  /// All threads of the block have arrived at its barrier.
  void pass_block_barrier();
  void pass_block_barrier_in_lanes() {
    if (races_are_checked()) {
      compare_waiting();
      lane_races_.pass_barrier();
      find_shared_words();
    }
  }
  /// Whether a thread has polled so often in vain that it seems to do so forever.
  bool polls_forever(std::uint32_t rank) const noexcept;
  /// What it polls: "byte 4 of buffer #3 of 400 bytes at sum.cpp:7:13"
  std::string describe_poll(std::uint32_t rank);
  /// Who has changed that last, if the thread is in this block: "thread (1, 0, 0) in block (0, 0, 0) was
  /// the last to change that, at sum.cpp:6:9". Empty if it is not known. `is_alone`: no other thread polls
  /// it.
  std::string describe_last_change(std::uint32_t rank, Dim3 block, bool is_alone);
  /// Whether it polls by operations that change what is there, as those that take a lock do.
  bool polls_by_changes(std::uint32_t rank) const;
  /// The block ends because of this thread.
  void note_fault(const abi::CpuThread &thread, const Complaint &complaint);

private:
  struct SharedVariable {
    const std::byte *begin;
    std::size_t bytes;
    const char *name;
  };
  /// Accesses by threads of consecutive ranks, each `step` bytes from the one before.
  struct AccessesApart {
    const abi::CheckSite *site = nullptr;
    const std::byte *begin = nullptr; ///< the first thread's
    std::size_t bytes_of_each = 0;
    std::ptrdiff_t step = 0; ///< from each thread's to the next one's, in bytes
    std::uint32_t threads = 0, rank = 0;
    AccessWord when = 0; ///< LaneRaces::device_now()
    std::uint32_t generation = 0;

    bool is_reversed() const noexcept { return step < 0; }
    std::size_t distance() const noexcept { return static_cast<std::size_t>(is_reversed() ? -step : step); }
    /// From the lowest access's begin to the highest one's end, in bytes.
    std::size_t length() const noexcept { return (threads - 1) * distance() + bytes_of_each; }
    const std::byte *low() const noexcept {
      return is_reversed() ? begin + static_cast<std::ptrdiff_t>(threads - 1) * step : begin;
    }
    /// Those of the threads from the n-th one on.
    AccessesApart from(std::uint32_t n) const noexcept {
      AccessesApart left = *this;
      left.begin += n * step;
      left.threads -= n;
      left.rank += n;
      return left;
    }
    WaitingRow row() const noexcept {
      if (step == 0)
        return WaitingRow::broadcast(*site, begin, rank, rank + threads - 1);
      WaitingRow row = WaitingRow::of(*site, low(), rank, threads);
      row.end = row.begin + length();
      row.step = step == static_cast<std::ptrdiff_t>(bytes_of_each) ? 0 : step;
      return row;
    }
    bool operator==(const AccessesApart &) const = default;
  };
  /// An object that the OS thread has found lately.
  struct Known {
    const std::byte *begin = nullptr;
    std::size_t bytes = 0;
    Object *object = nullptr;
    std::uint32_t epoch = 0;
    /// The last access there that was compared with others: a thread that makes it again, as in a loop, has
    /// nothing new to compare until its clock advances.
    const abi::CheckSite *site = nullptr;
    const std::byte *compared = nullptr;
    std::uint32_t rank = 0, clock = 0;
    AccessesApart apart{}; ///< the same of lanes' reads
  };

  const void *functions_ = nullptr;              ///< the last ones that have been added
  std::array<const void *, 64> known_callees_{}; ///< by hash
  /// The calls of block algorithms for blocks of another shape that have been reported in this block.
  std::vector<const abi::CheckSite *> misfits_;

  Known &known_at(const abi::CheckSite &site) noexcept {
    return known_[reinterpret_cast<std::uintptr_t>(&site) / 8 % known_.size()];
  }
  void enter_launch(const abi::CheckModule &module, const char *kernel);
  void end_watched_block();
  void forget_waits();
  bool find_different_barriers();
  void find_missing_threads();
  void find_missing_lanes(const WarpCall &call, std::uint32_t absent);
  Object *resolve(const void *place, const void *base, std::size_t bytes, const abi::CheckSite &site,
                  Known &known);
  Object *object_at(const void *place);
  Object *nearest_object(const void *place);
  abi::CheckedRange range_around(const std::byte *place, const std::byte *base, const abi::CheckSite &site);
  bool is_local(const void *place) const;
  void let_others_run();
  void count_poll(const Object &object, const void *place, std::size_t bytes, const abi::CheckSite &site);
  void note_change(SyncVariable &variable, const void *place, const abi::CheckSite &site);
  const abi::CheckSite *site_of_poll(std::uint32_t rank) const;
  void check_shared_variables(const std::byte *place, const std::byte *base, std::size_t bytes,
                              const abi::CheckSite &site);
  void check_race(Object &object, std::size_t offset, std::size_t bytes, const abi::CheckSite &site);
  void compare_access(Object &object, std::size_t offset, std::size_t bytes, const abi::CheckSite &site);
  void exchange(Object &object, std::size_t offset);
  void end_copy(const AsyncCopy &copy);
  std::optional<Cell> access_since(const Granule &granule, const Cell &mine, std::uint32_t clock);
  void report_early_access(const AsyncCopy &copy, const Cell &mine, const Cell &early, const Object &object,
                           std::size_t offset);
  void compare(Granule &granule, const Cell &mine, const Object &object, std::size_t offset,
               const abi::CheckSite &site);
  bool compare_with_all(AccessHistory &history, const Cell &mine, const Object &object, std::size_t offset,
                        const abi::CheckSite &site);
  void compare_with_set(AccessSet &set, CellKind kind, const Cell &mine, const Object &object,
                        std::size_t offset, const abi::CheckSite &site);
  void flush_pending();
  bool comparing_races();
  void report_race(const Cell &mine, const Cell &other, const Object &object, std::size_t offset,
                   const abi::CheckSite &site);
  /// Between two threads. The last detail says what could order them.
  struct Race {
    Finding what;
    std::string hint_if_equal; ///< takes the place of that if both have written the same value
  };
  void report_race(Race race, bool same_value);
  void report_when_done(Race race, const std::byte *place, std::size_t bytes);
  void name_launch(Race &what, const LaneRace &race) const;
  std::string hint_for(const Cell &mine, const Cell &other, bool is_global, bool is_one_place) const;
  Race race_of(const Cell &mine, const Cell &other, const Object &object, std::size_t offset,
               const abi::CheckSite &site);
  Object *object_of_race(const void *place, std::size_t bytes, const abi::CheckSite &site);
  /// Accesses at consecutive addresses of an object, by `lanes` lanes.
  struct LaneRow {
    Object &object;
    std::size_t offset, bytes; ///< of the first one
    std::uint32_t lanes, rank;
  };
  /// The writes of a group of lanes.
  struct LaneWrites {
    const std::byte *values = nullptr;   ///< of each lane; null: not known
    const void *const *places = nullptr; ///< of each lane; null: they differ
    std::uint32_t lanes = 0, rank = 0;   ///< the set of them; the first lane's rank
    const EqualWrites *equal = nullptr;  ///< not null: all have been done, from the row's first on
  };
  class SingleAccesses;
  bool are_known_reads(const std::byte *place, std::size_t bytes, const abi::CheckSite &site) noexcept;
  void find_shared_words() noexcept;
  template <class F> void for_each_page(const LaneRow &row, F &&compare);
  LaneMode mode_of(const Object &object, bool whole, const abi::CheckSite &site) const;
  bool row_is_right(const LaneRow &row, const abi::CheckSite &site);
  bool shared_is_right(std::size_t offset, std::uint32_t threads, std::uint32_t rank, std::uint32_t number,
                       const abi::CheckSite &site, LaneMode mode) const noexcept;
  void compare_in_lanes(const LaneRow &row, const abi::CheckSite &site, std::uint32_t other_rank);
  bool stores_the_same(const LaneRow &row, const LaneRace &race, const LaneWrites &writes,
                       std::size_t bytes) const;
  void report_lane_races(const LaneRow &row, const abi::CheckSite &site, const LaneWrites &writes);
  void races_in_row(const void *place, std::uint32_t lanes, std::uint32_t rank, const abi::CheckSite &site,
                    const LaneWrites &all);
  void races_or_wait(const std::byte *place, std::uint32_t lanes, std::uint32_t rank,
                     const abi::CheckSite &site, const LaneWrites &all, bool may_wait);
  bool let_wait(WaitingRow &row, const void *values);
  bool wait_in_log(const WaitingRow &row);
  std::optional<AccessesApart> accesses_apart(const void *const *places, std::uint32_t lanes,
                                              std::uint32_t rank, const abi::CheckSite &site) const;
  bool wait_apart(const AccessesApart &reads);
  std::uint32_t wait_in_logs(const AccessesApart &reads);
  void compare_apart(const WaitingRow &row);
  void compare_broadcast(const std::byte *place, std::uint32_t rank, std::uint32_t other_rank,
                         const abi::CheckSite &site);
  void compare_row(const WaitingRow &row, const EqualWrites &equal);
  void compare_waiting();
  void compare_before(const WaitingRow &next);
  void check_race_of_launches(Object &object, std::size_t offset, std::size_t bytes,
                              const abi::CheckSite &site);
  void check_race_in_lane(Object &object, std::size_t offset, std::size_t bytes, const abi::CheckSite &site);
  void check_access(const void *place, const void *base, std::size_t bytes, const abi::CheckSite &site,
                    bool with_races);
  SyncVariable &variable_at(const void *place, std::size_t bytes);
  bool are_atomic_together(const Cell &mine, const Cell &other) const;
  bool accesses_are_counted() const noexcept { return (active_ & abi::check_access) != 0; }
  /// How many bytes the words of an object's accesses are for. Shared memory keeps its words from launch to
  /// launch.
  std::size_t bytes_of_words(const Object &object) const noexcept {
    return &object == &shared_ ? shared_capacity_ : object.bytes;
  }
  bool races_are_checked() const noexcept { return (active_ & abi::check_race) != 0; }
  void check_init(Object &object, std::size_t offset, std::size_t bytes, const abi::CheckSite &site);

  [[noreturn]] void fail_call(const abi::CheckSite &site, const char *rule, const char *title,
                              const std::string &detail);
  /// Reports an access that ends the grid.
  /// `freed_by`: who has freed the memory; may be null.
  [[noreturn]] void fail(const abi::CheckSite &site, const char *rule, const void *place, std::size_t bytes,
                         const char *space, const std::string &detail, const char *hint,
                         const Origin *freed_by = nullptr);
  /// The same of one that is not inside of an object: of `object_bytes` bytes from `begin` on.
  [[noreturn]] void fail_outside(const abi::CheckSite &site, const char *rule, const void *place,
                                 const void *base, std::size_t bytes, const char *space,
                                 const std::byte *begin, std::size_t object_bytes, const std::string &object);
  [[noreturn]] void fail_freed(const abi::CheckSite &site, const void *place, std::size_t bytes,
                               const Object &object);
  void fail_if_wrapped(const void *place, std::size_t bytes, const abi::CheckSite &site);
  Finding finding(const abi::CheckPlace *place, const char *check, const char *rule, std::string title) const;
  Finding finding(const abi::CheckPlace *place, kcc::check::Explanation);
  Party running_party(const abi::CheckPlace *place) const;
  void add_callers(std::vector<Place> &places);
  std::string name_of(const Object &object, std::size_t offset) const;
  const char *space_of(const Object &object) const;

  BlockRunner &runner_;
  const GridLaunch *launch_ = nullptr;
  bool on_ = false;          ///< memory is kept track of
  bool in_lanes_ = false;    ///< the launch's threads run in the lanes of vectors
  std::uint32_t active_ = 0; ///< the checks to do
  std::string kernel_;
  bool block_entered_ = false;
  bool wrote_all_ = false;
  const void *callee_frame_ = nullptr;
  std::uint32_t atomics_in_a_row_ = 0; ///< without a plain write between them
  std::uint32_t atomics_ = 0, atomics_of_block_ = 0;
  std::uint64_t value_before_ = 0; ///< the last atomic access: what was there, if barriers are checked
  std::vector<PollCount> polls_;   ///< of each thread, if barriers are checked
  std::size_t shared_capacity_ = 0;
  Object shared_{nullptr, 0, ObjectKind::shared, 0};
  ByteMap fresh_shared_; ///< what of it counts as written when a block starts
  std::vector<SharedVariable> shared_variables_;
  std::array<Known, 256> known_{};
  BlockRaces races_;                       ///< unless in_lanes_
  AsyncCopies async_copies_;               ///< if races are looked for
  LaneRaces lane_races_;                   ///< if in_lanes_, or with other launches
  bool blocks_are_unordered_ = false;      ///< by anything in the launch
  std::vector<UnorderedAccess> unordered_; ///< of compare_with_set()
  /// Held while the running thread does a compare-exchange, of the object and at the offset.
  std::optional<RaceLock> exchange_lock_;
  std::pair<Object *, std::size_t> exchange_;
  bool synchronizes_ = false;      ///< the launch has done fences, or atomic operations that order more
  bool compares_launches_ = false; ///< although the launch does not run in lanes
  std::vector<LaneRace> lane_races_found_; ///< by the last access
  WaitingAccesses waiting_;
  /// Of shared memory.
  LaneRaces::View shared_units_, shared_bytes_, shared_changes_, shared_wide_changes_;
  WarpAccesses warp_accesses_;
  std::unordered_map<const void *, std::vector<Place>> calls_; ///< by their return addresses
  /// A race of two writes, whose values are compared when the second has been done.
  struct PendingRace {
    const std::byte *place;
    std::size_t bytes;
    std::array<std::byte, 4> before;
    Race race;
  };
  std::vector<PendingRace> pending_;
  std::vector<const abi::CheckSite *> waits_at_; ///< of each thread: the last function that waits or frees
  /// A call in which the block waits, of one call of its function.
  struct BarrierCall {
    const abi::CheckSite *site;
    std::uint64_t instance;
    bool operator==(const BarrierCall &other) const {
      return site->object_bytes == other.site->object_bytes && instance == other.instance;
    }
  };
  /// Those to which a thread has come since the block's last barrier, outer ones first.
  struct Reached {
    std::array<BarrierCall, 4> calls;
    std::size_t count = 0;
  };
  std::vector<Reached> reached_; ///< of each thread
  /// How often each thread has called functions.
  std::vector<std::vector<std::pair<std::uint64_t, std::uint64_t>>> instances_;
  /// The threads of a warp that have got past such a call since then.
  struct Bypassed {
    BarrierCall call;
    std::uint32_t rank; ///< of the first of them
    std::uint32_t lanes;
  };
  std::vector<Bypassed> bypassed_;
  bool knows_waits_ = false, knows_instances_ = false; ///< there is something to forget
};

/// The rank in its block.
inline std::uint32_t rank_of(const abi::CpuThread &thread) noexcept {
  return (thread.thread_idx[2] * thread.block_dim[1] + thread.thread_idx[1]) * thread.block_dim[0] +
         thread.thread_idx[0];
}

inline bool BlockChecks::row_is_right(const void *place, std::uint32_t lanes, const void *values,
                                      const abi::CpuThread &first, const abi::CheckSite &site) noexcept {
  const auto count = static_cast<std::uint32_t>(std::countr_one(lanes));
  if ((lanes & (lanes + 1)) != 0 || !pending_.empty())
    return false;
  const auto offset = static_cast<std::size_t>(static_cast<const std::byte *>(place) - shared_.begin);
  if (offset >= shared_.bytes)
    return waiting_.extend(WaitingRow::of(site, place, rank_of(first), count), values);
  const std::uint32_t number = std::atomic_ref<std::uint32_t>(site.number).load(std::memory_order_relaxed);
  return number != 0 && site.kind <= abi::AccessKind::write &&
         shared_is_right(offset, count, rank_of(first), number, site,
                         site.kind == abi::AccessKind::write ? LaneMode::write : LaneMode::read);
}

/// Whether accesses to shared memory by `threads` threads are right, each to the next element from `offset`
/// on. `number`: the site's.
inline bool BlockChecks::shared_is_right(std::size_t offset, std::uint32_t threads, std::uint32_t rank,
                                         std::uint32_t number, const abi::CheckSite &site,
                                         LaneMode mode) const noexcept {
  const LaneRaces::View &view = mode == LaneMode::change        ? shared_changes_
                                : mode == LaneMode::wide_change ? shared_wide_changes_
                                : is_whole(offset, site.bytes)  ? shared_units_
                                                                : shared_bytes_;
  return view.words && shared_.bytes - offset >= std::size_t{threads} * site.bytes &&
         lane_races_.access_shared(view, offset, threads, site.bytes, rank, number, mode);
}

inline bool BlockChecks::reads_are_right(const void *place, std::uint32_t lanes, const abi::CpuThread &first,
                                         const abi::CheckSite &site) noexcept {
  if (!pending_.empty())
    return false;
  const std::uint32_t rank = rank_of(first) + static_cast<std::uint32_t>(std::countr_zero(lanes)),
                      other_rank = rank_of(first) + 31 - static_cast<std::uint32_t>(std::countl_zero(lanes));
  const auto offset = static_cast<std::size_t>(static_cast<const std::byte *>(place) - shared_.begin);
  if (offset >= shared_.bytes)
    return waiting_.extend(WaitingRow::broadcast(site, place, rank, other_rank), nullptr);
  const std::uint32_t number = std::atomic_ref<std::uint32_t>(site.number).load(std::memory_order_relaxed);
  const LaneRaces::View &view = is_whole(offset, site.bytes) ? shared_units_ : shared_bytes_;
  return view.words && number != 0 && shared_.bytes - offset >= site.bytes &&
         site.kind == abi::AccessKind::read && rank != other_rank &&
         lane_races_.read_shared(view, offset, site.bytes, rank, other_rank, number);
}

} // namespace kcc::cpu::check

#endif
