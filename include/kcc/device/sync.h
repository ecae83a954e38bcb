// Waiting for the other threads of the block.
#ifndef KCC_DEVICE_SYNC_H
#define KCC_DEVICE_SYNC_H

#include "builtins.h"

namespace kcc {

/// Waits until every thread of the block has come here; what they wrote to shared or global memory before is
/// visible to all of them after. Either all threads of a block that have not returned call it, or none.
KCC_CONVERGENT inline void sync_threads() noexcept {
  __kcc_sync_threads();
}

} // namespace kcc

#endif
