// Programmatic dependent launch: a kernel begins before the one in front of it in the stream has ended.
#ifndef KCC_DEVICE_DEPENDENT_LAUNCH_H
#define KCC_DEVICE_DEPENDENT_LAUNCH_H

#include "arch.h"

namespace kcc {

/// Waits, in a launch with LaunchAttributes::programmatic_dependent_launch, until the work before it in the
/// stream is done; all that it wrote is then visible to the calling thread. Before, the thread must not
/// access memory that earlier work writes, nor write what it reads. In other launches, and on GPUs before
/// sm_90 and on the CPU device, the work is done already and this does nothing.
inline void grid_dependency_synchronize() noexcept {
  // Not LLVM's intrinsic, over which it would move loads.
  if constexpr (arch >= 90)
    asm volatile("griddepcontrol.wait;" ::: "memory");
}

/// Says that the next kernel in the stream may start, if it was launched with
/// LaunchAttributes::programmatic_dependent_launch: it does when every block of this grid has called this or
/// ended. It publishes nothing: that kernel sees what this one wrote, before or after, once
/// grid_dependency_synchronize() has returned there. Does nothing on GPUs before sm_90 and on the CPU device.
inline void trigger_programmatic_launch_completion() noexcept {
  if constexpr (arch >= 90)
    asm volatile("griddepcontrol.launch_dependents;" ::: "memory");
}

} // namespace kcc

#endif
