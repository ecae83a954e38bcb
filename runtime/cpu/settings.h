// The CPU device's two settings. Each is an environment variable, read once, and a function that overrides
// it.
#ifndef KCC_RUNTIME_CPU_SETTINGS_H
#define KCC_RUNTIME_CPU_SETTINGS_H

#include <cstddef>
#include <optional>
#include <string>

namespace kcc::cpu {

inline constexpr unsigned max_thread_count = 1024;
inline constexpr std::size_t min_fiber_stack_bytes = std::size_t{16} << 10;
inline constexpr std::size_t max_fiber_stack_bytes = std::size_t{1} << 30;

/// The processors that the calling thread may use, by its affinity (taskset) and by the quota of its control
/// groups, rounded up. At least 1, at most max_thread_count.
unsigned usable_processors();

/// The least CPU quota, in processors, of the control groups that `groups` names as /proc/self/cgroup does
/// and of those above them; none if no group has one. `root` is where the groups are mounted.
std::optional<double> quota_of_control_groups(const std::string &groups, const std::string &root);

/// How many OS threads run one grid, the one that launches it included: what `set_thread_count` gave,
/// else KCC_CPU_THREADS, else usable_processors(). 1 runs grids on the launching thread
/// alone, block after block. Throws std::invalid_argument if the variable is not a number in 1 …
/// max_thread_count.
unsigned thread_count();

/// Counts from the next grid on. Throws std::invalid_argument outside 1 … max_thread_count.
void set_thread_count(unsigned count);

/// Bytes of stack for each thread of a kernel that uses barriers: what `set_fiber_stack_bytes` gave,
/// else KCC_CPU_STACK_BYTES, else 1152 KiB (4608 KiB with a sanitizer, whose frames are larger). Only the
/// pages that a thread touches cost memory.
/// Kernels without barriers run on the OS thread's own stack. Throws std::invalid_argument if the
/// variable is not a number in min_fiber_stack_bytes … max_fiber_stack_bytes.
std::size_t fiber_stack_bytes();

/// Counts from the next grid on; rounded up to whole pages.
/// Throws std::invalid_argument outside min_fiber_stack_bytes … max_fiber_stack_bytes.
void set_fiber_stack_bytes(std::size_t bytes);

} // namespace kcc::cpu

#endif
