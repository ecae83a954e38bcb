// Shared memory whose size the launch decides. Shared memory of a fixed size is a variable: [[kcc::shared]]
// float tile[256];
#ifndef KCC_DEVICE_SHARED_H
#define KCC_DEVICE_SHARED_H

#include <cstddef>
#include <span>
#include <type_traits>

#include "builtins.h"

namespace kcc {

/// The launch's dynamic shared memory (LaunchConfig::dynamic_shared_bytes) as elements of T, uninitialised,
/// as many as fit. It is one memory: all calls in a block, of whatever T, give the same bytes.
template <class T> inline std::span<T> dynamic_shared() noexcept {
  static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_default_constructible_v<T>,
                "shared memory holds only trivial types: nothing runs their constructors");
  static_assert(alignof(T) <= 128, "dynamic shared memory is aligned to 128 bytes");
  return {static_cast<T *>(__kcc_dynamic_shared()), __kcc_dynamic_shared_bytes() / sizeof(T)};
}

} // namespace kcc

#endif
