// Runs a grid on the CPU device.
#ifndef KCC_RUNTIME_CPU_ENGINE_GRID_H
#define KCC_RUNTIME_CPU_ENGINE_GRID_H

#include "kcc/runtime/launch_config.h"

#include "lanes.h"
#include "print_log.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>

namespace kcc::cpu {

/// The same as on GPUs, so that what runs here runs there.
inline constexpr std::uint32_t max_block_threads = 1024;

class Schedule;

namespace check {
class Polls;
struct StreamTask;
} // namespace check

struct GridLaunch {
  void (*run_thread)(const void *const *arguments); ///< abi::CpuKernel::run_thread; must not throw
  const void *const *arguments;                     ///< must live until run_grid returns
  Dim3 grid;
  Dim3 block;
  std::uint32_t static_shared_bytes = 0;
  std::uint32_t dynamic_shared_bytes = 0;
  bool uses_barrier = false;          ///< from the manifest; waiting without it ends the process
  std::uint64_t id = 0;               ///< the launch's number, set by run_grid
  bool cooperative = false;           ///< all blocks run at the same time
  Dim3 cluster{1, 1, 1};              ///< the blocks of a cluster run at the same time; divides the grid
  const char *entry = nullptr;        ///< abi::CpuKernel::entry, to name the kernel; may be null
  const Schedule *schedule = nullptr; ///< set by run_grid; null: all blocks and threads, in order of rank
  abi::CpuBlockFunction run_block{};  ///< used instead of run_thread where there is one
  check::Polls *polls = nullptr;      ///< set by run_grid where code with checks is to say that it polls
  std::uint32_t queues = 0;           ///< 1 if a stream's queue runs the launch
  const check::StreamTask *task = nullptr; ///< the queue's task that is this launch
};

/// The maximum number of threads in a cooperative grid: each has a fiber, which takes two of the process's
/// 65530 memory mappings before Linux 6.13. Lower with ThreadSanitizer.
std::uint32_t max_cooperative_threads();
/// The maximum number of blocks in a cluster, as on GPUs.
inline constexpr std::uint32_t max_cluster_blocks = 8;
inline constexpr std::uint32_t max_non_portable_cluster_blocks = 16;

/// The thread that trapped, or one that is deadlocked.
struct Fault {
  Dim3 block_idx;
  Dim3 thread_idx;
  /// If it was one of several neighbours along x: the last of them, perhaps in another block.
  std::optional<std::pair<Dim3, Dim3>> last{}; ///< block_idx and thread_idx
  std::string message{};                       ///< what is wrong; empty for a plain trap
  std::string hint{}; ///< what to do instead, full sentences without the final full stop; or empty
  std::optional<PrintRecord> record{}; ///< what the thread itself reported
};

/// Runs every thread of the grid and returns when all are done. Blocks run in parallel and in no particular
/// order on `thread_count()` OS threads, including this one; each block runs on only one of them. With
/// `run_block`, the threads of a block run side by side in lanes, and a block may be divided among OS
/// threads or run together with its neighbours. Otherwise, in a kernel that never waits for other threads,
/// the threads of a block run one after another, x fastest; in others each has its own fiber, and between
/// two barriers of the block they also run in that order. The settings of schedule_settings.h can change
/// these orders, and leave parts of the grid out.
///
/// After a trap or a deadlocked block, no further block is started; the first fault is returned when the
/// running blocks are done. The frames of a kernel that trapped, and of waiting threads of its block, are
/// dropped without running destructors.
///
/// Throws std::invalid_argument for a launch that no device can run (a dimension of 0, more than
/// max_block_threads, 2^63 blocks or more) or a wrong setting, and std::system_error or std::bad_alloc if
/// there is no memory for the stacks or shared memory of a single block; then no thread has run. The blocks
/// of a cooperative grid, and of a cluster, run at the same time, on one OS thread or on several: each OS
/// thread switches to another of its blocks when one waits. If there is not enough memory for all their
/// stacks, some threads may have run already. May be called from several threads at once, and from within a
/// kernel.
std::optional<Fault> run_grid(const GridLaunch &launch);

} // namespace kcc::cpu

#endif
