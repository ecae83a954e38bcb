// Which blocks and threads of a grid run, and in which order, where that is not simply all of them in order
// of their rank: for debugging (KCC_CPU_ORDER, KCC_CPU_THREAD, KCC_CPU_STOP).
#ifndef KCC_RUNTIME_CPU_ENGINE_SCHEDULE_H
#define KCC_RUNTIME_CPU_ENGINE_SCHEDULE_H

#include "grid.h"
#include "schedule_settings.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace kcc::cpu {

/// The numbers from 0 to count - 1 in another order, computed one by one: a grid can have 2^63 blocks.
class Permutation {
public:
  /// `salt` makes different permutations of the same seed.
  Permutation(const Order &order, std::uint64_t count, std::uint64_t salt);
  /// The number at position `i` < count.
  std::uint64_t operator()(std::uint64_t i) const;

private:
  std::uint64_t mix(std::uint64_t i) const;

  const Order::Kind kind_;
  const std::uint64_t count_;
  std::uint64_t seed_;
  unsigned half_bits_ = 0; ///< of the numbers that are mixed, which are below 4^half_bits_
};

/// The schedule of one launch. Blocks are started in units: clusters whose blocks wait for each other, else
/// single blocks.
class Schedule {
public:
  /// Says on stderr what does not run because of KCC_CPU_THREAD. Throws like schedule_settings(). `unit` is
  /// the extent of a unit in blocks; `needs_all` says that every unit has to run, because they wait for each
  /// other.
  Schedule(const GridLaunch &launch, Dim3 unit, bool needs_all);

  /// Whether everything runs, in order of rank, and nothing stops.
  bool is_plain() const { return is_plain_; }
  /// Whether units start in another order than that of their ranks.
  bool is_out_of_order() const { return order_.kind != Order::Kind::forward && units() > 1; }
  /// How many units run.
  std::uint64_t units() const { return only_unit_ ? 1 : unit_count_; }
  /// The rank of the unit that is started as number `i`.
  std::uint64_t unit(std::uint64_t i) const { return only_unit_ ? *only_unit_ : unit_order_(i); }
  /// Puts what belongs to the block or unit of this rank into the order of KCC_CPU_ORDER.
  template <class T> void arrange(std::vector<T> &items, std::uint64_t rank) const {
    const Permutation order(order_, items.size(), rank + 1);
    std::vector<T> arranged(items.size());
    for (std::size_t i = 0; i < items.size(); ++i)
      arranged[i] = items[order(i)];
    items.swap(arranged);
  }
  /// The ranks of the block's threads that run, in their order.
  std::vector<std::uint32_t> threads_of(Dim3 block_idx) const;
  std::uint64_t block_rank(Dim3 index) const;
  /// Whether a thread of the block, which is about to do something that the others see for the n-th time,
  /// lets them run first: now and then in a random order.
  bool steps_aside(std::uint64_t rank, std::uint32_t n) const;
  /// Whether the thread is the one that stops in a debugger.
  bool stops(Dim3 block_idx, std::uint32_t thread_rank) const {
    return stop_ && stop_->thread == thread_rank && stop_->block == block_rank(block_idx);
  }

private:
  struct Chosen {
    std::uint64_t block;
    std::uint32_t thread;
  };
  static std::optional<Chosen> find(const std::optional<ThreadChoice> &choice, const GridLaunch &launch);
  void say_what_runs(const ThreadChoice &choice, Dim3 unit) const;

  const GridLaunch &launch_;
  const Order order_;
  const std::uint64_t unit_count_;
  const Permutation unit_order_;
  std::optional<Chosen> only_, stop_;
  std::optional<std::uint64_t> only_unit_;
  bool is_plain_;
};

} // namespace kcc::cpu

/// Called by the thread that KCC_CPU_STOP names, before it starts, on its own stack. Raises a trap if a
/// debugger is attached to the process, and does nothing otherwise.
extern "C" [[gnu::noinline]] void kcc_cpu_thread_selected();

#endif
