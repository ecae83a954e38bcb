// The size of memory for a number of elements.
#ifndef KCC_RUNTIME_CORE_ALLOCATION_SIZE_H
#define KCC_RUNTIME_CORE_ALLOCATION_SIZE_H

#include "backend.h"

#include <cstddef>
#include <limits>
#include <string>

namespace kcc::core {

/// count * element_bytes. Throws Error if that is more than fits in the address space.
inline std::size_t allocation_size(std::size_t count, std::size_t element_bytes, const Operation &operation) {
  if (count > std::numeric_limits<std::size_t>::max() / element_bytes)
    detail::fail(ErrorCategory::out_of_memory, operation.text(),
                 std::to_string(count) + " elements of " + std::to_string(element_bytes) +
                     " bytes are more than fit in the address space");
  return count * element_bytes;
}

} // namespace kcc::core

#endif
