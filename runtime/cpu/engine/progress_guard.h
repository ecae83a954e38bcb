// Grids whose blocks wait for each other by polling, and start in another order than that of their ranks, or
// one after another.
//
// Kernels may rely on the order of ranks: a block that polls for what an earlier one writes finds it, because
// that one has started. In another order all OS threads may poll for blocks that have not started, and a
// single thread may poll for any later block. Without checks, nobody can see that a thread polls, so a grid
// that makes no progress gets more OS threads.
#ifndef KCC_RUNTIME_CPU_ENGINE_PROGRESS_GUARD_H
#define KCC_RUNTIME_CPU_ENGINE_PROGRESS_GUARD_H

#include <cstdint>
#include <functional>
#include <thread>
#include <vector>

namespace kcc::cpu {

class ProgressWatcher;

/// While it exists, a thread of the process that is one for all grids watches one grid.
class ProgressGuard {
public:
  struct Progress {
    std::uint64_t ended, left; ///< how many blocks have ended, and how many are left to start
    std::uint64_t prepared; ///< calls of `take_part` that have got what they need to run blocks, or given up
  };
  /// `take_part` runs blocks until none is left to start. `may_poll` returns whether a thread may have polled
  /// since the last call: if not, its blocks just take long. All are called from other threads; the last two
  /// return soon. Throws std::system_error if there can be no thread to watch.
  ProgressGuard(std::function<void()> take_part, std::function<Progress()> progress,
                std::function<bool()> may_poll);
  /// Waits for the threads that it made: to be called when all other threads have left the grid.
  ~ProgressGuard();
  ProgressGuard(const ProgressGuard &) = delete;
  ProgressGuard &operator=(const ProgressGuard &) = delete;

private:
  friend class ProgressWatcher;

  void look();
  void add_threads(std::uint64_t most);

  const std::function<void()> take_part_;
  const std::function<Progress()> progress_;
  const std::function<bool()> may_poll_;
  ProgressWatcher &watcher_;
  // What follows is the watcher's, while it watches.
  unsigned without_end_ = 0, patience_;
  std::uint64_t ended_before_ = 0;
  std::vector<std::thread> threads_;
};

} // namespace kcc::cpu

#endif
