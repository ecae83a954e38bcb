// Memory of the CPU device's buffers.
#ifndef KCC_RUNTIME_CPU_BUFFER_MEMORY_H
#define KCC_RUNTIME_CPU_BUFFER_MEMORY_H

#include <cstddef>

namespace kcc::cpu {

/// The alignment of buffers in bytes: that of cuMemAlloc, so that alignment bugs show on both devices or on
/// none.
inline constexpr std::size_t buffer_alignment = 256;

/// Large blocks from malloc() all begin at the same place of a page, often a multiple of the size of an
/// image's row apart. A load just behind a store waits for it if their addresses only differ in high bits (12
/// of the low ones count on all processors of Intel, 20 on the latest): a 3 x 3 blur took twice as long. So
/// these begin at different multiples of buffer_alignment. Returns null if there is not enough memory. Both
/// may be called from any thread.
void *allocate_buffer(std::size_t bytes) noexcept;
void free_buffer(void *memory) noexcept;

} // namespace kcc::cpu

#endif
