// How many OS threads run a grid, and how large the stacks of its threads are. Each setting is an environment
// variable, read once, and a function that overrides it. Those for debugging are in schedule_settings.h.
#ifndef KCC_RUNTIME_CPU_ENGINE_SETTINGS_H
#define KCC_RUNTIME_CPU_ENGINE_SETTINGS_H

#include <cstddef>
#include <optional>
#include <string>

namespace kcc::cpu {

inline constexpr unsigned max_thread_count = 1024;
inline constexpr std::size_t min_fiber_stack_bytes = std::size_t{16} << 10;
inline constexpr std::size_t max_fiber_stack_bytes = std::size_t{1} << 30;

/// The number of processors that the calling thread may use, according to its affinity (taskset) and the
/// quota of its control groups, rounded up. At least 1, at most max_thread_count.
unsigned usable_processors();

/// The lowest CPU quota, in processors, of the control groups that `groups` lists in the format of
/// /proc/self/cgroup, and of their ancestors; none if no group has one. `root` is where the groups are
/// mounted.
std::optional<double> quota_of_control_groups(const std::string &groups, const std::string &root);

/// The number of OS threads that run one grid, including the launching one: the value of `set_thread_count`,
/// else KCC_CPU_THREADS, else usable_processors(). With 1, grids run on the launching thread alone, block
/// after block. Throws std::invalid_argument if the variable is not a number in 1 … max_thread_count.
unsigned thread_count();

/// Takes effect with the next grid. Throws std::invalid_argument outside 1 … max_thread_count.
void set_thread_count(unsigned count);

/// The stack size in bytes for each thread of a kernel that uses barriers: the value of
/// `set_fiber_stack_bytes`, else KCC_CPU_STACK_BYTES, else 1152 KiB (4608 KiB with a sanitizer, whose frames
/// are larger). Only pages that a thread touches use memory. Kernels without barriers run on the OS thread's
/// own stack. Throws std::invalid_argument if the variable is not a number in min_fiber_stack_bytes …
/// max_fiber_stack_bytes.
std::size_t fiber_stack_bytes();

/// Takes effect with the next grid; rounded up to whole pages. Throws std::invalid_argument outside
/// min_fiber_stack_bytes … max_fiber_stack_bytes.
void set_fiber_stack_bytes(std::size_t bytes);

} // namespace kcc::cpu

#endif
