// Buffers that grow in place while work is in flight.
#include "devices.h"
#include "host_memory_kernels.h"

#include <kcc/runtime.h>

#include <cstdint>
#include <vector>

namespace {

using kcc::Device;
using kcc::GrowableBuffer;
using kcc::Stream;
namespace kernels = host_memory_kernels::host_memory;

constexpr std::size_t mebibyte = std::size_t{1} << 20;

class GrowableBuffers : public kcc::testing::DeviceTest {
protected:
  void SetUp() override {
    DeviceTest::SetUp();
    KCC_SKIP_WHERE_VULKAN_REFUSES(GrowableBuffer<unsigned>(device_, mebibyte), "cannot reserve addresses");
  }
  void keep_busy() { stream_.launch(kernels::take_time, kcc::cover(1, 1), std::uint64_t{300'000'000}); }
  Stream stream_{device_};
};
KCC_FOR_EVERY_DEVICE(GrowableBuffers);

TEST_P(GrowableBuffers, KeepWhatTheyHave) {
  GrowableBuffer<unsigned> numbers(device_, 1000 * mebibyte);
  std::vector<unsigned> expected;
  for (const std::size_t size : {1 * mebibyte, 5 * mebibyte, 40 * mebibyte}) { // more than one piece
    numbers.resize(size);
    kcc::fill(stream_, numbers.view().last(size - expected.size()), 0u);
    expected.resize(size, 0u);
    stream_.launch(kernels::add, kcc::cover(size, 256), numbers, 3u);
    for (unsigned &number : expected)
      number += 3;
  }
  EXPECT_EQ(numbers.to_host(stream_), expected);
  numbers.resize(10);
  numbers.shrink_to_fit();
  EXPECT_LT(numbers.capacity(), 40 * mebibyte);
  numbers.resize(20 * mebibyte);
  EXPECT_EQ(numbers.to_host(stream_)[9], 9u);
}

TEST_P(GrowableBuffers, GrowWithoutWaiting) {
  GrowableBuffer<unsigned> numbers(device_, 1000 * mebibyte);
  numbers.resize(1000);
  kcc::fill(stream_, numbers, 1u);
  keep_busy();
  stream_.launch(kernels::add, kcc::cover(1000, 256), numbers, 1u);
  numbers.resize(100 * mebibyte);
  EXPECT_FALSE(stream_.is_done());
  stream_.launch(kernels::add, kcc::cover(1000, 256), numbers.view().first(1000), 1u);
  std::vector<unsigned> host(1000);
  kcc::copy(stream_, host, numbers.view().first(1000));
  EXPECT_EQ(host, std::vector<unsigned>(1000, 3u));
}

TEST_P(GrowableBuffers, ShrinkBehindTheWorkThatUsesThem) {
  GrowableBuffer<unsigned> numbers(device_, 1000 * mebibyte);
  numbers.resize(100 * mebibyte);
  kcc::fill(stream_, numbers, 0u);
  keep_busy();
  stream_.launch(kernels::add, kcc::cover(numbers.size(), 256), numbers, 1u);
  numbers.resize(1);
  numbers.shrink_to_fit();
  EXPECT_TRUE(stream_.is_done());
  {
    GrowableBuffer<unsigned> temporary(device_, 1000 * mebibyte);
    temporary.resize(100 * mebibyte);
    kcc::fill(stream_, temporary, 0u);
    keep_busy();
    stream_.launch(kernels::add, kcc::cover(temporary.size(), 256), temporary, 1u);
  }
  EXPECT_TRUE(stream_.is_done());
  stream_.synchronize();
}

TEST_P(GrowableBuffers, StayInGraphs) {
  GrowableBuffer<unsigned> numbers(device_, 100 * mebibyte);
  numbers.resize(1000);
  kcc::fill(stream_, numbers, 0u);
  const kcc::Graph graph = kcc::Graph::capture(
      stream_, [&](Stream &s) { s.launch(kernels::add, kcc::cover(1000, 256), numbers, 1u); });
  kcc::GraphExec exec = graph.instantiate();
  for (std::size_t size = 1000; size < 30 * mebibyte; size *= 4) {
    numbers.resize(size);
    stream_.launch(exec);
  }
  EXPECT_EQ(numbers.to_host(stream_)[999], 8u);
}

TEST_P(GrowableBuffers, AreAnErrorToCopyBeyondTheirMemory) {
  GrowableBuffer<unsigned> numbers(device_, 100 * mebibyte);
  numbers.resize(1);
  if (device_.backend() == kcc::Backend::cpu) { // a GPU would be unusable afterwards
    Stream other(device_);
    other.launch(kernels::write, kcc::cover(1, 1), numbers.data() + 10 * mebibyte);
    EXPECT_THROW(other.synchronize(), kcc::Error);
  } else {
    const kcc::BufferView<unsigned> beyond(device_, numbers.data() + 10 * mebibyte, 1);
    EXPECT_THROW(kcc::fill(stream_, beyond, 1u), kcc::Error);
  }
}

TEST_P(GrowableBuffers, FreeTheirMemoryAfterAReset) {
  GrowableBuffer<unsigned> numbers(device_, 100 * mebibyte);
  numbers.resize(mebibyte);
  stream_.synchronize();
  Device device = device_;
  device.reset();
}

TEST(GrowableBuffersOfGpus, AreUsedByAnotherGpu) {
  std::vector<Device> gpus;
  for (const Device &device : Device::all())
    if (device.backend() == kcc::Backend::cuda)
      gpus.push_back(device);
  if (gpus.size() < 2 || !gpus[1].can_access_peer(gpus[0]))
    GTEST_SKIP() << "no two GPUs that reach each other";
  GrowableBuffer<unsigned> numbers(gpus[0], 1000 * mebibyte);
  numbers.resize(1000);
  numbers.allow_access_from(gpus[1]);
  numbers.resize(70 * mebibyte);
  Stream first(gpus[0]), second(gpus[1]);
  kcc::fill(first, numbers, 1u);
  first.synchronize();
  second.launch(kernels::add, kcc::cover(numbers.size(), 256), numbers.view(gpus[1]), 1u);
  second.synchronize();
  EXPECT_EQ(numbers.to_host(first), std::vector<unsigned>(numbers.size(), 2u));
}

} // namespace
