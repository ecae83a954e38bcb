// The memory for a block's shared memory.
#ifndef KCC_RUNTIME_CPU_ENGINE_SHARED_ARENA_H
#define KCC_RUNTIME_CPU_ENGINE_SHARED_ARENA_H

#include <cstddef>

namespace kcc::cpu {

/// Grows and never shrinks. Its initial content in a block is unspecified, as on a GPU: bytes of earlier
/// blocks, or zeros. It is zeroed when allocated, not for each block: that keeps old heap content away from
/// kernels, and costs small blocks nothing.
class SharedArena {
public:
  SharedArena() = default;
  ~SharedArena();
  SharedArena(const SharedArena &) = delete;
  SharedArena &operator=(const SharedArena &) = delete;

  /// Returns at least `bytes` bytes with this alignment, a power of two, or null for none; valid until the
  /// next call. There are abi::shared_margin bytes more before them and behind. Throws std::bad_alloc.
  std::byte *get(std::size_t bytes, std::size_t alignment);

private:
  void release();

  std::byte *memory_ = nullptr; ///< of capacity_ bytes, without the margins
  std::size_t capacity_ = 0;
  std::size_t alignment_ = 1;
};

} // namespace kcc::cpu

#endif
