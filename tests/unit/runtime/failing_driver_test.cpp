// A driver that fails: every call that the runtime makes, one after another, with errors of all kinds.
#include "expect_error.h"
#include "fake_cuda.h"
#include "test_image.h"

#include <array>
#include <cstdlib>
#include <deque>
#include <optional>

namespace {

using kcc::Buffer;
using kcc::Device;
using kcc::Event;
using kcc::LaunchConfig;
using kcc::Stream;

/// Everything that a program may own.
struct Program {
  explicit Program(const Device &gpu) : gpu(gpu) {}
  const Device &gpu;
  std::optional<Stream> stream;
  std::optional<kcc::Module> module;
  std::deque<Event> events;
  std::deque<Buffer<float>> buffers;

  /// Every function of the runtime that calls the driver.
  void run() {
    const std::vector<float> numbers{1, 2, 3, 4};
    std::vector<float> back(4);
    gpu.set_heap_bytes(1 << 20);
    (void)gpu.heap_bytes();
    stream.emplace(gpu);
    module.emplace(kcc::Module::load(gpu, test_image::image));
    for (int i = 0; i < 2; ++i) {
      events.emplace_back(gpu);
      buffers.emplace_back(gpu, numbers);
    }
    Buffer<float> &a = buffers[0], &b = buffers[1];
    stream->record(events[0]);
    a.copy_from(*stream, numbers);
    kcc::copy(*stream, b, a);
    b.fill_bytes(*stream, std::byte{1});
    stream->launch(test_image::add, kcc::cover(4, 4), a, a, b);
    stream->launch(module->kernel("test_image::add"), kcc::cover(4, 4), a, a, b);
    stream->launch(module->kernel("test_image::reverse"), {{}, {}, 100000}, std::span<int>());
    LaunchConfig cooperative, cluster;
    cooperative.cooperative = true;
    cluster.grid = cluster.cluster = {2, 1, 1};
    stream->launch(test_image::nothing, cooperative);
    stream->launch(test_image::nothing, cluster);
    (void)stream->max_cooperative_blocks(test_image::nothing, cooperative);
    (void)stream->max_cooperative_blocks(test_image::nothing, cluster);
    const auto scale = module->global(test_image::scale);
    for (double value : {1.0, 2.0})
      stream->write(scale, value);
    (void)stream->read(scale);
    (void)stream->scratch(1);
    (void)stream->scratch(1 << 20);
    a.copy_to(*stream, back);
    stream->record(events[1]);
    stream->wait(events[0]);
    (void)events[1].done();
    events[1].synchronize();
    (void)Event::elapsed(events[0], events[1]);
    (void)a.to_host(*stream);
    (void)a.to_host();
    (void)stream->done();
    stream->synchronize();
    gpu.synchronize();
  }
};

class FailingDriver : public testing::TestWithParam<int> {
protected:
  FailingDriver() {
    (void)Device::all();
    fake_.reset();
    Program(gpu_).run(); // initializations that happen once
    fake_.reset();
  }
  ~FailingDriver() override { fake_.reset(); }
  /// Driver objects that are left; a module may stay until a call waits for the device.
  std::size_t alive() const {
    gpu_.synchronize();
    return fake_.alive() + fake_.modules.size();
  }
  fake_cuda::State &fake_ = fake_cuda::state();
  const Device gpu_ = Device::cuda(1);
};

TEST_P(FailingDriver, EveryCallThatFailsIsAnErrorThatNamesIt) {
  std::size_t before = alive();
  for (std::size_t i = 0;; ++i) {
    fake_.reset();
    bool told = false;
    {
      Program program(gpu_);
      fake_.fail_call = i;
      fake_.fail_with = GetParam();
      std::optional<kcc::Error> error;
      try {
        program.run();
      } catch (const kcc::Error &thrown) {
        error = thrown;
      }
      const bool failed = !fake_.fail_call;
      fake_.fail_call.reset();
      if (!failed) { // that was the last call
        EXPECT_FALSE(error);
        EXPECT_GT(i, 100u);
        break;
      }
      told = error.has_value();
      if (error) {
        EXPECT_EQ(error->code(), GetParam()) << error->what();
        EXPECT_THAT(error->what(), testing::HasSubstr("(" + fake_.failed + ")"));
      }
    }
    // Nothing reports errors when freeing, and the driver keeps that one object.
    ASSERT_EQ(alive(), before + !told) << "call " << i << ", " << fake_.failed;
    before = alive();
    ASSERT_NO_THROW(Program(gpu_).run()) << "after call " << i << ", " << fake_.failed;
    ASSERT_EQ(alive(), before);
  }
  fake_.abandon();
}

TEST_P(FailingDriver, DestructorsFreeTheRest) {
  std::size_t before = alive();
  for (std::size_t i = 0;; ++i) {
    fake_.reset();
    {
      Program program(gpu_);
      program.run();
      fake_.calls.clear();
      fake_.fail_call = i;
      fake_.fail_with = GetParam();
    }
    const bool failed = !fake_.fail_call;
    fake_.fail_call.reset();
    ASSERT_LE(alive(), before + 1) << "call " << i << ", " << fake_.failed;
    before = alive();
    if (!failed)
      break;
  }
  fake_.abandon();
}

/// Invalid value, out of memory, an illegal address in a kernel, unknown, and one that has no row.
INSTANTIATE_TEST_SUITE_P(Errors, FailingDriver, testing::Values(1, 2, 700, 999, 4711));

} // namespace
