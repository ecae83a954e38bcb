// Which memory an address is in. All pointers in a kernel are generic: they may point to any kind of memory.
#ifndef KCC_DEVICE_ADDRESS_SPACE_H
#define KCC_DEVICE_ADDRESS_SPACE_H

#include <cstdint>

#include "builtins.h"

namespace kcc {

/// Whether `place` is in global memory: host allocations, variables at namespace scope, the heap.
inline bool is_global(const void *place) noexcept {
  return __kcc_is_global(place);
}

/// Whether `place` is in the shared memory of the calling thread's block, static ([[kcc::shared]]) or
/// dynamic.
inline bool is_shared(const void *place) noexcept {
  return __kcc_is_shared(place);
}

/// Whether `place` is in constant memory, that is, in a [[kcc::constant]] variable. Code for Vulkan and for
/// AMD's GPUs has these in global memory.
inline bool is_constant(const void *place) noexcept {
  return __kcc_is_constant(place);
}

/// Whether `place` is in the calling thread's local memory, where its local variables are. On the CPU device
/// that is its stack.
inline bool is_local(const void *place) noexcept {
  return __kcc_is_local(place);
}

/// The 32-bit address in shared memory that instructions such as `ldmatrix` and `mbarrier` take in inline
/// PTX. Requires is_shared(place). On the CPU device it is the offset from the start of the block's shared
/// memory, which may be a different number than on a GPU.
inline std::uint32_t shared_address(const void *place) noexcept {
  return __kcc_shared_address(place);
}

} // namespace kcc

#endif
