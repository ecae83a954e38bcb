// Waiting without a thread: coroutines and functions that go on when work is done.
#include "detached.h"
#include "devices.h"
#include "launches_kernels.h"

#include <gmock/gmock.h>

#include <coroutine>
#include <cstdio>
#include <future>
#include <string>
#include <vector>

namespace {

using kcc::Buffer;
using kcc::Stream;
using kcc::testing::Detached;
namespace launches = launches_kernels::launches;

Detached add_often(Stream &stream, Buffer<unsigned> &values, int times, std::promise<void> &over) {
  try {
    for (int i = 0; i < times; ++i) {
      stream.launch(launches::add, kcc::cover(values.size(), 256), values, 1u);
      if (i % 2 == 0) {
        co_await stream.done();
      } else {
        kcc::Event event(stream.device());
        stream.record(event);
        co_await event.done();
      }
    }
    over.set_value();
  } catch (...) {
    over.set_exception(std::current_exception());
  }
}

Detached wait(Stream &stream, std::promise<void> &over) {
  try {
    co_await stream.done();
    over.set_value();
  } catch (...) {
    over.set_exception(std::current_exception());
  }
}

class Waits : public kcc::testing::DeviceTest {};
KCC_FOR_EVERY_DEVICE(Waits);

TEST_P(Waits, OfManyCoroutines) {
  constexpr std::size_t count = 16;
  std::vector<Stream> streams;
  std::vector<Buffer<unsigned>> buffers;
  std::vector<std::promise<void>> over(count);
  for (std::size_t i = 0; i < count; ++i) {
    streams.emplace_back(device_);
    buffers.emplace_back(device_, std::vector<unsigned>(10'000));
  }
  for (std::size_t i = 0; i < count; ++i)
    add_often(streams[i], buffers[i], 50, over[i]);
  for (std::size_t i = 0; i < count; ++i) {
    over[i].get_future().get();
    EXPECT_EQ(buffers[i].to_host(streams[i]), std::vector<unsigned>(10'000, 50));
  }
}

TEST_P(Waits, OfFunctions) {
  Stream stream(device_);
  Buffer<unsigned> values(device_, std::vector<unsigned>(1000));
  std::promise<std::vector<unsigned>> result;
  stream.launch(launches::add, kcc::cover(1000, 256), values, 7u);
  stream.when_done([&](std::exception_ptr failure) {
    if (failure)
      result.set_exception(failure);
    else
      result.set_value(values.to_host(stream));
  });
  EXPECT_EQ(result.get_future().get(), std::vector<unsigned>(1000, 7));
}

/// In a process of its own, because a GPU cannot be used afterwards.
int fail_and_report(const kcc::Device &device) {
  Stream stream(device);
  stream.launch(launches::trap, {});
  std::promise<void> over;
  wait(stream, over);
  try {
    over.get_future().get();
    return 2;
  } catch (const kcc::Error &error) {
    std::fprintf(stderr, "%s\n", error.what());
    return error.category() == kcc::ErrorCategory::kernel_failed ? 0 : 3;
  }
}

using WaitsDeathTest = Waits;
KCC_FOR_EVERY_DEVICE(WaitsDeathTest);

TEST_P(WaitsDeathTest, ThrowTheFailureOfAKernel) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(std::exit(fail_and_report(device_)), testing::ExitedWithCode(0), "trap");
}

} // namespace
