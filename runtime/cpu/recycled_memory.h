// Memory for what one thread makes and another destroys, over and over: the launches in a queue.
#ifndef KCC_RUNTIME_CPU_RECYCLED_MEMORY_H
#define KCC_RUNTIME_CPU_RECYCLED_MEMORY_H

#include <cstddef>
#include <new>

namespace kcc::cpu {

/// Like ::operator new(bytes), and may be called from any thread. If one thread allocates and another frees,
/// they wait for each other's locks in malloc(), longer than a small launch takes. Here neither waits: blocks
/// up to 4 KiB are kept for later calls, and never returned to the system.
void *allocate_recycled(std::size_t bytes);
/// `bytes` as when it was allocated.
void free_recycled(void *memory, std::size_t bytes) noexcept;

/// For containers of the standard library, and std::allocate_shared().
template <class T> struct RecyclingAllocator {
  static_assert(alignof(T) <= __STDCPP_DEFAULT_NEW_ALIGNMENT__);
  using value_type = T;

  RecyclingAllocator() = default;
  template <class Other> RecyclingAllocator(const RecyclingAllocator<Other> &) noexcept {}

  T *allocate(std::size_t count) { return static_cast<T *>(allocate_recycled(count * sizeof(T))); }
  void deallocate(T *memory, std::size_t count) noexcept { free_recycled(memory, count * sizeof(T)); }

  friend bool operator==(RecyclingAllocator, RecyclingAllocator) { return true; }
};

} // namespace kcc::cpu

#endif
