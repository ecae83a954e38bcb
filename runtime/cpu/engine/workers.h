// The process's worker threads, which help to run grids.
#ifndef KCC_RUNTIME_CPU_ENGINE_WORKERS_H
#define KCC_RUNTIME_CPU_ENGINE_WORKERS_H

#include <functional>

namespace kcc::cpu {

/// Calls `work` on this thread and, at the same time, on those of the first `helpers` worker threads that are
/// idle; returns when all these calls have returned. `work` returns when there is nothing left to start:
/// after its first return no further thread calls it. It must not throw.
///
/// Worker threads are created on demand and joined at exit; if the system has no more threads, or the process
/// is already exiting, fewer threads do the work, in the extreme only the caller. May be called from several
/// threads, and from within `work`: a caller only waits for calls of its own `work` that have started, so
/// there is no cycle of waiting.
void run_on_workers(unsigned helpers, const std::function<void()> &work);

} // namespace kcc::cpu

#endif
