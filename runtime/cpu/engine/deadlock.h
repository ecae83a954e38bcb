// Describes why a block cannot continue.
#ifndef KCC_RUNTIME_CPU_ENGINE_DEADLOCK_H
#define KCC_RUNTIME_CPU_ENGINE_DEADLOCK_H

#include "wait_kind.h"

#include "kcc/runtime/launch_config.h"

#include <span>
#include <string>
#include <vector>

namespace kcc::cpu {

/// A thread that has not exited, and what it waits for.
struct WaitingThread {
  std::uint32_t rank; ///< in the block, x fastest
  const WaitKind *kind;
  const void *state;
};

/// "threads (0, 0, 0), (1, 0, 0) and 14 more", of a block of this shape; ranks in order.
std::string describe_threads(std::span<const std::uint32_t> ranks, Dim3 block);

/// "threads (0, 0, 0), (1, 0, 0) and 14 more wait at sync_threads() for thread (16, 0, 0); thread …": for
/// threads of a block of shape `block`, in any order.
std::string describe_deadlock(std::vector<WaitingThread> threads, Dim3 block);

} // namespace kcc::cpu

#endif
