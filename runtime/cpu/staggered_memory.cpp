#include "staggered_memory.h"

#include "engine/sanitizers.h"
#include "engine/valgrind.h"

#include <atomic>
#include <cstdint>
#include <cstring>
#include <new>

namespace kcc::cpu {

namespace {

/// Not where a tool watches what lies before a block, and looks for pointers to its begin.
bool staggers() {
  static const bool yes = !sanitizers::are_there() && !valgrind::is_there();
  return yes;
}

/// How far a buffer is behind the begin of the block that malloc() gives: at least buffer_alignment, because
/// the block's address is kept in between.
std::size_t next_offset(std::size_t bytes) {
  constexpr std::size_t places = 4096 / buffer_alignment; // in a page
  constexpr std::size_t least = std::size_t{64} << 10;    // smaller blocks are all over the heap
  constexpr std::size_t step = 7; // so that neighbours are far apart; prime to the number of places
  static std::atomic<std::size_t> next = 0;
  return bytes < least ? buffer_alignment
                       : (1 + next.fetch_add(step, std::memory_order_relaxed) % places) * buffer_alignment;
}

} // namespace

void *allocate_staggered(std::size_t bytes) noexcept {
  constexpr std::align_val_t alignment{buffer_alignment};
  if (!staggers())
    return ::operator new(bytes, alignment, std::nothrow);
  const std::size_t offset = next_offset(bytes);
  if (bytes > ~std::size_t{0} - offset)
    return nullptr;
  auto *const block = static_cast<std::byte *>(::operator new(bytes + offset, alignment, std::nothrow));
  if (!block)
    return nullptr;
  std::memcpy(block + offset - sizeof block, &block, sizeof block);
  return block + offset;
}

void free_staggered(void *memory) noexcept {
  void *block = memory;
  if (memory && staggers())
    std::memcpy(&block, static_cast<std::byte *>(memory) - sizeof block, sizeof block);
  ::operator delete(block, std::align_val_t{buffer_alignment});
}

} // namespace kcc::cpu
