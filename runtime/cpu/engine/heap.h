// The heap for `new` and malloc in kernels of the CPU device.
#ifndef KCC_RUNTIME_CPU_ENGINE_HEAP_H
#define KCC_RUNTIME_CPU_ENGINE_HEAP_H

#include <cstddef>

namespace kcc::cpu {

/// Sets the maximum size of all live allocations. A GPU's heap also has a fixed size: a kernel that needs
/// more should fail here as it fails there.
void set_heap_bytes(std::size_t bytes) noexcept;
std::size_t heap_bytes() noexcept;

} // namespace kcc::cpu

#endif
