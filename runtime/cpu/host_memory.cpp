#include "host_memory.h"

#include "../check/settings.h"
#include "check/host_accesses.h"
#include "check/objects.h"
#include "check/unawaited_copies.h"
#include "cpu_device.h"

#include <mutex>

namespace kcc::cpu {

void *CpuHostMemory::allocate_pinned(std::size_t bytes, bool /*write_combined*/, bool /*mapped*/,
                                     Operation operation) {
  void *const memory = device_.allocate_for(check::Owner::host, bytes, operation);
  if (kcc::check::are_on()) // the host writes there, too
    check::objects().add(memory, bytes, check::ObjectKind::host_memory);
  check::add_host_memory(memory, bytes);
  const std::lock_guard lock(mutex_);
  pinned_[static_cast<std::byte *>(memory)] = bytes;
  return memory;
}

void CpuHostMemory::release_pinned(void *host) noexcept {
  device_.wait_for_queues(); // so that nothing uses the memory
  check::report_host_accesses();
  check::remove_host_memory(host);
  forget(host);
  device_.release_from(check::Owner::host, host);
}

void CpuHostMemory::pin(void *host, std::size_t bytes, bool /*mapped*/, bool /*read_only*/,
                        Operation operation) {
  const auto *const begin = static_cast<const std::byte *>(host);
  const std::lock_guard lock(mutex_);
  const auto after = pinned_.lower_bound(begin + bytes);
  if (after != pinned_.begin() && std::prev(after)->first + std::prev(after)->second > begin)
    detail::fail(operation.text(), "a part of the memory is page-locked already",
                 "Register each range of memory once");
  pinned_[begin] = bytes;
  if (kcc::check::are_on())
    check::objects().add(host, bytes, check::ObjectKind::host_memory);
}

void CpuHostMemory::unpin(void *host) noexcept {
  device_.wait_for_queues();
  if (kcc::check::are_on())
    check::objects().remove(host);
  forget(host);
}

void *CpuHostMemory::device_address(void *host, Operation) {
  return host;
}

void *CpuHostMemory::allocate_managed(std::size_t bytes, Operation operation) {
  return allocate_pinned(bytes, false, true, operation);
}

void CpuHostMemory::release_managed(void *memory) noexcept {
  release_pinned(memory);
}

void CpuHostMemory::advise(void *, std::size_t, core::MemoryAdvice, bool, Operation) {}

void CpuHostMemory::prefetch(StreamHandle *stream, void *, std::size_t, bool, Operation operation) {
  device_.enter(stream, operation);
}

bool CpuHostMemory::is_pinned(const void *host) const {
  const std::shared_lock lock(mutex_);
  const auto after = pinned_.upper_bound(static_cast<const std::byte *>(host));
  if (after == pinned_.begin())
    return false;
  const auto [begin, bytes] = *std::prev(after);
  return static_cast<const std::byte *>(host) < begin + bytes;
}

void CpuHostMemory::forget(void *host) noexcept {
  const std::lock_guard lock(mutex_);
  pinned_.erase(static_cast<const std::byte *>(host));
}

} // namespace kcc::cpu
