#include "heap.h"

#include <kcc/image.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>

namespace kcc::cpu {
namespace {

// CUDA's default (CUDA C++ Programming Guide, "Heap Memory Allocation").
std::atomic<std::size_t> limit{std::size_t{8} << 20};
std::atomic<std::size_t> in_use{0};

/// Stands before each allocation, which stays aligned to 16 bytes as on the GPU.
struct alignas(16) Header {
  std::size_t bytes;
};

} // namespace

void set_heap_bytes(std::size_t bytes) noexcept {
  limit = bytes;
}
std::size_t heap_bytes() noexcept {
  return limit;
}
std::size_t heap_bytes_in_use() noexcept {
  return in_use;
}

} // namespace kcc::cpu

void *kcc_cpu_malloc(std::size_t bytes) {
  using namespace kcc::cpu;
  const std::size_t most = std::min(limit.load(), ~std::size_t{0} - sizeof(Header));
  std::size_t before = in_use;
  do {
    if (bytes > most || before > most - bytes)
      return nullptr;
  } while (!in_use.compare_exchange_weak(before, before + bytes));
  auto *header = static_cast<Header *>(std::malloc(sizeof(Header) + bytes));
  if (!header) {
    in_use -= bytes;
    return nullptr;
  }
  header->bytes = bytes;
  return header + 1;
}

void kcc_cpu_free(void *memory) {
  using namespace kcc::cpu;
  if (!memory)
    return;
  auto *header = static_cast<Header *>(memory) - 1;
  in_use -= header->bytes;
  std::free(header);
}
