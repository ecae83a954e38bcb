#include "buffer_memory.h"

#include "engine/sanitizers.h"
#include "engine/valgrind.h"

#include <atomic>
#include <cstdint>
#include <cstring>
#include <new>

namespace kcc::cpu {

namespace {

/// Not under a tool that watches the memory before a block, or looks for pointers to its beginning.
bool staggers() {
  static const bool yes = !sanitizers::are_there() && !valgrind::is_there();
  return yes;
}

constexpr std::size_t page = 4096;
constexpr std::size_t least_staggered = std::size_t{64} << 10; // smaller blocks are all over the heap

/// Where in a page the next large buffer begins.
std::size_t next_place() {
  // Consecutive buffers are far apart, and 16 of them use all places.
  constexpr std::size_t step = 7 * buffer_alignment;
  static std::atomic<std::size_t> next = 0;
  return next.fetch_add(step, std::memory_order_relaxed) % page;
}

} // namespace

void *allocate_buffer(std::size_t bytes) noexcept {
  constexpr std::align_val_t alignment{buffer_alignment};
  if (!staggers())
    return ::operator new(bytes, alignment, std::nothrow);
  // The buffer begins at least buffer_alignment behind the block's beginning; the block's address is kept in
  // between.
  const bool is_large = bytes >= least_staggered;
  const std::size_t more = buffer_alignment + (is_large ? page : 0);
  if (bytes > ~std::size_t{0} - more)
    return nullptr;
  void *const block = ::operator new(bytes + more, alignment, std::nothrow);
  if (!block)
    return nullptr;
  std::byte *const least = static_cast<std::byte *>(block) + buffer_alignment;
  std::byte *const buffer =
      is_large ? least + (next_place() - reinterpret_cast<std::uintptr_t>(least)) % page : least;
  std::memcpy(buffer - sizeof block, &block, sizeof block);
  return buffer;
}

void free_buffer(void *memory) noexcept {
  void *block = memory;
  if (memory && staggers())
    std::memcpy(&block, static_cast<std::byte *>(memory) - sizeof block, sizeof block);
  ::operator delete(block, std::align_val_t{buffer_alignment});
}

} // namespace kcc::cpu
