// The settings for debugging: which threads of a grid run, in which order, and which one stops.
#ifndef KCC_RUNTIME_CPU_ENGINE_SCHEDULE_SETTINGS_H
#define KCC_RUNTIME_CPU_ENGINE_SCHEDULE_SETTINGS_H

#include "kcc/runtime/launch_config.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace kcc::cpu {

/// The order of a grid's blocks, and of a warp's threads.
struct Order {
  enum class Kind { forward, reverse, shuffle };
  Kind kind = Kind::forward;
  std::uint64_t seed = 0; ///< of shuffle; a seed gives the same order each time
};

/// A rank, x fastest, or an index.
struct Place {
  std::optional<Dim3> index; ///< none: the rank counts
  std::uint64_t rank = 0;

  /// The rank in a grid or block of `extent`; none if the place is outside.
  std::optional<std::uint64_t> rank_in(Dim3 extent) const;
};

/// One thread of each grid that has it.
struct ThreadChoice {
  std::string kernel; ///< only of this kernel's grids; empty: of all
  Place block, thread;
  std::string text; ///< as it was given
};

struct ScheduleSettings {
  Order order;
  std::optional<ThreadChoice> only; ///< the others do not run, unless they wait for it or it for them
  std::optional<ThreadChoice> stop; ///< stops in a debugger when it starts
};

/// What `set_schedule` was given, else KCC_CPU_ORDER, KCC_CPU_THREAD and KCC_CPU_STOP, which are read once.
/// Throws std::invalid_argument if a variable's value is not of the form that the functions below take.
const ScheduleSettings &schedule_settings();

/// Takes effect with the next grid. The settings must live as long as grids run with them; null means the
/// environment's.
void set_schedule(const ScheduleSettings *settings);

/// `forward`, `reverse` or `shuffle:SEED`. `name` is for the message of the std::invalid_argument that other
/// texts throw.
Order parse_order(const char *name, std::string_view text);

/// `BLOCK,THREAD` or `KERNEL:BLOCK,THREAD`, where BLOCK and THREAD are each a rank or an index such as
/// `(3,1,0)`; what an index leaves out is 0. Throws like parse_order.
ThreadChoice parse_thread_choice(const char *name, std::string_view text);

} // namespace kcc::cpu

#endif
