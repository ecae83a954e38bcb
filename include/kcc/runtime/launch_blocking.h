// Launches that wait, to find the one that fails.
#ifndef KCC_RUNTIME_LAUNCH_BLOCKING_H
#define KCC_RUNTIME_LAUNCH_BLOCKING_H

namespace kcc {

/// Lets every launch of a kernel or graph wait for its end, so that a failure is thrown by the launch that
/// caused it, and what kernels print appears at once. For debugging: the host and the device no longer work
/// at the same time, and kernels that wait for a later launch never end. Launches that are captured into a
/// graph do not wait. Holds for all streams and threads of the process, from their next launch on, and takes
/// precedence over the environment variable KCC_LAUNCH_BLOCKING, whose value 1 has the same effect.
void set_launch_blocking(bool wait) noexcept;

/// Whether launches wait.
bool launch_blocking() noexcept;

} // namespace kcc

#endif
