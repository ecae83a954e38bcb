// The CPU device is as asynchronous as a GPU.
#include "cpu_queue_test.h"
#include "expect_error.h"

#include <atomic>
#include <chrono>
#include <coroutine>
#include <functional>
#include <future>
#include <memory>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

namespace {

using kcc::Buffer;
using kcc::Device;
using kcc::Event;
using kcc::LaunchConfig;
using kcc::Stream;
using namespace std::chrono_literals;

using namespace cpu_queue;

TEST_F(CpuQueue, ReturnsBeforeTheWorkIsDone) {
  Stream stream(cpu_);
  Buffer<int> a(cpu_, std::vector<int>{1}), b(cpu_, std::vector<int>{2});
  std::uint32_t number = 0;
  Event event(cpu_);
  block(stream);
  kcc::copy(stream, b, a);
  a.fill_bytes(stream, std::byte{1});
  {
    const std::vector<int> seven{7};
    a.copy_from(stream, seven);
  }
  stream.launch(count, {}, &number);
  stream.record(event);
  EXPECT_FALSE(stream.is_done());
  EXPECT_FALSE(event.is_done());
  std::this_thread::sleep_for(10ms);
  EXPECT_EQ(get(number), 0u);
  EXPECT_EQ(*b.data(), 2);
  open();
  event.synchronize();
  EXPECT_EQ(number, 1u);
  EXPECT_TRUE(event.is_done());
  stream.synchronize();
  EXPECT_TRUE(stream.is_done());
  EXPECT_EQ(*a.data(), 7);
  EXPECT_EQ(*b.data(), 1);
}

TEST_F(CpuQueue, RunsWithoutAWaitingHost) {
  Stream stream(cpu_);
  std::uint32_t number = 0;
  stream.launch(count, {}, &number);
  while (get(number) == 0)
    std::this_thread::yield();
}

TEST_F(CpuQueue, KernelsOfDifferentStreamsRunAtTheSameTime) {
  constexpr std::size_t count = 6;
  std::vector<Stream> streams;
  std::vector<std::uint32_t> flags(count);
  for (std::size_t i = 0; i < count; ++i) {
    streams.emplace_back(cpu_);
    streams[i].launch(meet, {}, &flags[i], &flags[(i + 1) % count]);
  }
  for (Stream &stream : streams)
    stream.synchronize();
}

TEST_F(CpuQueue, AStreamWaitsForTheMarkThatAnEventHadWhenItWasAsked) {
  Stream first(cpu_), second(cpu_);
  Event event(cpu_);
  std::uint32_t number = 0, later_started = 0, later_opened = 0;
  block(first);
  first.record(event);
  second.wait(event);
  second.launch(count, {}, &number);
  std::this_thread::sleep_for(5ms);
  EXPECT_EQ(get(number), 0u);
  first.launch(meet, {}, &later_started, &later_opened);
  first.record(event); // second does not wait for this one
  open();
  second.synchronize();
  EXPECT_EQ(number, 1u);
  EXPECT_FALSE(event.is_done());
  set(later_opened);
  event.synchronize();
}

TEST_F(CpuQueue, EventsOrderALongChainOfStreams) {
  constexpr int length = 200;
  std::vector<Stream> streams;
  std::uint32_t number = 0;
  Event event(cpu_);
  for (int i = 0; i < length; ++i) {
    streams.emplace_back(cpu_);
    if (i == 0)
      block(streams[0]);
    else
      streams.back().wait(event);
    streams.back().launch(count, {}, &number);
    streams.back().record(event);
  }
  EXPECT_EQ(get(number), 0u);
  open();
  event.synchronize();
  EXPECT_EQ(number, static_cast<std::uint32_t>(length));
}

TEST_F(CpuQueue, CopiesOutWaitForTheStream) {
  Stream stream(cpu_);
  Buffer<int> a(cpu_, std::vector<int>{1}), b(cpu_, std::vector<int>{2});
  block(stream);
  kcc::copy(stream, b, a);
  std::thread opening([&] {
    std::this_thread::sleep_for(5ms);
    open();
  });
  std::vector<int> host(1);
  b.copy_to(stream, host);
  EXPECT_EQ(host[0], 1);
  opening.join();
}

TEST_F(CpuQueue, LargeDataOfTheHostHasBeenReadWhenTheCallReturns) {
  Stream stream(cpu_);
  Buffer<int> buffer(cpu_, 1 << 20);
  std::uint32_t number = 0;
  stream.launch(count, {}, &number);
  {
    const std::vector<int> numbers(1 << 20, 5);
    buffer.copy_from(stream, numbers);
  }
  EXPECT_EQ(number, 1u);
  EXPECT_EQ(buffer.to_host(stream), std::vector<int>(1 << 20, 5));
}

TEST_F(CpuQueue, FailuresSkipWhatDependsOnThem) {
  Stream failing(cpu_), dependent(cpu_), independent(cpu_);
  Event event(cpu_);
  std::uint32_t number = 0, other = 0;
  block(failing);
  failing.launch(trap, {});
  failing.launch(count, {}, &number);
  failing.record(event);
  dependent.wait(event);
  dependent.launch(count, {}, &number);
  independent.launch(count, {}, &other);
  open();
  EXPECT_ERROR(event.synchronize(), "launching kernel `trap`", "trapped");
  EXPECT_ERROR(dependent.synchronize(), "launching kernel `trap`", "trapped");
  EXPECT_ERROR(failing.synchronize(), "launching kernel `trap`", "trapped");
  independent.synchronize();
  EXPECT_EQ(number, 0u);
  EXPECT_EQ(other, 1u);
  cpu_.synchronize(); // reported already
}

TEST_F(CpuQueue, ADestroyedStreamFinishesItsWork) {
  std::uint32_t number = 0;
  Event event(cpu_);
  {
    Stream stream(cpu_);
    block(stream);
    for (int i = 0; i < 100; ++i)
      stream.launch(count, {}, &number);
    stream.record(event);
  }
  open();
  event.synchronize();
  EXPECT_EQ(number, 100u);
}

TEST_F(CpuQueue, DestroyedEventsAreStillWaitedFor) {
  Stream first(cpu_), second(cpu_);
  std::uint32_t number = 0;
  block(first);
  {
    Event event(cpu_);
    first.record(event);
    second.wait(event);
  }
  second.launch(count, {}, &number);
  std::this_thread::sleep_for(5ms);
  EXPECT_EQ(get(number), 0u);
  open();
  second.synchronize();
  EXPECT_EQ(number, 1u);
}

TEST_F(CpuQueue, TakesMoreWorkThanItKeeps) {
  Stream stream(cpu_);
  std::uint32_t number = 0;
  for (int i = 0; i < 20000; ++i)
    stream.launch(count, {}, &number);
  stream.synchronize();
  EXPECT_EQ(number, 20000u);
}

TEST_F(CpuQueue, FreeingABufferWaitsForWorkOfAllStreams) {
  Stream stream(cpu_);
  std::uint32_t number = 0;
  block(stream);
  stream.launch(count, {}, &number);
  std::thread opening([&] {
    std::this_thread::sleep_for(5ms);
    open();
  });
  Buffer<int>(cpu_, 1);
  EXPECT_EQ(number, 1u);
  opening.join();
}

TEST_F(CpuQueue, ManyThreadsWaitForOneStream) {
  Stream stream(cpu_);
  Event event(cpu_);
  std::uint32_t number = 0;
  block(stream);
  for (int i = 0; i < 1000; ++i)
    stream.launch(count, {}, &number);
  stream.record(event);
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&, t] {
      if (t % 2 == 0)
        event.synchronize();
      else
        cpu_.synchronize();
      EXPECT_EQ(number, 1000u);
    });
  open();
  for (std::thread &thread : threads)
    thread.join();
}

TEST_F(CpuQueue, CallsFunctionsOnTheHostInOrder) {
  Stream stream(cpu_);
  std::uint32_t number = 0;
  std::vector<std::uint32_t> seen;
  block(stream);
  for (int i = 0; i < 3; ++i) {
    stream.run_on_host([&] { seen.push_back(number); });
    stream.launch(count, {}, &number);
  }
  open();
  stream.synchronize();
  EXPECT_EQ(seen, (std::vector<std::uint32_t>{0, 1, 2}));
}

TEST_F(CpuQueue, WhatAFunctionThrowsArrivesAtTheNextWait) {
  Stream stream(cpu_);
  std::uint32_t number = 0;
  stream.run_on_host([] { throw std::runtime_error("first"); });
  stream.run_on_host([] { throw std::runtime_error("second"); });
  stream.launch(count, {}, &number);
  try {
    stream.synchronize();
    ADD_FAILURE();
  } catch (const std::runtime_error &error) {
    EXPECT_STREQ(error.what(), "first");
  }
  EXPECT_EQ(number, 1u);
  stream.synchronize();
}

TEST_F(CpuQueue, AFunctionOnTheHostMustNotUseTheDevice) {
  Stream stream(cpu_), other(cpu_);
  stream.run_on_host([&] { stream.synchronize(); });
  EXPECT_ERROR(stream.synchronize(), "must not use devices", "Stream::synchronize()");
  stream.run_on_host([&] { other.launch(trap, {}); });
  EXPECT_ERROR(stream.synchronize(), "launching kernel `trap`", "must not use devices");
  stream.run_on_host([&] { cpu_.synchronize(); });
  EXPECT_ERROR(stream.synchronize(), "must not use devices");
}

TEST_F(CpuQueue, AFunctionIsNotCalledAfterAFailure) {
  bool called = false;
  {
    Stream stream(cpu_);
    block(stream);
    stream.launch(trap, {});
    stream.run_on_host([&] { called = true; });
    open();
    EXPECT_ERROR(stream.synchronize(), "trapped");
  }
  EXPECT_FALSE(called);
}

TEST_F(CpuQueue, ADestroyedStreamStillCallsItsFunctions) {
  Event event(cpu_);
  auto called = std::make_shared<std::atomic<bool>>(false);
  {
    Stream stream(cpu_);
    block(stream);
    stream.run_on_host([called] { *called = true; });
    stream.record(event);
  }
  open();
  event.synchronize();
  EXPECT_TRUE(*called);
}

TEST_F(CpuQueue, AFunctionOfADestroyedStreamMayOwnABuffer) {
  Stream dependent(cpu_);
  std::uint32_t number = 0;
  auto buffer = std::make_shared<Buffer<float>>(cpu_, 1);
  const std::weak_ptr<Buffer<float>> watched = buffer;
  {
    Stream stream(cpu_);
    Event event(cpu_);
    block(stream);
    stream.run_on_host([owned = std::move(buffer)] {});
    stream.record(event);
    dependent.wait(event); // so that freeing the buffer waits for the function's own stream
    dependent.launch(count, {}, &number);
  }
  open();
  dependent.synchronize();
  EXPECT_EQ(number, 1u);
  while (!watched.expired())
    std::this_thread::yield();
}

TEST_F(CpuQueue, ADestroyedGraphLeavesFailuresToThoseWhoAsk) {
  {
    kcc::Graph graph(cpu_);
    graph.add([](Stream &stream) { stream.launch(trap, {}); });
    kcc::GraphExec exec = graph.instantiate();
    Stream stream(cpu_);
    stream.launch(exec);
  }
  EXPECT_ERROR(cpu_.synchronize(), "launching kernel `trap`", "trapped");
}

TEST_F(CpuQueue, AProfileLeavesFailuresToThoseWhoAsk) {
  for (int i = 0; i < 1000; ++i) { // the kernel rarely fails before the profile's second event is recorded
    kcc::Profile profile(cpu_);
    {
      Stream stream(cpu_);
      stream.launch(trap, {});
    }
    (void)profile.rows();
    EXPECT_ERROR(cpu_.synchronize(), "launching kernel `trap`", "trapped");
  }
}

TEST_F(CpuQueue, AProfileMayStopWhileOtherThreadsAreToWork) {
  kcc::Profile profile(cpu_);
  Stream stream(cpu_), other(cpu_);
  std::uint32_t one = 0, two = 0;
  stream.launch(meet, {}, &one, &two);
  std::thread late([&] {
    std::this_thread::sleep_for(20ms);
    other.launch(meet, {}, &two, &one);
  });
  const auto rows = profile.rows();
  late.join();
  other.synchronize();
  EXPECT_EQ(rows.size(), 1u);
  EXPECT_EQ(profile.rows().front().calls, 1u);
}

TEST_F(CpuQueue, AProfileDoesNotMeasureWhatFailedOrWasSkipped) {
  kcc::Profile profile(cpu_);
  std::uint32_t number = 0;
  Stream stream(cpu_);
  block(stream);
  stream.launch(trap, {});
  stream.launch(count, {}, &number);
  open();
  EXPECT_EQ(profile.rows().size(), 1u);
  EXPECT_EQ(profile.unmeasured(), 2u);
  EXPECT_ERROR(stream.synchronize(), "launching kernel `trap`", "trapped");
}

TEST_F(CpuQueue, AProfileIsNotStoppedInAFunctionOnTheHost) {
  kcc::Profile profile(cpu_);
  Stream stream(cpu_);
  stream.run_on_host([&] { (void)profile.rows(); });
  EXPECT_ERROR(stream.synchronize(), "stopping a profile");
}

TEST_F(CpuQueue, ACancelledWaitIsNotGivenToTheExecutor) {
  for (int i = 0; i < 300; ++i) {
    auto calls = std::make_unique<std::atomic<int>>(0); // freed after the wait
    std::uint32_t number = 0;
    Stream stream(cpu_);
    {
      stream.launch(count, {}, &number);
      kcc::Done done = stream.done([&](const std::function<void()> &) {
        for (int k = 0; k < 100; ++k)
          ++*calls;
      });
      if (done.await_suspend(std::coroutine_handle<>(std::noop_coroutine())))
        std::this_thread::sleep_for(std::chrono::microseconds(i));
    }
    const int before = *calls;
    EXPECT_TRUE(before == 0 || before == 100);
    calls.reset();
    stream.synchronize();
  }
}

TEST_F(CpuQueue, AWaitThatIsCancelledLeavesTheFailureToThoseWhoAsk) {
  std::promise<std::function<void()>> given;
  {
    Stream stream(cpu_);
    block(stream);
    stream.launch(trap, {});
    kcc::Done done = stream.done([&](std::function<void()> resume) { given.set_value(std::move(resume)); });
    ASSERT_TRUE(done.await_suspend(std::coroutine_handle<>(std::noop_coroutine())));
    open();
    given.get_future().wait(); // the wait is over
  }
  EXPECT_ERROR(cpu_.synchronize(), "launching kernel `trap`", "trapped");
}

TEST_F(CpuQueue, AFailureBeforeAGraphIsThatOfItsStreamOnly) {
  std::uint32_t number = 0;
  kcc::Graph graph(cpu_);
  graph.add([&](Stream &stream) { stream.launch(count, {}, &number); });
  kcc::GraphExec exec = graph.instantiate();
  Stream failing(cpu_), other(cpu_);
  block(failing);
  failing.launch(trap, {});
  failing.launch(exec);
  other.launch(exec);
  open();
  other.synchronize();
  EXPECT_EQ(number, 1u);
  EXPECT_ERROR(failing.synchronize(), "launching kernel `trap`", "trapped");
}

} // namespace
