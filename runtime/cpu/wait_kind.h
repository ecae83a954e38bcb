// What a thread of a block can wait for.
#ifndef KCC_RUNTIME_CPU_WAIT_KIND_H
#define KCC_RUNTIME_CPU_WAIT_KIND_H

#include <cstdint>
#include <string>

namespace kcc::cpu {

/// A kind of waiting. The object that a thread waits at goes with it, as `state`.
struct WaitKind {
  /// Whether the wait is over. Called by the block's scheduler, on its own stack, any number of times; from
  /// the first `true` on it must stay true until the thread has run.
  bool (*ready)(const void *state);
  /// For the message of a deadlock: "sync_threads()". Threads with the same words wait at the same place.
  std::string (*name)(const void *state);
  /// For that message too: whether the unfinished thread of this number in the block (x fastest) is one that
  /// is waited for. Null: every one that does not wait here is.
  bool (*misses)(const void *state, std::uint32_t thread_rank) = nullptr;
  /// Whether somebody outside of the block can end the wait: then a block of which no thread can run is no
  /// deadlock.
  bool from_outside = false;
};

/// A barrier of threads of one block.
struct Barrier {
  const char *name = "";      ///< "sync_threads()"; a string literal
  std::uint32_t expected = 0; ///< how many arrive; 0 says all that have not exited
  std::uint32_t arrived = 0;
  std::uint32_t generation = 0; ///< how often it has let threads through
};

} // namespace kcc::cpu

#endif
