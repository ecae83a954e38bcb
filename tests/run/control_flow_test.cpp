// Switches, cycles with several ways in, and functions that call themselves.
#include "devices.h"

#include "control_flow_kernels.h"

#include <algorithm>
#include <cstddef>
#include <gmock/gmock.h>
#include <random>
#include <vector>

using kcc::Blocks;
using kcc::Buffer;
using kcc::Device;
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

TEST_P(ControlFlow, SortsByAFunctionThatCallsItself) {
  constexpr unsigned length = 300, rows = 8;
  std::mt19937 random(1);
  std::vector<int> numbers(std::size_t{length} * rows);
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const int column = static_cast<int>(i % length);
    const std::size_t row = i / length;
    numbers[i] = row == 0   ? column
                 : row == 1 ? -column
                 : row == 2 ? 7
                 : row == 3 ? column % 150
                            : static_cast<int>(random() % 5000);
  }
  Buffer<int> on_device(device_, numbers);
  stream_.launch(control_flow_kernels::sort_rows, {Blocks(1), Threads(rows)}, on_device, length);
  for (auto row = numbers.begin(); row != numbers.end(); row += length)
    std::sort(row, row + length);
  EXPECT_EQ(on_device.to_host(stream_), numbers);
}

TEST_P(ControlFlow, KeepsValuesOverCallsOfItself) {
  Buffer<long> out(device_, 64);
  stream_.launch(control_flow_kernels::recursions, {Blocks(1), Threads(64)}, out);
  const Device cpu = Device::cpu();
  kcc::Stream on_cpu(cpu);
  Buffer<long> expected(cpu, 64);
  on_cpu.launch(control_flow_kernels::recursions, {Blocks(1), Threads(64)}, expected);
  const auto seen = out.to_host(stream_);
  EXPECT_EQ(seen, expected.to_host(on_cpu));
  EXPECT_EQ(seen[2], 1 * 1000 + 2 + 8 * 7 + 18 * 64); // by hand
}

TEST_P(ControlFlow, KeepsChoicesOverCallsOfItself) {
  std::vector<int> numbers(64);
  for (int i = 0; i != 64; ++i)
    numbers[i] = i * i % 23 + 1;
  const auto run = [&](const Device &device) {
    kcc::Stream stream(device);
    Buffer<long> out(device, 64);
    const Buffer<int> from(device, numbers);
    stream.launch(control_flow_kernels::choices_over_calls, {Blocks(1), Threads(64)}, out, from);
    return out.to_host(stream);
  };
  const std::vector<long> seen = run(device_);
  EXPECT_EQ(seen, run(Device::cpu()));
  EXPECT_EQ(seen[2] % 1000, 1 + 1 + 1); // by hand
}

TEST_P(ControlFlow, EndsAKernelThatCallsItselfTooOften) {
  if (device_.backend() != kcc::Backend::vulkan && device_.backend() != kcc::Backend::opencl)
    GTEST_SKIP() << "the device has a stack";
  Buffer<int> n(device_, std::vector{100});
  stream_.launch(control_flow_kernels::count_from, {Blocks(1), Threads(1)}, n.data());
  EXPECT_EQ(n.to_host(stream_)[0], 100);
  const std::vector too_many{5000};
  n.copy_from(stream_, too_many);
  stream_.launch(control_flow_kernels::count_from, {Blocks(1), Threads(1)}, n.data());
  try {
    n.to_host(stream_);
    ADD_FAILURE() << "there is room for 5000 calls";
  } catch (const kcc::Error &error) {
    EXPECT_THAT(error.what(),
                testing::ContainsRegex(
                    "count_down.* has called itself [0-9]+ times, and this device has no room for more"));
  }
}

/// Threads that run together do not change what others have computed in their last turn.
TEST_P(ControlFlow, LeavesLoopsOneByOne) {
  constexpr int threads = 20;
  std::vector<int> numbers(3 * threads * threads);
  std::vector<int> expected;
  for (int i = 0; i != static_cast<int>(numbers.size()); ++i)
    numbers[i] = i;
  for (int thread = 0; thread != threads; ++thread) {
    int turns = 0, last = 0;
    while (turns * 3 + thread < thread * thread)
      ++turns;
    while (last * last < thread)
      ++last;
    const int read = turns * 3 + thread;
    expected.insert(expected.end(), {turns + 1, read, read * 7, last * last});
  }
  const Buffer<int> from(device_, numbers);
  Buffer<int> out(device_, 4 * threads);
  stream_.launch(control_flow_kernels::leave_in_turn, {Blocks(1), Threads(threads)}, from, out);
  EXPECT_EQ(out.to_host(stream_), expected);
}

TEST_P(ControlFlow, EndsLoopsInBlocksOfAnySize) {
  for (const kcc::Dim3 block :
       {kcc::Dim3{1, 1, 1}, {3, 1, 1}, {1, 3, 1}, {9, 2, 3}, {1, 1, 8}, {100, 1, 1}}) {
    const std::size_t threads = std::size_t{block.x} * block.y * block.z;
    Buffer<int> counters(device_, std::vector<int>(threads)), out(device_, std::vector<int>(threads));
    stream_.launch(control_flow_kernels::count_in_memory, {Blocks(1), Threads(block)}, counters, out);
    EXPECT_EQ(out.to_host(stream_), std::vector<int>(threads, 6)) << threads;
  }
}

TEST_P(ControlFlow, TurnsOftenOrSaysThatItCannot) {
  constexpr unsigned turns = 200'000;
  const std::vector values{1u, 5u};
  unsigned expected = 1;
  for (unsigned i = 0; i != turns; ++i)
    expected = expected * 1664525u + (5u ^ i);
  Buffer<unsigned> numbers(device_, values);
  stream_.launch(control_flow_kernels::turn_often, {Blocks(1), Threads(1)}, numbers, turns);
  try {
    EXPECT_EQ(numbers.to_host(stream_)[0], expected);
  } catch (const kcc::Error &error) {
    EXPECT_TRUE(device_.name().starts_with("llvmpipe")) << device_.name();
    EXPECT_EQ(error.category(), kcc::ErrorCategory::kernel_failed);
    EXPECT_THAT(error.what(), testing::HasSubstr("the driver has ended a loop of a kernel too early"));
  }
}

} // namespace
