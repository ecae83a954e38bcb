// The places where a thread runs, as far as it knows them itself.
#include <kcc/device/special_registers.h>

#include "thread.h"

using kcc::cpu::lane;
using kcc::cpu::thread;

std::uint32_t __kcc_warp_slot() noexcept {
  return thread().thread_rank / 32;
}

std::uint32_t __kcc_warp_slots() noexcept {
  return 1024 / 32; // of the largest block
}

std::uint32_t __kcc_total_shared_bytes() noexcept {
  return thread().static_shared_bytes + thread().dynamic_shared_bytes;
}

std::uint32_t __kcc_lanemask_eq() noexcept {
  return 1u << lane();
}
std::uint32_t __kcc_lanemask_lt() noexcept {
  return (1u << lane()) - 1;
}
std::uint32_t __kcc_lanemask_le() noexcept {
  return (2u << lane()) - 1;
}
std::uint32_t __kcc_lanemask_gt() noexcept {
  return ~((2u << lane()) - 1);
}
std::uint32_t __kcc_lanemask_ge() noexcept {
  return ~((1u << lane()) - 1);
}
