#include "scenarios.h"

#include <kcc/runtime.h>

#include <atomic>
#include <cstddef>
#include <vector>

namespace {

/// Memory that no earlier run has registered: it stays so if unregistering fails.
const std::byte *fresh_memory(std::size_t bytes) {
  static std::vector<std::byte> &memory = *new std::vector<std::byte>(std::size_t{16} << 20);
  static std::atomic<std::size_t> used = 0;
  return memory.data() + used.fetch_add(bytes) % memory.size();
}

} // namespace

void scenarios::host_memory(const kcc::Device &gpu) {
  kcc::Stream stream(gpu);
  kcc::PinnedBuffer<int> pinned(gpu, 4, {.write_combined = true});
  kcc::Buffer<int> buffer(gpu, 4);
  kcc::copy(stream, buffer, pinned);
  kcc::copy(stream, pinned, buffer);
  stream.synchronize();
  std::vector<int, kcc::pinned_allocator<int>> numbers(4, gpu);
  const kcc::RegisteredMemory registered(gpu, fresh_memory(64), 64, {.read_only = true});
  kcc::ManagedBuffer<int> managed(gpu, 4);
  managed.set_read_mostly();
  managed.set_preferred_location(gpu);
  managed.prefetch(stream);
  managed.prefetch_to_host(stream);
  stream.synchronize();
}

void scenarios::virtual_memory(const kcc::Device &gpu) {
  kcc::GrowableBuffer<std::byte> buffer(gpu, std::size_t{1} << 30);
  buffer.allow_access_from(kcc::Device::cuda(2));
  buffer.resize(std::size_t{65} << 20);
  buffer.resize(1);
  buffer.shrink_to_fit();
}

void scenarios::pools(const kcc::Device &gpu) {
  kcc::Stream stream(gpu);
  kcc::MemoryPool pool(gpu, {.max_bytes = 1 << 20, .release_threshold = 1 << 20});
  kcc::Buffer<int> ordered(stream, 4), of_pool(stream, pool, 4), filled(stream, std::vector<int>(4, 1));
  kcc::MemoryPool usual = kcc::MemoryPool::default_of(gpu);
  usual.trim(usual.release_threshold());
  (void)pool.statistics();
  pool.reset_high_marks();
  pool.allow_access_from(kcc::Device::cuda(0));
  ordered.free_in(stream);
  stream.synchronize();
}
