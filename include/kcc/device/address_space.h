// Which memory an address is in. All pointers of a kernel are generic: they may point to any of these.
#ifndef KCC_DEVICE_ADDRESS_SPACE_H
#define KCC_DEVICE_ADDRESS_SPACE_H

#include <cstdint>

#include "builtins.h"

namespace kcc {

/// Whether `place` is in global memory: what the host allocates, variables at namespace scope, the heap.
inline bool is_global(const void *place) noexcept {
  return __kcc_is_global(place);
}

/// Whether `place` is in the shared memory of the calling thread's block, whether a [[kcc::shared]] variable
/// or dynamic.
inline bool is_shared(const void *place) noexcept {
  return __kcc_is_shared(place);
}

/// Whether `place` is in constant memory: in a [[kcc::constant]] variable.
inline bool is_constant(const void *place) noexcept {
  return __kcc_is_constant(place);
}

/// Whether `place` is in the calling thread's local memory: in one of its local variables. On the CPU device
/// that is its stack.
inline bool is_local(const void *place) noexcept {
  return __kcc_is_local(place);
}

/// The 32-bit address in shared memory that instructions such as `ldmatrix` and `mbarrier` take in inline
/// PTX, of a place for which is_shared() holds. On the CPU device the distance from the start of the block's
/// shared memory; it need not be the same number.
inline std::uint32_t shared_address(const void *place) noexcept {
  return __kcc_shared_address(place);
}

} // namespace kcc

#endif
