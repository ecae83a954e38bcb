// The threads that call functions of the program for streams.
#ifndef KCC_RUNTIME_VULKAN_HOST_THREADS_H
#define KCC_RUNTIME_VULKAN_HOST_THREADS_H

#include "context.h"

#include <functional>

namespace kcc::vulkan {

/// Starts a thread that calls `serve`, which returns soon after host_threads_stop() has become true and
/// Context::host_work was notified. `scheduling` is locked. When the process exits, the threads are waited
/// for. Throws Error if there are no more threads.
void start_host_thread(Context &context, std::function<void()> serve, const core::Operation &operation);

/// Whether the process exits; `scheduling` is locked.
bool host_threads_stop() noexcept;

} // namespace kcc::vulkan

#endif
