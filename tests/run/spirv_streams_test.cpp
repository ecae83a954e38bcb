// Streams, events and calls of the host on devices that run SPIR-V.
#include "detached.h"
#include "spirv/spirv_device.h"

#include <kcc/runtime.h>

#include <atomic>
#include <chrono>
#include <coroutine>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <future>
#include <gtest/gtest.h>
#include <optional>
#include <thread>
#include <vector>

namespace {

using kcc::Blocks;
using kcc::Stream;
using kcc::Threads;
using kcc::testing::Detached;
using kcc::testing::numbers;

class SpirvStreams : public kcc::testing::SpirvDevice {};
KCC_FOR_EVERY_SPIRV_DEVICE(SpirvStreams);

TEST_P(SpirvStreams, KeepsTheOrderOfAStream) {
  for (const char *name : {"add", "add_pushed"}) {
    const kcc::Module module = load(name);
    const auto kernel = module.kernel(name);
    Stream stream(device_);
    kcc::Buffer<int> values(device_, numbers(1000));
    constexpr int launches = 3000; // more than may be unfinished
    for (int i = 0; i < launches; ++i)
      stream.launch(kernel, kcc::cover(1000, 64), values, values, i % 3);
    EXPECT_EQ(values.to_host(stream), numbers(1000, launches));
  }
}

TEST_P(SpirvStreams, MeasuresTimeAndOrdersStreams) {
  const kcc::Module module = load("add");
  Stream first(device_), second(device_);
  kcc::Buffer<int> values(device_, numbers(100'000));
  kcc::Event begin(device_), end(device_);
  first.record(begin);
  for (int i = 0; i < 20; ++i)
    first.launch(module.kernel("add"), kcc::cover(100'000, 128), values, values, 1);
  first.record(end);
  second.wait(end);
  second.launch(module.kernel("add"), kcc::cover(100'000, 128), values, values, 1);
  EXPECT_EQ(values.to_host(second)[99'999], 99'999 + 21);
  EXPECT_TRUE(end.is_done());
  EXPECT_GT(kcc::Event::elapsed(begin, end).count(), 0.0);
}

TEST_P(SpirvStreams, CallsTheHostInOrder) {
  const kcc::Module module = load("add");
  Stream first(device_), second(device_);
  kcc::Buffer<int> values(device_, numbers(10));
  std::promise<void> gate;
  std::atomic<int> calls = 0;
  first.launch(module.kernel("add"), {Blocks(1), Threads(10)}, values, values, 1);
  first.run_on_host([&] {
    gate.get_future().wait();
    ++calls;
  });
  first.launch(module.kernel("add"), {Blocks(1), Threads(10)}, values, values, 1);
  kcc::Event after(device_, {.timing = false});
  first.record(after);
  first.run_on_host([&] { ++calls; });
  second.wait(after);
  second.launch(module.kernel("add"), {Blocks(1), Threads(10)}, values, values, 1);
  Stream third(device_);
  kcc::Buffer<int> others(device_, numbers(10));
  third.launch(module.kernel("add"), {Blocks(1), Threads(10)}, others, others, 1);
  EXPECT_EQ(others.to_host(third)[9], 10); // is not blocked by what waits for the host
  EXPECT_FALSE(second.is_done());
  EXPECT_EQ(calls, 0);
  gate.set_value();
  EXPECT_EQ(values.to_host(second)[9], 12);
  first.synchronize();
  EXPECT_EQ(calls, 2);
}

TEST_P(SpirvStreams, WorksFromManyThreads) {
  const kcc::Module module = load("add");
  std::vector<std::thread> threads;
  std::atomic<int> right = 0;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&, t] {
      for (int round = 0; round < 20; ++round) {
        Stream stream(device_);
        kcc::Buffer<int> values(device_, numbers(1000));
        for (int i = 0; i < 10; ++i)
          stream.launch(module.kernel("add"), kcc::cover(1000, 32u << (t % 2)), values, values, t);
        right += values.to_host(stream) == numbers(1000, 10 * t);
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(right, 80);
}

TEST_P(SpirvStreams, IsProfiled) {
  const kcc::Module module = load("add");
  kcc::Buffer<int> values(device_, numbers(10));
  Stream stream(device_);
  kcc::Profile profile(device_);
  for (int i = 0; i < 3; ++i)
    stream.launch(module.kernel("add"), {Blocks(1), Threads(10)}, values, values, 1);
  stream.synchronize();
  const auto rows = profile.rows();
  ASSERT_EQ(rows.size(), 1u);
  EXPECT_EQ(rows[0].calls, 3u);
}

Detached tell_when_done(Stream &stream, std::promise<void> &told) {
  try {
    co_await stream.done();
    told.set_value();
  } catch (const kcc::Error &) {
    told.set_exception(std::current_exception());
  }
}

TEST_P(SpirvStreams, TellsWhenWorkIsDone) {
  const kcc::Module module = load("add"), failing = load("fail");
  kcc::Buffer<int> values(device_, numbers(10));
  Stream stream(device_);
  stream.launch(module.kernel("add"), {Blocks(1), Threads(10)}, values, values, 1);
  std::promise<void> done;
  tell_when_done(stream, done);
  EXPECT_NO_THROW(done.get_future().get());
  stream.launch(failing.kernel("fail"), {Blocks(1), Threads(10)}, values, values, 1);
  std::promise<void> failed;
  tell_when_done(stream, failed);
  EXPECT_THROW(failed.get_future().get(), kcc::Error);
  EXPECT_NO_THROW(stream.synchronize()); // it was reported
}

// Destroyed after static objects of the drivers, which are loaded later.
std::optional<Stream> static_stream;
std::optional<kcc::Buffer<int>> static_buffer;

TEST_P(SpirvStreams, MayBeInUseWhenTheProcessExits) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  const auto exit_with_work = [&] {
    static_stream.emplace(device_);
    static_buffer.emplace(device_, numbers(100'000));
    static_stream->run_on_host([] { std::this_thread::sleep_for(std::chrono::milliseconds(50)); });
    kcc::fill(*static_stream, *static_buffer, 1);
    static_stream->run_on_host([] { std::fputs("called\n", stderr); });
    std::exit(0);
  };
  EXPECT_EXIT(exit_with_work(), testing::ExitedWithCode(0), "called");
}

} // namespace
