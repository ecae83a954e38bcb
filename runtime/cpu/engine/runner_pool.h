// A pool of block runners, which the process keeps from grid to grid.
#ifndef KCC_RUNTIME_CPU_ENGINE_RUNNER_POOL_H
#define KCC_RUNTIME_CPU_ENGINE_RUNNER_POOL_H

#include "block.h"

#include <memory>

namespace kcc::cpu {

/// A runner for one OS thread and one grid. The pool grows to the maximum number that ran at the same time,
/// and keeps their fibers and shared memory.
class BlockRunnerLease {
public:
  BlockRunnerLease();
  ~BlockRunnerLease();
  BlockRunnerLease(const BlockRunnerLease &) = delete;
  BlockRunnerLease &operator=(const BlockRunnerLease &) = delete;

  BlockRunner &operator*() const { return *runner_; }
  BlockRunner *operator->() const { return runner_.get(); }

private:
  std::unique_ptr<BlockRunner> runner_;
};

/// Frees the runners that are not in use. Returns false if there are none.
bool free_idle_runners();

} // namespace kcc::cpu

#endif
