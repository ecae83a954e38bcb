// A thread of a block, for the files that implement BlockRunner.
#ifndef KCC_RUNTIME_CPU_ENGINE_BLOCK_THREAD_H
#define KCC_RUNTIME_CPU_ENGINE_BLOCK_THREAD_H

#include "block.h"

namespace kcc::cpu {

/// For errors of the runtime and of images, after which nothing can continue.
[[noreturn]] void end_process(const char *what, const char *why);

/// A thread of a block whose threads wait. Its fiber outlives it and serves the next block's thread of the
/// same rank.
struct BlockRunner::BlockThread {
  BlockThread(BlockRunner &runner, std::uint32_t rank, std::size_t stack_bytes)
      : rank(rank), runner(runner), fiber(stack_bytes, rank) {}

  abi::CpuThread position{};
  const WaitKind *waits_at = nullptr; ///< while it is suspended
  const void *wait_state = nullptr;
  std::uint32_t rank; ///< in the block, x fastest
  BlockRunner &runner;
  Fiber fiber;
  void *entry_frame = nullptr; ///< of the runner's own function at the bottom of the stack
  std::uint64_t call_site = 0; ///< of active_mask()
  std::uint32_t group = 0;     ///< its result, once it is known
  std::jmp_buf leave;          ///< the target of a trap, on the fiber's own stack
};

inline void BlockRunner::suspend(BlockThread &self, const WaitKind &kind, const void *state) {
  self.waits_at = &kind;
  self.wait_state = state;
  self.fiber.suspend();
  if (dropping_)
    std::longjmp(self.leave, 1);
}

} // namespace kcc::cpu

#endif
