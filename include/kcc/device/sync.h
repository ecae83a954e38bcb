// Waiting for the other threads of the block.
#ifndef KCC_DEVICE_SYNC_H
#define KCC_DEVICE_SYNC_H

#include "builtins_warp.h"

namespace kcc {

/// Waits until every thread of the block has come here; what they wrote to shared or global memory before is
/// visible to all of them after. Either all threads of a block that have not returned call it, or none.
KCC_CONVERGENT inline void sync_threads() noexcept {
  __kcc_sync_threads();
}

/// Waits until every lane of `mask` that has not returned has come here, with the same mask; what they wrote
/// to shared or global memory before is visible to each other after. The calling lane must be in the mask.
KCC_CONVERGENT inline void sync_warp(std::uint32_t mask = 0xffffffff) noexcept {
  __kcc_sync_warp(mask);
}

} // namespace kcc

#endif
