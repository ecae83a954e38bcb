// Clocks, special registers and kcc::arch on every device.
#include "devices.h"
#include "kernels/special_registers.h"
#include "special_registers_kernels.h"

#include <bit>
#include <chrono>
#include <set>
#include <string>
#include <vector>

namespace {

using kcc::Buffer;
using special_registers::LaneMasks;
using special_registers::Registers;
using special_registers::Times;

class SpecialRegisters : public kcc::testing::DeviceTest {
protected:
  kcc::Stream stream_{device_};
};
KCC_FOR_EVERY_DEVICE(SpecialRegisters);

TEST_P(SpecialRegisters, RegistersSayWhereThreadsAre) {
  KCC_SKIP_WITHOUT_CODE_OF(special_registers_kernels::read_registers);
  Buffer<Registers> buffer(device_, 4 * 96);
  stream_.launch(special_registers_kernels::read_registers, {kcc::Blocks(4), kcc::Threads(48, 2), 1000},
                 buffer);
  const std::vector<Registers> registers = buffer.to_host(stream_);
  std::set<std::uint64_t> grids;
  for (std::size_t i = 0; i != registers.size(); ++i) {
    const Registers &r = registers[i];
    EXPECT_LT(r.sm_id, r.sm_count);
    EXPECT_GE(r.sm_count, device_.backend() == kcc::Backend::cuda ? device_.limits().multiprocessors : 1u);
    EXPECT_LT(r.warp_slot, r.warp_slots);
    EXPECT_GE(r.warp_slots, 32u);
    EXPECT_GE(r.total_shared_bytes, 1000u);
    EXPECT_LT(r.total_shared_bytes, 8192u);
    grids.insert(r.grid_id);
    if (i % 32 != 0 && i / 96 == (i - 1) / 96) {
      EXPECT_EQ(r.warp_slot, registers[i - 1].warp_slot) << "thread " << i;
    }
  }
  EXPECT_EQ(grids.size(), 1u);
  stream_.launch(special_registers_kernels::read_registers, {kcc::Blocks(4), kcc::Threads(48, 2)}, buffer);
  EXPECT_FALSE(grids.contains(buffer.to_host(stream_)[0].grid_id));
}

TEST_P(SpecialRegisters, LaneMasksSayWhichLaneAThreadIs) {
  KCC_SKIP_WHERE_EMULATED;
  Buffer<LaneMasks> buffer(device_, 96);
  stream_.launch(special_registers_kernels::read_lane_masks, {kcc::Blocks(1), kcc::Threads(48, 2)}, buffer);
  const std::vector<LaneMasks> masks = buffer.to_host(stream_);
  for (std::size_t i = 0; i != masks.size(); ++i) {
    const LaneMasks &m = masks[i];
    EXPECT_EQ(m.eq, 1u << i % 32) << "thread " << i;
    EXPECT_EQ(m.lt, m.eq - 1);
    EXPECT_EQ(m.le, m.lt | m.eq);
    EXPECT_EQ(m.gt, ~m.le);
    EXPECT_EQ(m.ge, ~m.lt);
  }
}

TEST_P(SpecialRegisters, ClocksGoOn) {
  KCC_SKIP_WITHOUT_CODE_OF(special_registers_kernels::measure);
  Buffer<Times> buffer(device_, 1);
  stream_.launch(special_registers_kernels::measure, {kcc::Blocks(1), kcc::Threads(1)}, buffer, 0u, 0u);
  const Times idle = buffer.to_host(stream_)[0];
  const auto before = std::chrono::steady_clock::now();
  stream_.launch(special_registers_kernels::measure, {kcc::Blocks(1), kcc::Threads(1)}, buffer, 20u,
                 1000000u);
  const Times slept = buffer.to_host(stream_)[0];
  const std::chrono::duration<double, std::nano> waited = std::chrono::steady_clock::now() - before;
  EXPECT_GT(slept.clock64[1], slept.clock64[0]);
  EXPECT_NE(slept.clock[1], slept.clock[0]);
  EXPECT_GE(slept.global_timer[0], idle.global_timer[1]);
  const auto inside = static_cast<double>(slept.global_timer[1] - slept.global_timer[0]);
  EXPECT_LE(inside, waited.count() + 1e6);
  // A GPU may sleep for less than requested, but not by 19/20 every time.
  EXPECT_GE(inside, device_.backend() == kcc::Backend::cpu ? 20e6 : 1e6);
  // The cycle counters run at 100 MHz to 10 GHz.
  const auto cycles = static_cast<double>(slept.clock64[1] - slept.clock64[0]);
  EXPECT_GT(cycles, inside / 10);
  EXPECT_LT(cycles, inside * 10);
}

TEST_P(SpecialRegisters, CodeIsChosenByArchitecture) {
  Buffer<int> buffer(device_, std::vector<int>(3));
  stream_.launch(special_registers_kernels::choose, {kcc::Blocks(1), kcc::Threads(1)}, buffer);
  const std::vector<int> chosen = buffer.to_host(stream_);
  if (device_.backend() != kcc::Backend::cuda) {
    EXPECT_EQ(chosen, (std::vector<int>{1, 1, 0}));
    return;
  }
  // The newest PTX of the image that the GPU runs.
  const int arch = chosen[2];
  EXPECT_GE(arch, 50);
  EXPECT_LE(arch, std::stoi(device_.arch().substr(3)));
  EXPECT_EQ(chosen[0], arch >= 90 ? 90 : 50);
  EXPECT_EQ(chosen[1], arch >= 90 ? 90 : 50);
}

} // namespace
