// Time, and the places where a thread runs.
#include <kcc/device/clock.h>
#include <kcc/device/special_registers.h>

#include "intrinsics.h"

namespace kcc::nvptx {
std::uint32_t total_shared_bytes() KCC_INTRINSIC("read.ptx.sreg.total_smem_size");
} // namespace kcc::nvptx

#define KCC_REGISTER(type, builtin, special_register)                                                        \
  type __kcc_##builtin() noexcept {                                                                          \
    return static_cast<type>(__nvvm_read_ptx_sreg_##special_register());                                     \
  }
KCC_REGISTER(std::uint32_t, clock, clock)
KCC_REGISTER(std::uint64_t, clock64, clock64)
KCC_REGISTER(std::uint64_t, global_timer, globaltimer)
KCC_REGISTER(std::uint32_t, sm_id, smid)
KCC_REGISTER(std::uint32_t, sm_count, nsmid)
KCC_REGISTER(std::uint32_t, warp_slot, warpid)
KCC_REGISTER(std::uint32_t, warp_slots, nwarpid)
KCC_REGISTER(std::uint32_t, lanemask_eq, lanemask_eq)
KCC_REGISTER(std::uint32_t, lanemask_lt, lanemask_lt)
KCC_REGISTER(std::uint32_t, lanemask_le, lanemask_le)
KCC_REGISTER(std::uint32_t, lanemask_gt, lanemask_gt)
KCC_REGISTER(std::uint32_t, lanemask_ge, lanemask_ge)

std::uint32_t __kcc_total_shared_bytes() noexcept {
  return kcc::nvptx::total_shared_bytes();
}

// LLVM's intrinsic has 32 bits only.
std::uint64_t __kcc_grid_id() noexcept {
  std::uint64_t id;
  asm("mov.u64 %0, %%gridid;" : "=l"(id));
  return id;
}

void __kcc_nanosleep(std::uint32_t nanoseconds) noexcept {
  __nvvm_nanosleep(nanoseconds);
}
