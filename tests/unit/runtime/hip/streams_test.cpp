// The order of work in streams of HIP devices.
#include "hip_test.h"

#include <exception>
#include <future>
#include <thread>
#include <vector>

namespace {

using kcc::Buffer;
using kcc::Event;
using kcc::Stream;

TEST_F(Hip, StreamsHaveHipsFlagsAndPriorities) {
  const Stream plain(gpu_), urgent(gpu_, {.priority = -1}),
      legacy(gpu_, {.synchronizes_with_default_stream = true});
  ASSERT_EQ(fake_.streams_made.size(), 3u);
  EXPECT_EQ(fake_.streams_made[0].flags, 1u); // hipStreamNonBlocking
  EXPECT_EQ(fake_.streams_made[1].priority, -1);
  EXPECT_EQ(fake_.streams_made[2].flags, 0u);
  EXPECT_ERROR(Stream(gpu_, {.priority = -2}), "the device has no priority -2");
}

TEST_F(Hip, EventsHaveHipsFlags) {
  const Event timed(gpu_), plain(gpu_, {.timing = false}), sleeping(gpu_, {.blocking_wait = true});
  ASSERT_EQ(fake_.events_made.size(), 3u);
  EXPECT_EQ(fake_.events_made[0].flags, 0u);
  EXPECT_EQ(fake_.events_made[1].flags, 2u);
  EXPECT_EQ(fake_.events_made[2].flags, 1u);
}

TEST_F(Hip, WorkIsDoneInTheOrderThatEventsDemand) {
  fake_.lazy = true;
  std::vector<int> order;
  Stream first(gpu_), second(gpu_);
  Event event(gpu_);
  first.run_on_host([&] { order.push_back(1); });
  first.record(event);
  first.run_on_host([&] { order.push_back(3); });
  second.wait(event);
  second.run_on_host([&] { order.push_back(2); });
  EXPECT_FALSE(event.is_done());
  EXPECT_FALSE(second.is_done());
  EXPECT_EQ(fake_hip::last_error(), 0); // "not ready" is no error of the program's
  second.synchronize();
  EXPECT_EQ(order, (std::vector<int>{1, 2}));
  EXPECT_TRUE(event.is_done());
  EXPECT_FALSE(first.is_done());
  gpu_.synchronize();
  EXPECT_EQ(order, (std::vector<int>{1, 2, 3}));
  EXPECT_TRUE(first.is_done());
}

TEST_F(Hip, AThreadOfTheRuntimeTellsWhenWorkIsDone) {
  Stream stream(gpu_);
  std::promise<std::exception_ptr> called;
  stream.when_done([&](std::exception_ptr failure) { called.set_value(failure); });
  EXPECT_FALSE(called.get_future().get());
  fake_.lasting_result["hipEventQuery"] = 719;
  fake_.lasting_result["hipEventSynchronize"] = 719;
  std::promise<std::exception_ptr> failed;
  stream.when_done([&](std::exception_ptr failure) { failed.set_value(failure); });
  const std::exception_ptr failure = failed.get_future().get();
  ASSERT_TRUE(failure);
  EXPECT_ERROR(std::rethrow_exception(failure), "hipErrorLaunchFailure (719)");
}

TEST_F(Hip, WorkIsProfiled) {
  Stream stream(gpu_);
  Buffer<int> buffer(gpu_, 4);
  kcc::Profile profile(gpu_);
  kcc::fill(stream, buffer, 1);
  stream.launch(test_image::nothing, {});
  stream.synchronize();
  ASSERT_EQ(profile.rows().size(), 2u);
  EXPECT_EQ(profile.rows()[0].total.count(), 1.5);
}

TEST_F(Hip, EventsMeasureTime) {
  Stream stream(gpu_);
  Event from(gpu_), to(gpu_);
  stream.record(from);
  stream.record(to);
  to.synchronize();
  EXPECT_EQ(Event::elapsed(from, to).count(), 1.5);
}

TEST_F(Hip, SeveralThreadsUseDevicesAtTheSameTime) {
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([t] {
      const kcc::Device device = kcc::Device::hip(t % 2);
      Stream stream(device);
      for (int i = 0; i < 50; ++i) {
        const std::vector<int> numbers{t, i};
        Buffer<int> buffer(device, numbers);
        EXPECT_EQ(buffer.to_host(stream), numbers);
        stream.launch(test_image::nothing, {});
        stream.synchronize();
        EXPECT_EQ(fake_hip::current_device(), 0);
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(fake_.launches.size(), 200u);
}

} // namespace
