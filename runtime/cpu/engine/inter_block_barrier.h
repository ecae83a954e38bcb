// A barrier for blocks that run at the same time, at which OS threads sleep when they have nothing else to
// run.
#ifndef KCC_RUNTIME_CPU_ENGINE_INTER_BLOCK_BARRIER_H
#define KCC_RUNTIME_CPU_ENGINE_INTER_BLOCK_BARRIER_H

#include "dimensions.h"

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <string>
#include <vector>

namespace kcc::cpu {

/// Blocks arrive in rounds; a round ends when all have arrived. All functions may be called from any OS
/// thread.
class InterBlockBarrier {
public:
  /// `name` is a string literal: "sync_grid()". The blocks are `extent` of a grid, from `first` on; their
  /// number is `blocks`.
  InterBlockBarrier(const char *name, Dim3 extent, Dim3 first, std::uint32_t blocks)
      : name_(name), extent_(extent), first_(first), blocks_(blocks) {}

  /// Called for a block, once per round.
  void arrive(Dim3 block);
  /// Whether round number `round`, counted from 1, has ended.
  bool has_passed(std::uint32_t round) const {
    return static_cast<std::int32_t>(passed_.load(std::memory_order_acquire) - round) >= 0;
  }
  /// The number of rounds that have ended.
  std::uint32_t passed() const { return passed_.load(std::memory_order_acquire); }
  /// "sync_grid() (3 of 4 blocks are there; (3, 0, 0) is missing)"
  std::string describe() const;

  // For the OS threads that run these blocks. Each calls `enter` before it starts its first block, and
  // `leave` when all its blocks have ended and there is none left to start.

  void enter();
  void leave();
  enum class News { round_passed, deadlock, stopped };
  /// For an OS thread whose blocks all wait here: returns when more rounds have ended than `seen`, or when no
  /// thread is left that could end the round.
  News sleep(std::uint32_t seen);
  /// Wakes all threads permanently.
  void stop();

private:
  void look_for_deadlock();

  const char *name_;
  const Dim3 extent_, first_;
  const std::uint32_t blocks_;
  std::atomic<std::uint32_t> passed_{0};
  mutable std::mutex mutex_;
  std::condition_variable news_;
  std::vector<std::uint32_t> arrived_;   ///< in this round: the ranks of blocks in `extent_`
  std::uint32_t awake_ = 0, asleep_ = 0; ///< OS threads
  bool stopped_ = false, deadlocked_ = false;
};

} // namespace kcc::cpu

#endif
