// Everything that several threads may do at the same time, on the CPU device and with the fake driver. The
// thread sanitizer looks for races; without it the results must be correct.
#include "fake_cuda.h"
#include "test_image.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <functional>
#include <latch>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace {

using kcc::Buffer;
using kcc::cover;
using kcc::Device;
using kcc::Event;
using kcc::Stream;

void run_in_threads(int count, const std::function<void(int)> &body) {
  std::latch start(count);
  std::vector<std::thread> threads;
  for (int t = 0; t < count; ++t)
    threads.emplace_back([&, t] {
      start.arrive_and_wait();
      body(t);
    });
  for (std::thread &thread : threads)
    thread.join();
}

class ManyThreads : public testing::TestWithParam<kcc::Backend> {
protected:
  ManyThreads() { fake_cuda::state().reset(); }
  ~ManyThreads() override { fake_cuda::state().reset(); }
  bool computes() const { return GetParam() == kcc::Backend::cpu; }

  const Device device_ = GetParam() == kcc::Backend::cpu ? Device::cpu() : Device::cuda(1);
};

TEST_P(ManyThreads, LoadLaunchAndDropModules) {
  const kcc::Module shared = kcc::Module::load(device_, test_image::image);
  std::atomic<int> wrong = 0;
  run_in_threads(4, [&](int) {
    for (int i = 0; i < 10; ++i) {
      std::optional<kcc::Module> own = kcc::Module::load(device_, test_image::image);
      const auto own_add = own->kernel("test_image::add");
      own.reset();
      Stream stream(device_);
      Buffer<float> sum(device_, 64);
      const Buffer a(device_, std::vector<float>(64, 1.5f));
      stream.launch(own_add, cover(64, 16), sum, a, a);
      stream.launch(shared.kernel("test_image::add"), cover(64, 16), sum, sum, a);
      stream.launch(test_image::add, cover(64, 16), sum, sum, a);
      if (const auto result = sum.to_host(stream); computes())
        wrong += result != std::vector<float>(64, 6.0f);
    }
  });
  device_.synchronize();
  EXPECT_EQ(wrong, 0);
}

TEST_P(ManyThreads, OrderStreamsByEvents) {
  Stream first(device_);
  Event ready(device_);
  std::atomic<bool> stop = false;
  std::thread recording([&] {
    while (!stop)
      first.record(ready);
  });
  run_in_threads(4, [&](int) {
    Stream mine(device_);
    for (int i = 0; i < 50; ++i) {
      mine.wait(ready);
      mine.launch(test_image::nothing, {});
      (void)ready.is_done();
      Event own(device_);
      mine.record(own);
      own.synchronize();
      device_.synchronize();
    }
  });
  stop = true;
  recording.join();
}

TEST_P(ManyThreads, WriteAndReadVariables) {
  run_in_threads(4, [&](int t) {
    const kcc::Module module = kcc::Module::load(device_, test_image::image);
    Stream stream(device_);
    const auto scale = module.global(test_image::scale);
    for (int i = 0; i < 20 && !computes(); ++i) { // the CPU device has one copy for all modules
      stream.write(scale, 100.0 * t + i);
      EXPECT_EQ(stream.read(scale), t * 100 + i);
    }
    EXPECT_EQ(stream.span(scale).size(), 1u);
  });
}

TEST_P(ManyThreads, MakeAndFreeBuffers) {
  run_in_threads(4, [&](int t) {
    Stream stream(device_);
    for (int i = 0; i < 50; ++i) {
      Buffer<int> buffer(device_, static_cast<std::size_t>(16 + i));
      buffer.fill_bytes(stream, std::byte{1});
      (void)stream.scratch(static_cast<std::size_t>(1000 * i));
      EXPECT_EQ(buffer.to_host()[static_cast<std::size_t>(t)], 0x01010101);
    }
  });
}

TEST_P(ManyThreads, FindDevices) {
  run_in_threads(4, [&](int) {
    for (int i = 0; i < 20; ++i) {
      EXPECT_EQ(Device::all().size(), 4u);
      EXPECT_EQ(Device::cpu().backend(), kcc::Backend::cpu);
      (void)Device::unavailable();
    }
  });
}

TEST_P(ManyThreads, WaitWhileOthersSetTheHandler) {
  std::atomic<int> running = 3;
  run_in_threads(4, [&](int t) {
    if (t == 0) {
      while (running != 0)
        device_.on_output([](const kcc::Output &) {});
      return;
    }
    Stream stream(device_);
    for (int i = 0; i < 100; ++i) {
      stream.launch(test_image::nothing, {});
      (void)stream.is_done();
      stream.synchronize();
    }
    --running;
  });
  device_.on_output({});
}

INSTANTIATE_TEST_SUITE_P(, ManyThreads, testing::Values(kcc::Backend::cpu, kcc::Backend::cuda),
                         [](const auto &info) {
                           return info.param == kcc::Backend::cpu ? "Cpu" : "FakeGpu";
                         });

TEST(CpuDeviceFailures, GoToTheirStreamsWhateverOtherThreadsDo) {
  const Device cpu = Device::cpu();
  std::atomic<int> told = 0;
  run_in_threads(4, [&](int t) {
    for (int i = 0; i < 20; ++i) {
      Stream stream(cpu);
      stream.launch(test_image::trap, cover(64, 32),
                    t % 2 == 0 ? 40u : 1000u); // threads with odd t launch it without a trap
      try {
        stream.synchronize();
      } catch (const kcc::Error &error) {
        EXPECT_THAT(error.what(), testing::HasSubstr("block (1, 0, 0), thread (8, 0, 0)"));
        ++told;
        EXPECT_EQ(t % 2, 0);
      }
    }
  });
  EXPECT_EQ(told, 2 * 20);
  cpu.synchronize();
}

} // namespace
