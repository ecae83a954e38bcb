// Shared memory, and loads and stores with hints to the caches, of which the processor's take none.
#include <kcc/device/builtins.h>
#include <kcc/device/shared_layout.h>

#include "thread.h"

using kcc::cpu::thread;

static_assert(kcc::abi::shared_alignment == kcc::detail::shared_alignment);

void *__kcc_dynamic_shared() noexcept {
  return thread().shared_memory + kcc::abi::dynamic_shared_offset(thread().static_shared_bytes);
}
std::uint32_t __kcc_dynamic_shared_bytes() noexcept {
  return thread().dynamic_shared_bytes;
}

std::uint32_t __kcc_shared_address(const void *place) noexcept {
  return static_cast<std::uint32_t>(static_cast<const std::byte *>(place) - thread().shared_memory);
}

void __kcc_load(const void *from, void *to, std::uint32_t bytes, std::uint32_t) noexcept {
  __builtin_memcpy(to, from, bytes);
}
void __kcc_store(void *to, const void *from, std::uint32_t bytes, std::uint32_t) noexcept {
  __builtin_memcpy(to, from, bytes);
}
void __kcc_prefetch(const void *, std::uint32_t) noexcept {}
