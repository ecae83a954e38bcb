// Clocks and special registers, and code chosen by architecture.
#include "special_registers.h"

#include <kcc/device.h>
#include <kcc/device/clock.h>
#include <kcc/device/special_registers.h>

[[kcc::kernel, kcc::targets("ptx", "cpu")]] void
read_registers(std::span<special_registers::Registers> registers) {
  kcc::profiler_event<0>();
  kcc::profiler_event<15>();
  const std::size_t number = (kcc::thread_idx().y * kcc::block_dim().x + kcc::thread_idx().x) +
                             std::size_t{kcc::block_idx().x} * kcc::block_dim().x * kcc::block_dim().y;
  registers[number] = {kcc::sm_id(),      kcc::sm_count(),           kcc::warp_slot(),
                       kcc::warp_slots(), kcc::total_shared_bytes(), kcc::grid_id()};
}

[[kcc::kernel]] void read_lane_masks(std::span<special_registers::LaneMasks> masks) {
  masks[kcc::thread_idx().y * kcc::block_dim().x + kcc::thread_idx().x] = {
      kcc::lanemask_eq(), kcc::lanemask_lt(), kcc::lanemask_le(), kcc::lanemask_gt(), kcc::lanemask_ge()};
}

/// Sleeps `rounds` times between the measurements.
[[kcc::kernel, kcc::targets("ptx", "cpu")]] void measure(std::span<special_registers::Times> times,
                                                         std::uint32_t rounds, std::uint32_t nanoseconds) {
  special_registers::Times &t = times[0];
  t.clock[0] = kcc::clock();
  t.clock64[0] = kcc::clock64();
  t.global_timer[0] = kcc::global_timer();
  for (std::uint32_t i = 0; i != rounds; ++i)
    kcc::nanosleep(nanoseconds);
  t.clock[1] = kcc::clock();
  t.clock64[1] = kcc::clock64();
  t.global_timer[1] = kcc::global_timer();
}

/// Features of newer GPUs are in a branch that is not compiled for older ones and for other devices.
[[kcc::kernel]] void choose(std::span<int> out) {
  if constexpr (kcc::arch >= 90) {
    std::uint32_t rank;
    asm("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
    out[0] = 90 + static_cast<int>(rank);
  } else if constexpr (kcc::arch != 0) {
    std::uint32_t lane;
    asm("mov.u32 %0, %%laneid;" : "=r"(lane));
    out[0] = 50 + static_cast<int>(lane);
  } else {
    out[0] = 1;
  }
#if __KCC_ARCH__ >= 90
  out[1] = 90;
#elif __KCC_ARCH__ != 0
  out[1] = 50;
#else
  out[1] = 1;
#endif
  out[2] = kcc::arch;
}
