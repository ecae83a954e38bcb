// Which memory an address is in, and the launch's dynamic shared memory. Loads and stores with hints are in
// ../HintedMemory.cpp: their instructions are put together from constant arguments.
#include <kcc/device/address_space.h>

#include "intrinsics.h"

namespace kcc::nvptx {
bool is_global(const void *place) KCC_INTRINSIC("isspacep.global");
bool is_shared(const void *place) KCC_INTRINSIC("isspacep.shared");
bool is_constant(const void *place) KCC_INTRINSIC("isspacep.const");
bool is_local(const void *place) KCC_INTRINSIC("isspacep.local");
std::uint32_t dynamic_shared_bytes() KCC_INTRINSIC("read.ptx.sreg.dynamic_smem_size");
} // namespace kcc::nvptx

using namespace kcc;

/// One array of unknown length for the whole module; the launch gives its size.
extern "C" alignas(128) KCC_SHARED char kcc_dynamic_shared[];

bool __kcc_is_global(const void *place) noexcept {
  return nvptx::is_global(place);
}
bool __kcc_is_shared(const void *place) noexcept {
  return nvptx::is_shared(place);
}
bool __kcc_is_constant(const void *place) noexcept {
  return nvptx::is_constant(place);
}
bool __kcc_is_local(const void *place) noexcept {
  return nvptx::is_local(place);
}

/// The 32-bit number by which instructions know a place in shared memory.
std::uint32_t __kcc_shared_address(const void *place) noexcept {
  return static_cast<std::uint32_t>(reinterpret_cast<std::uint64_t>(nvptx::in_shared(place)));
}

void *__kcc_dynamic_shared() noexcept {
  return (void *)kcc_dynamic_shared;
}
std::uint32_t __kcc_dynamic_shared_bytes() noexcept {
  return nvptx::dynamic_shared_bytes();
}
