// Special registers of the hardware, and events for profilers.
#ifndef KCC_DEVICE_SPECIAL_REGISTERS_H
#define KCC_DEVICE_SPECIAL_REGISTERS_H

#include <cstdint>

#include "arch.h"
#include "builtins.h"

extern "C" {
/// The multiprocessor.
std::uint32_t __kcc_sm_id() noexcept;
/// One more than the greatest multiprocessor's number.
KCC_CONST std::uint32_t __kcc_sm_count() noexcept;
/// The warp's place on the multiprocessor.
std::uint32_t __kcc_warp_slot() noexcept;
/// The places on a multiprocessor.
KCC_CONST std::uint32_t __kcc_warp_slots() noexcept;
/// The launch's number.
KCC_CONST std::uint64_t __kcc_grid_id() noexcept;
/// The block's shared memory.
KCC_CONST std::uint32_t __kcc_total_shared_bytes() noexcept;
/// The thread's own bit.
KCC_CONST std::uint32_t __kcc_lanemask_eq() noexcept;
/// The bits below the thread's own.
KCC_CONST std::uint32_t __kcc_lanemask_lt() noexcept;
/// The thread's own bit and those below.
KCC_CONST std::uint32_t __kcc_lanemask_le() noexcept;
/// The bits above the thread's own.
KCC_CONST std::uint32_t __kcc_lanemask_gt() noexcept;
/// The thread's own bit and those above.
KCC_CONST std::uint32_t __kcc_lanemask_ge() noexcept;
}

#ifndef __KCC__
#include <kcc/host/special_registers.h>
#endif

namespace kcc {

/// The multiprocessor that runs the thread now, below sm_count(); a thread may move, so it is for profiles
/// and not for addresses. On the CPU device the processor.
inline std::uint32_t sm_id() noexcept {
  return __kcc_sm_id();
}

/// One more than the greatest number that sm_id() gives. Numbers may be left out.
inline std::uint32_t sm_count() noexcept {
  return __kcc_sm_count();
}

/// The place on its multiprocessor that the thread's warp has now, below warp_slots(). On the CPU device the
/// warp's number in the block.
inline std::uint32_t warp_slot() noexcept {
  return __kcc_warp_slot();
}

/// The places for warps that a multiprocessor has.
inline std::uint32_t warp_slots() noexcept {
  return __kcc_warp_slots();
}

/// A number of the launch, another for each launch while the process runs.
inline std::uint64_t grid_id() noexcept {
  return __kcc_grid_id();
}

/// The bytes of shared memory that the block has, static and dynamic. On a GPU rounded up, and with what the
/// hardware adds for itself.
inline std::uint32_t total_shared_bytes() noexcept {
  return __kcc_total_shared_bytes();
}

/// The mask with the bit of the thread's lane in its warp: 1 << lane.
inline std::uint32_t lanemask_eq() noexcept {
  return __kcc_lanemask_eq();
}

/// The mask of the lanes below the thread's own.
inline std::uint32_t lanemask_lt() noexcept {
  return __kcc_lanemask_lt();
}

/// The mask of the thread's lane and those below.
inline std::uint32_t lanemask_le() noexcept {
  return __kcc_lanemask_le();
}

/// The mask of the lanes above the thread's own.
inline std::uint32_t lanemask_gt() noexcept {
  return __kcc_lanemask_gt();
}

/// The mask of the thread's lane and those above.
inline std::uint32_t lanemask_ge() noexcept {
  return __kcc_lanemask_ge();
}

/// Triggers the performance monitor event `Event`, which a profiler may count. Nothing happens on the CPU
/// device.
template <unsigned Event> inline void profiler_event() noexcept {
  static_assert(Event < 16, "kcc::profiler_event: there are the events 0 to 15");
  if constexpr (arch != 0)
    asm volatile("pmevent %0;" ::"n"(Event));
}

} // namespace kcc

#endif
