// Special registers of the hardware, and events for profilers.
#ifndef KCC_DEVICE_SPECIAL_REGISTERS_H
#define KCC_DEVICE_SPECIAL_REGISTERS_H

#include <cstdint>

#include "arch.h"
#include "builtins.h"

extern "C" {
/// The multiprocessor's number.
KCC_BUILTIN(std::uint32_t __kcc_sm_id(), "kcc::sm_id()")
/// The highest multiprocessor number plus one.
KCC_BUILTIN(KCC_CONST std::uint32_t __kcc_sm_count(), "kcc::sm_count()")
/// The warp's slot on the multiprocessor.
KCC_BUILTIN(std::uint32_t __kcc_warp_slot(), "kcc::warp_slot()")
/// The number of warp slots of a multiprocessor.
KCC_BUILTIN(KCC_CONST std::uint32_t __kcc_warp_slots(), "kcc::warp_slots()")
/// The launch's number.
KCC_BUILTIN(KCC_CONST std::uint64_t __kcc_grid_id(), "kcc::grid_id()")
/// The size of the block's shared memory.
KCC_BUILTIN(KCC_CONST std::uint32_t __kcc_total_shared_bytes(), "kcc::total_shared_bytes()")
/// The thread's own bit.
KCC_BUILTIN(KCC_CONST std::uint32_t __kcc_lanemask_eq(), "kcc::lanemask_eq()")
/// The bits below the thread's own.
KCC_BUILTIN(KCC_CONST std::uint32_t __kcc_lanemask_lt(), "kcc::lanemask_lt()")
/// The thread's own bit and those below.
KCC_BUILTIN(KCC_CONST std::uint32_t __kcc_lanemask_le(), "kcc::lanemask_le()")
/// The bits above the thread's own.
KCC_BUILTIN(KCC_CONST std::uint32_t __kcc_lanemask_gt(), "kcc::lanemask_gt()")
/// The thread's own bit and those above.
KCC_BUILTIN(KCC_CONST std::uint32_t __kcc_lanemask_ge(), "kcc::lanemask_ge()")
}

namespace kcc {

/// The number of the multiprocessor that currently runs the thread, less than sm_count(). A thread may move,
/// so use it for profiling and not for addressing. On the CPU device it is the processor.
inline std::uint32_t sm_id() noexcept {
  return __kcc_sm_id();
}

/// The highest number that sm_id() can return plus one. Not all numbers need to exist.
inline std::uint32_t sm_count() noexcept {
  return __kcc_sm_count();
}

/// The slot that the thread's warp currently occupies on its multiprocessor, less than warp_slots(). On the
/// CPU device it is the warp's number in the block.
inline std::uint32_t warp_slot() noexcept {
  return __kcc_warp_slot();
}

/// The number of warp slots of a multiprocessor.
inline std::uint32_t warp_slots() noexcept {
  return __kcc_warp_slots();
}

/// A number that is different for each launch of the process.
inline std::uint64_t grid_id() noexcept {
  return __kcc_grid_id();
}

/// The size of the block's shared memory in bytes, static and dynamic. On a GPU it is rounded up and includes
/// what the hardware reserves.
inline std::uint32_t total_shared_bytes() noexcept {
  return __kcc_total_shared_bytes();
}

/// The mask with only the thread's own lane: 1 << lane.
inline std::uint32_t lanemask_eq() noexcept {
  return __kcc_lanemask_eq();
}

/// The mask of the lanes below the thread's lane.
inline std::uint32_t lanemask_lt() noexcept {
  return __kcc_lanemask_lt();
}

/// The mask of the thread's lane and the lanes below.
inline std::uint32_t lanemask_le() noexcept {
  return __kcc_lanemask_le();
}

/// The mask of the lanes above the thread's lane.
inline std::uint32_t lanemask_gt() noexcept {
  return __kcc_lanemask_gt();
}

/// The mask of the thread's lane and the lanes above.
inline std::uint32_t lanemask_ge() noexcept {
  return __kcc_lanemask_ge();
}

/// Triggers the performance monitor event `Event`, which a profiler can count. Has no effect on the CPU
/// device.
template <unsigned Event> inline void profiler_event() noexcept {
  static_assert(Event < 16, "kcc::profiler_event: there are the events 0 to 15");
  if constexpr (arch != 0)
    asm volatile("pmevent %0;" ::"n"(Event));
}

} // namespace kcc

#endif
