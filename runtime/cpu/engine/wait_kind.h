// What a thread of a block can wait for.
#ifndef KCC_RUNTIME_CPU_ENGINE_WAIT_KIND_H
#define KCC_RUNTIME_CPU_ENGINE_WAIT_KIND_H

#include <cstdint>
#include <string>

namespace kcc::cpu {

/// A kind of waiting. The object at which a thread waits is passed along, as `state`.
struct WaitKind {
  /// Whether the wait is over. Called by the block's scheduler, on its own stack, any number of times; once
  /// true, it must stay true until the thread has run.
  bool (*ready)(const void *state);
  /// For deadlock messages: "sync_threads()". Threads with the same text wait at the same place.
  std::string (*name)(const void *state);
  /// For deadlock messages: whether the unfinished thread of this rank in the block (x fastest) is being
  /// waited for. Null: every thread that does not wait here is.
  bool (*misses)(const void *state, std::uint32_t thread_rank) = nullptr;
  /// Whether something outside the block can end the wait: then a block in which no thread can run is not
  /// deadlocked.
  bool from_outside = false;
};

/// A barrier of threads of one block.
struct Barrier {
  const char *name = "";      ///< "sync_threads()"; a string literal
  std::uint32_t expected = 0; ///< the number of arrivals; 0: all threads that have not exited
  std::uint32_t arrived = 0;
  std::uint32_t generation = 0; ///< how often it has released threads
};

} // namespace kcc::cpu

#endif
