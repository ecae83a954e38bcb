#include "../engine/heap.h"

#include "../../check/settings.h"
#include "../check/objects.h"
#include "../engine/block.h"

#include <kcc/abi/cpu_functions.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstdlib>

namespace kcc::cpu {
namespace {

// CUDA's default (CUDA C++ Programming Guide, "Heap Memory Allocation").
std::atomic<std::size_t> limit{std::size_t{8} << 20};
std::atomic<std::size_t> in_use{0};

/// Precedes each allocation, which is aligned to 16 bytes as on the GPU.
struct alignas(16) Header {
  std::size_t bytes;
  std::uintptr_t mark; ///< identifies a header
};

std::uintptr_t mark_of(const Header *header) {
  return ~reinterpret_cast<std::uintptr_t>(header);
}

} // namespace

void set_heap_bytes(std::size_t bytes) noexcept {
  limit = bytes;
}
std::size_t heap_bytes() noexcept {
  return limit;
}

} // namespace kcc::cpu

void *kcc_cpu_malloc(std::size_t bytes) {
  using namespace kcc::cpu;
  BlockRunner::need_stack_here(__builtin_frame_address(0), __builtin_return_address(0));
  const std::size_t most = std::min(limit.load(), ~std::size_t{0} - sizeof(Header));
  std::size_t before = in_use;
  do {
    if (bytes > most || before > most - bytes)
      return nullptr;
  } while (!in_use.compare_exchange_weak(before, before + bytes));
  // A fault here may not be the kernel's: it must not leave the allocator with its locks held.
  const ListenForFaults nobody(nullptr);
  auto *header = static_cast<Header *>(
      std::malloc(sizeof(Header) + bytes + (kcc::check::are_on() ? check::redzone : 0)));
  if (!header) {
    in_use -= bytes;
    return nullptr;
  }
  *header = {bytes, mark_of(header)};
  if (kcc::check::are_on())
    check::objects().add(header + 1, bytes, check::ObjectKind::heap, /*unwritten=*/true);
  return header + 1;
}

void kcc_cpu_free(void *memory) {
  using namespace kcc::cpu;
  if (!memory)
    return;
  BlockRunner::need_stack_here(__builtin_frame_address(0), __builtin_return_address(0));
  // As a number: there may be no object before a wild pointer.
  auto *header = reinterpret_cast<Header *>(reinterpret_cast<std::uintptr_t>(memory) - sizeof(Header));
  if (reinterpret_cast<std::uintptr_t>(memory) % alignof(Header) != 0 || header->mark != mark_of(header))
    BlockRunner::current("free()").fail([&] {
      const bool again = kcc::check::are_on() && check::objects().is_freed(memory);
      return Complaint{again ? "free() or delete of memory that has been freed"
                             : "free() or delete of memory that is not allocated, or not by a kernel",
                       "Free what malloc() or new returned, only once; buffers are freed on the host",
                       again ? "double-free" : "invalid-free"};
    });
  header->mark = 0;
  in_use -= header->bytes;
  const ListenForFaults nobody(nullptr);
  if (kcc::check::are_on()) {
    if (BlockRunner::runs_on_this_thread())
      BlockRunner::current("free()").checks().frees(memory);
    return check::objects().retire(memory, [header] { std::free(header); });
  }
  std::free(header);
}
