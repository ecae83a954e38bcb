#include "recycled_memory.h"

#include <array>
#include <atomic>
#include <bit>

namespace kcc::cpu {

namespace {

/// A free block, in a list.
struct Block {
  Block *next;
};

/// Blocks of 64 bytes, of 128, … of 4 KiB.
constexpr unsigned smallest = 6, sizes = 7;

/// What threads have freed. A thread adds one block or takes the whole list, never one block of it: that
/// would go wrong if others took and returned blocks meanwhile.
constinit std::array<std::atomic<Block *>, sizes> returned{};
/// What this thread has taken from there and not used yet.
constinit thread_local std::array<Block *, sizes> taken{};

void give_back(Block *block, unsigned size) noexcept {
  block->next = returned[size].load(std::memory_order_relaxed);
  while (!returned[size].compare_exchange_weak(block->next, block, std::memory_order_release,
                                               std::memory_order_relaxed))
    ;
}

/// Gives back what a thread has taken when it ends.
struct EndOfThread {
  ~EndOfThread() {
    for (unsigned size = 0; size < sizes; ++size)
      while (Block *const block = taken[size]) {
        taken[size] = block->next;
        give_back(block, size);
      }
  }
};

/// The index of the smallest blocks that suffice; at least `sizes` if there are none.
unsigned size_for(std::size_t bytes) {
  const auto needed = static_cast<unsigned>(std::bit_width(bytes > 0 ? bytes - 1 : 0));
  return needed > smallest ? needed - smallest : 0;
}

} // namespace

void *allocate_recycled(std::size_t bytes) {
  const unsigned size = size_for(bytes);
  if (size >= sizes)
    return ::operator new(bytes);
  Block *&list = taken[size];
  if (list == nullptr) {
    list = returned[size].exchange(nullptr, std::memory_order_acquire);
    if (list == nullptr)
      return ::operator new(std::size_t{1} << (smallest + size));
    static thread_local EndOfThread gives_back;
    (void)gives_back;
  }
  Block *const block = list;
  list = block->next;
  return block;
}

void free_recycled(void *memory, std::size_t bytes) noexcept {
  const unsigned size = size_for(bytes);
  if (size >= sizes)
    return ::operator delete(memory);
  Block *const block = ::new (memory) Block;
  give_back(block, size);
}

} // namespace kcc::cpu
