// Switches, and cycles with several ways in.
#include "devices.h"

#include "control_flow_kernels.h"

using kcc::Blocks;
using kcc::Buffer;
using kcc::Threads;

namespace {

class ControlFlow : public kcc::testing::DeviceTest {
protected:
  kcc::Stream stream_{device_};
};
KCC_FOR_EVERY_DEVICE(ControlFlow);

TEST_P(ControlFlow, FallsThroughCases) {
  Buffer<Seen> out(device_, 12);
  stream_.launch(control_flow_kernels::falls_through, {Blocks(1), Threads(12)}, out, 50);
  const auto seen = out.to_host(stream_);
  const auto expect = [&](std::size_t thread, unsigned long value, int number, int turns) {
    EXPECT_EQ(seen[thread].value, value) << thread;
    EXPECT_EQ(seen[thread].number, number) << thread;
    EXPECT_EQ(seen[thread].turns, turns) << thread;
  };
  expect(0, 50, 159, 3);
  expect(1, 50, 150, 3);
  expect(5, 5, 86, 13);
  expect(6, 6, 36, 13);
  expect(7, 50, 150, 3);
  expect(8, 50, 159, 3);
}

TEST_P(ControlFlow, EntersACycleInThreeWays) {
  Buffer<Seen> out(device_, 1);
  stream_.launch(control_flow_kernels::three_ways_in, {Blocks(1), Threads(1)}, out, 5, 3u);
  const auto seen = out.to_host(stream_)[0];
  EXPECT_EQ(seen.value, 9842689u);
  EXPECT_EQ(seen.turns, 21);
}

} // namespace
