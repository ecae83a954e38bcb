// Copies and fills in the memory of the CPU device.
#ifndef KCC_RUNTIME_CPU_COPIES_H
#define KCC_RUNTIME_CPU_COPIES_H

#include "../core/transfers.h"

namespace kcc::cpu {

/// Copies on the calling thread.
void run(const core::Copy &copy);

/// Fills on the calling thread.
void run(const core::Fill &fill);

} // namespace kcc::cpu

#endif
