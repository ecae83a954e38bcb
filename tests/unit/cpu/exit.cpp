// Prints the settings; then exits while worker threads exist, with a static object whose destructor runs
// after they have been joined and still runs grids, as a program's static Stream or Buffer may.
#include "engine/lanes.h"
#include "engine/schedule_settings.h"
#include "launch.h"

#include <atomic>
#include <cstdio>
#include <exception>

using namespace kcc::cpu;
using namespace kcc::cpu::test;

namespace {

void count_block(const void *const *arguments) {
  kcc_cpu_sync_threads();
  if (thread_in_block() == 0)
    ++*argument<std::atomic<int> *>(arguments, 0);
}

int count_blocks() {
  std::atomic<int> blocks{0};
  launch(count_block, {{64}, {8}, true}, &blocks);
  return blocks;
}

struct RunsAtExit {
  ~RunsAtExit() { std::printf("ran %d blocks at exit\n", count_blocks()); }
};

} // namespace

int main() {
  try {
    std::printf("threads %u\nstack %zu\n", thread_count(), fiber_stack_bytes());
    const kcc::abi::CpuLevel *const level = block_level();
    std::printf("lanes of %s\n", level == nullptr ? "no level" : level->name);
    schedule_settings();
    set_thread_count(4);
    // Created before the first grid, so destroyed after the workers are joined.
    static RunsAtExit runs_at_exit;
    return count_blocks() == 64 ? 0 : 1;
  } catch (const std::exception &error) {
    std::puts(error.what());
    return 1;
  }
}
