#include "runner_pool.h"

#include "../../core/per_process.h"

#include <mutex>
#include <utility>
#include <vector>

namespace kcc::cpu {
namespace {

struct IdleRunners {
  std::mutex mutex;
  std::vector<std::unique_ptr<BlockRunner>> list;
};

IdleRunners &idle_runners() {
  return core::PerProcess<IdleRunners>::get();
}

} // namespace

BlockRunnerLease::BlockRunnerLease() {
  IdleRunners &idle = idle_runners();
  {
    const std::lock_guard lock(idle.mutex);
    if (!idle.list.empty()) {
      runner_ = std::move(idle.list.back());
      idle.list.pop_back();
      return;
    }
  }
  runner_ = std::make_unique<BlockRunner>();
}

BlockRunnerLease::~BlockRunnerLease() {
  IdleRunners &idle = idle_runners();
  const std::lock_guard lock(idle.mutex);
  try {
    idle.list.push_back(std::move(runner_));
  } catch (...) { // no memory to keep it
  }
}

bool free_idle_runners() {
  IdleRunners &idle = idle_runners();
  std::vector<std::unique_ptr<BlockRunner>> freed;
  {
    const std::lock_guard lock(idle.mutex);
    freed.swap(idle.list);
  }
  return !freed.empty();
}

} // namespace kcc::cpu
