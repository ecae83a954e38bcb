// Pages of the process's memory.
#ifndef KCC_RUNTIME_CPU_ENGINE_PAGES_H
#define KCC_RUNTIME_CPU_ENGINE_PAGES_H

#include <cstddef>

namespace kcc::cpu {

/// The size of a page.
std::size_t page_bytes();

/// Memory of zeros that costs nothing until it is used. Throws std::bad_alloc. Give it back with munmap().
void *map_pages(std::size_t bytes);

/// Asks for large pages in the middle of a large allocation. Strided accesses need an entry of the
/// processor's TLB for each page.
void use_large_pages(void *memory, std::size_t bytes);

} // namespace kcc::cpu

#endif
