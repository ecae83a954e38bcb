// What the kernels of the special register tests share with the host.
#ifndef KCC_TESTS_RUN_KERNELS_SPECIAL_REGISTERS_H
#define KCC_TESTS_RUN_KERNELS_SPECIAL_REGISTERS_H

#include <cstdint>

namespace special_registers {

struct Registers {
  std::uint32_t sm_id, sm_count, warp_slot, warp_slots, total_shared_bytes;
  std::uint64_t grid_id;
};

struct LaneMasks {
  std::uint32_t eq, lt, le, gt, ge;
};

struct Times {
  std::uint32_t clock[2];
  std::uint64_t clock64[2], global_timer[2];
};

} // namespace special_registers

#endif
