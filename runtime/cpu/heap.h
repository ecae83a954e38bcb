// The memory that kernels of the CPU device get from `new` and malloc.
#ifndef KCC_RUNTIME_CPU_HEAP_H
#define KCC_RUNTIME_CPU_HEAP_H

#include <cstddef>

namespace kcc::cpu {

/// The most that kernels have at a time. A GPU's heap has a fixed size too: a kernel that needs more is to
/// fail here as it fails there.
void set_heap_bytes(std::size_t bytes) noexcept;
std::size_t heap_bytes() noexcept;

/// What kernels have now, in bytes.
std::size_t heap_bytes_in_use() noexcept;

} // namespace kcc::cpu

#endif
