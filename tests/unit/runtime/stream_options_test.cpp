// Priorities and flags of streams and events, and launches that wait.
#include "expect_error.h"
#include "on_both_backends.h"

#include <kcc/runtime.h>

#include <cstdlib>
#include <string>

namespace {

using kcc::Event;
using kcc::Stream;

using StreamOptionsTest = OnBothBackends;

TEST_P(StreamOptionsTest, AreThoseGiven) {
  EXPECT_EQ(Stream(device_).options(), kcc::StreamOptions{});
  const int greatest = device_.stream_priorities().greatest;
  const Stream urgent(device_, {.priority = greatest, .synchronizes_with_default_stream = true});
  EXPECT_EQ(urgent.options().priority, greatest);
  EXPECT_TRUE(urgent.options().synchronizes_with_default_stream);
}

TEST_P(StreamOptionsTest, RefusePrioritiesThatTheDeviceDoesNotHave) {
  const auto [least, greatest] = device_.stream_priorities();
  for (const int wrong : {least + 1, greatest - 1})
    EXPECT_ERROR(Stream(device_, {.priority = wrong}), "creating a stream",
                 ("no priority " + std::to_string(wrong)).c_str(), "stream_priorities");
}

TEST_P(StreamOptionsTest, AnEventWithoutTimingStillOrders) {
  Stream stream(device_), other(device_);
  Event with(device_), without(device_, {.timing = false, .blocking_wait = true});
  int calls = 0;
  stream.record(with);
  stream.run_on_host([&] { ++calls; });
  stream.record(without);
  other.wait(without);
  other.synchronize();
  without.synchronize();
  EXPECT_TRUE(without.is_done());
  EXPECT_EQ(calls, 1);
  EXPECT_ERROR((void)Event::elapsed(with, without), "the second event was made without timing");
  EXPECT_ERROR((void)Event::elapsed(without, with), "the first event was made without timing");
}

KCC_ON_BOTH_BACKENDS(StreamOptionsTest);

using StreamFlags = CudaBackend;

TEST_F(StreamFlags, ReachTheDriver) {
  const Stream usual(gpu_), urgent(gpu_, {.priority = -5, .synchronizes_with_default_stream = true});
  EXPECT_FALSE(Stream::adopt(gpu_, usual.native_handle()).options().synchronizes_with_default_stream);
  EXPECT_EQ(Stream::adopt(gpu_, urgent.native_handle()).options(), urgent.options());
  const Event plain(gpu_);
  EXPECT_EQ(fake_.event_flags, 0u);
  const Event blocking(gpu_, {.blocking_wait = true});
  EXPECT_EQ(fake_.event_flags, 1u);
  const Event both(gpu_, {.timing = false, .blocking_wait = true});
  EXPECT_EQ(fake_.event_flags, 3u);
}

class LaunchBlocking : public OnBothBackends {
protected:
  LaunchBlocking() { kcc::set_launch_blocking(true); }
  ~LaunchBlocking() override { kcc::set_launch_blocking(false); }
};

TEST_P(LaunchBlocking, WaitsForEachLaunch) {
  EXPECT_TRUE(kcc::launch_blocking());
  Stream stream(device_);
  stream.launch(test_image::nothing, {});
  EXPECT_TRUE(stream.is_done());
  if (device_.backend() == kcc::Backend::cuda) {
    EXPECT_EQ(fake_.count("cuStreamSynchronize"), 1);
  }
  kcc::set_launch_blocking(false);
  EXPECT_FALSE(kcc::launch_blocking());
}

TEST_P(LaunchBlocking, DoesNotWaitForWhatIsCaptured) {
  Stream stream(device_);
  const kcc::Graph graph =
      kcc::Graph::capture(stream, [](Stream &captured) { captured.launch(test_image::nothing, {}); });
  kcc::GraphExec runs = graph.instantiate();
  fake_.calls.clear();
  stream.launch(runs);
  EXPECT_TRUE(stream.is_done());
  if (device_.backend() == kcc::Backend::cuda) {
    EXPECT_EQ(fake_.count("cuStreamSynchronize"), 1);
  }
}

KCC_ON_BOTH_BACKENDS(LaunchBlocking);

TEST_F(StreamFlags, TheLaunchThatFailsThrowsIfLaunchesWait) {
  kcc::set_launch_blocking(true);
  Stream stream(kcc::Device::cpu());
  EXPECT_ERROR(stream.launch(test_image::trap, {{}, kcc::Threads(4)}, 2u), "test_image::trap", "trap");
  Stream gpu_stream(gpu_);
  gpu_stream.launch(test_image::nothing, {});
  fake_.next_result["cuStreamSynchronize"] = 719;
  EXPECT_ERROR(gpu_stream.launch(test_image::trap, {}, 2u), "after kernel `test_image::trap` of",
               "CUDA_ERROR_LAUNCH_FAILED");
  kcc::set_launch_blocking(false);
}

/// The choice is made once in a process, so this is a death test: a process of its own.
TEST(LaunchBlockingInTheEnvironmentDeathTest, IsTheVariablesUnlessTheProgramChooses) {
  testing::GTEST_FLAG(death_test_style) = "threadsafe";
  setenv("KCC_LAUNCH_BLOCKING", "1", 1);
  EXPECT_EXIT(std::exit(kcc::launch_blocking() ? 7 : 8), testing::ExitedWithCode(7), "");
  EXPECT_EXIT((kcc::set_launch_blocking(false), std::exit(kcc::launch_blocking() ? 7 : 8)),
              testing::ExitedWithCode(8), "");
  unsetenv("KCC_LAUNCH_BLOCKING");
  EXPECT_EXIT(std::exit(kcc::launch_blocking() ? 7 : 8), testing::ExitedWithCode(8), "");
}

} // namespace
