// Address space queries, for which GPUs have `isspacep`.
#include "../engine/block.h"
#include "../engine/constant_ranges.h"

#include <kcc/abi/cpu_functions.h>

// The linker defines these for the section into which kcc puts constant variables; without that section they
// are null.
extern "C" {
[[gnu::weak, gnu::visibility("hidden")]] extern const std::byte __start_kcc_constant[];
[[gnu::weak, gnu::visibility("hidden")]] extern const std::byte __stop_kcc_constant[];
}

namespace {

bool is_within(const void *place, const std::byte *begin, const std::byte *end) {
  const auto address = reinterpret_cast<std::uintptr_t>(place);
  return reinterpret_cast<std::uintptr_t>(begin) <= address &&
         address < reinterpret_cast<std::uintptr_t>(end);
}

} // namespace

bool kcc_cpu_is_shared(const void *place) {
  const kcc::abi::CpuThread &thread = *kcc_cpu_thread;
  const std::size_t bytes = kcc::abi::shared_bytes(thread.static_shared_bytes, thread.dynamic_shared_bytes);
  return thread.shared_memory && is_within(place, thread.shared_memory, thread.shared_memory + bytes);
}

bool kcc_cpu_is_local(const void *place) {
  return kcc::cpu::BlockRunner::current("kcc::is_local()").is_local(place);
}

bool kcc_cpu_is_constant(const void *place) {
  return is_within(place, __start_kcc_constant, __stop_kcc_constant) ||
         kcc::cpu::ConstantRange::any_has(place);
}

bool kcc_cpu_is_global(const void *place) {
  return !kcc_cpu_is_shared(place) && !kcc_cpu_is_local(place) && !kcc_cpu_is_constant(place);
}
