// The process's worker threads, which help whoever runs a grid.
#ifndef KCC_RUNTIME_CPU_WORKERS_H
#define KCC_RUNTIME_CPU_WORKERS_H

#include <functional>

namespace kcc::cpu {

/// Calls `work` on this thread and at the same time on those of the first `helpers` worker threads that have
/// nothing else to do; returns when all these calls have returned. `work` returns when there is nothing
/// left to begin: after its first return no further thread calls it. It must not throw.
///
/// Worker threads are made when first asked for and joined at exit; if the system gives no more threads, or
/// the process is already exiting, the work is done by fewer, in the end by the caller alone.
/// May be called from several threads, and from within `work`: a caller waits only for calls of its own
/// `work` that have begun, so there is no circle of waiting. A child made by fork() has no worker threads and
/// must not call this.
void run_on_workers(unsigned helpers, const std::function<void()> &work);

} // namespace kcc::cpu

#endif
