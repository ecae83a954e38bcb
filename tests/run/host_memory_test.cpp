// Copies and fills of parts, and when they are done.
#include "devices.h"
#include "host_memory_kernels.h"

#include <kcc/runtime.h>

#include <array>
#include <cstdint>
#include <memory_resource>
#include <numeric>
#include <span>
#include <vector>

namespace {

using kcc::Buffer;
using kcc::Device;
using kcc::Stream;
namespace kernels = host_memory_kernels::host_memory;

std::vector<unsigned> counting(std::size_t count) {
  std::vector<unsigned> numbers(count);
  std::iota(numbers.begin(), numbers.end(), 1u);
  return numbers;
}

class HostMemory : public kcc::testing::DeviceTest {
protected:
  /// Vulkan code has no clock.
  bool can_keep_busy() const { return kcc::testing::why_no_code(device_, kernels::take_time).empty(); }
  void keep_busy() {
    if (can_keep_busy())
      stream_.launch(kernels::take_time, kcc::cover(1, 1), std::uint64_t{20'000'000});
  }
  Stream stream_{device_};
};
KCC_FOR_EVERY_DEVICE(HostMemory);

TEST_P(HostMemory, CopiesParts) {
  Buffer<unsigned> a(device_, counting(1000)), b(device_, 1000);
  kcc::fill(stream_, b, 7u);
  kcc::copy(stream_, b.view().part(10, 500), a.view().last(500));
  const std::array<unsigned, 2> host{50, 60};
  kcc::copy(stream_, b.view().last(2), host);
  std::vector<unsigned> expected(1000, 7u);
  for (std::size_t i = 0; i < 500; ++i)
    expected[10 + i] = static_cast<unsigned>(501 + i);
  expected[998] = 50;
  expected[999] = 60;
  EXPECT_EQ(b.to_host(stream_), expected);
  std::array<unsigned, 3> back{};
  kcc::copy(stream_, back, b.view().part(9, 3));
  EXPECT_EQ(back, (std::array<unsigned, 3>{7, 501, 502}));
}

TEST_P(HostMemory, PassesPartsToKernels) {
  Buffer<unsigned> a(device_, counting(1000));
  stream_.launch(kernels::add, kcc::cover(10, 32), a.view().part(5, 10), 100u);
  std::vector<unsigned> expected = counting(1000);
  for (std::size_t i = 5; i < 15; ++i)
    expected[i] += 100;
  EXPECT_EQ(a.to_host(stream_), expected);
}

TEST_P(HostMemory, OrdinaryMemoryMayChangeWhenACopyReturns) {
  for (const std::size_t count : {std::size_t{1}, std::size_t{1000}, std::size_t{1} << 14,
                                  (std::size_t{1} << 14) + 1, std::size_t{1} << 18, std::size_t{1} << 24}) {
    const std::vector<unsigned> numbers = counting(count);
    std::vector<unsigned> host = numbers;
    Buffer<unsigned> buffer(device_, count);
    keep_busy();
    kcc::copy(stream_, buffer, host);
    std::fill(host.begin(), host.end(), 0u);
    ASSERT_EQ(buffer.to_host(stream_), numbers) << count;
  }
}

TEST_P(HostMemory, OrdinaryMemoryIsWrittenWhenACopyReturns) {
  for (const std::size_t count : {std::size_t{1}, std::size_t{1000}, std::size_t{1} << 18}) {
    Buffer<unsigned> buffer(device_, counting(count));
    std::vector<unsigned> host(count);
    keep_busy();
    stream_.launch(kernels::add, kcc::cover(count, 256), buffer, 1u);
    kcc::copy(stream_, host, buffer);
    ASSERT_EQ(host.front(), 2u);
    ASSERT_EQ(host.back(), count + 1);
  }
}

TEST_P(HostMemory, FillsLargeBuffersWithAnyPattern) {
  const std::size_t count =
      device_.backend() == kcc::Backend::cuda ? std::size_t{1} << 27 : std::size_t{1} << 20;
  Buffer<std::uint64_t> buffer(device_, count);
  Buffer<unsigned> others(device_, 1);
  for (const std::uint64_t value : {std::uint64_t{0}, std::uint64_t{0x1234123412341234},
                                    std::uint64_t{0x1234567812345678}, std::uint64_t{0x123456789abcdef0}}) {
    kcc::fill(stream_, buffer, value);
    kcc::fill(stream_, others, 0u);
    stream_.launch(kernels::count_others, kcc::cover(1 << 16, 256), buffer, value, others);
    EXPECT_EQ(others.to_host(stream_)[0], 0u) << std::hex << value;
  }
}

template <class T> void fill_and_compare(Stream &stream, T value) {
  std::vector<T> expected(1000, T{});
  Buffer<T> buffer(stream.device(), expected);
  std::fill(expected.begin() + 3, expected.end() - 1, value);
  kcc::fill(stream, buffer.view().part(3, 996), value);
  EXPECT_EQ(buffer.to_host(stream), expected) << sizeof(T);
}

TEST_P(HostMemory, FillsElementsOfAllSizes) {
  fill_and_compare<char>(stream_, 'x');
  fill_and_compare<short>(stream_, 0x1234);
  fill_and_compare<float>(stream_, -1.5f);
  fill_and_compare<double>(stream_, 0.1);
  fill_and_compare<std::array<char, 3>>(stream_, {1, 2, 3});
  fill_and_compare<std::array<float, 3>>(stream_, {1, 2, 3});
  fill_and_compare<std::array<double, 2>>(stream_, {0.1, 0.2});
}

TEST_P(HostMemory, CopiesPinnedMemoryLater) {
  kcc::PinnedBuffer<unsigned> host(device_, 1 << 16), back(device_, host.size());
  Buffer<unsigned> buffer(device_, host.size());
  std::iota(host.begin(), host.end(), 1u);
  keep_busy();
  kcc::copy(stream_, buffer, host);
  stream_.launch(kernels::add, kcc::cover(buffer.size(), 256), buffer, 1u);
  kcc::copy(stream_, back, buffer);
  if (can_keep_busy()) { // the copies have not waited for the kernel before them
    EXPECT_FALSE(stream_.is_done());
  }
  stream_.synchronize();
  EXPECT_EQ(back[0], 2u);
  EXPECT_EQ(back[back.size() - 1], back.size() + 1);
}

TEST_P(HostMemory, IsUsedByKernelsWhereItIs) {
  KCC_SKIP_WHERE_VULKAN_REFUSES(kcc::ManagedBuffer<unsigned>(device_, 1000), "Vulkan has no managed memory");
  kcc::PinnedBuffer<unsigned> pinned(device_, counting(1000)),
      combined(device_, counting(1000), {.write_combined = true});
  kcc::ManagedBuffer<unsigned> managed(device_, counting(1000));
  std::vector<unsigned> own = counting(100000);
  const kcc::RegisteredMemory registered(device_, own);
  managed.set_read_mostly();
  managed.set_read_mostly(false);
  managed.set_preferred_location(device_);
  managed.set_accessed_by_host();
  managed.prefetch(stream_);
  for (int i = 0; i < 3; ++i) {
    stream_.launch(kernels::add, kcc::cover(1000, 256), pinned, 1u);
    stream_.launch(kernels::add, kcc::cover(1000, 256), combined, 1u);
    stream_.launch(kernels::add, kcc::cover(1000, 256), managed, 1u);
    stream_.launch(kernels::add, kcc::cover(1000, 256),
                   registered.device_view(device_, std::span(own).last(1000)), 1u);
  }
  managed.prefetch_to_host(stream_);
  stream_.synchronize();
  for (std::size_t i = 0; i < 1000; ++i) {
    ASSERT_EQ(pinned[i], i + 4);
    ASSERT_EQ(combined[i], i + 4);
    ASSERT_EQ(managed[i], i + 4);
    ASSERT_EQ(own[99000 + i], 99000 + i + 4);
  }
}

TEST_P(HostMemory, RegisteredMemoryIsCopiedLater) {
  std::vector<unsigned> own = counting(1 << 18);
  KCC_SKIP_WHERE_VULKAN_REFUSES(kcc::RegisteredMemory(device_, own),
                                "cannot lock memory that the program has allocated itself");
  Buffer<unsigned> buffer(device_, own.size());
  const kcc::RegisteredMemory registered(device_, own);
  keep_busy();
  kcc::copy(stream_, buffer, own);
  EXPECT_FALSE(stream_.is_done());
  EXPECT_EQ(buffer.to_host(stream_), own);
}

TEST_P(HostMemory, AllocatesForTheStandardLibrary) {
  std::vector<unsigned, kcc::pinned_allocator<unsigned>> numbers(1000, 7u, device_);
  Buffer<unsigned> buffer(device_, 1000);
  kcc::copy(stream_, buffer, numbers);
  EXPECT_EQ(buffer.to_host(stream_), std::vector<unsigned>(1000, 7u));
  KCC_SKIP_WHERE_VULKAN_REFUSES(kcc::ManagedBuffer<unsigned>(device_, 1000), "Vulkan has no managed memory");
  kcc::MemoryResource resource(device_, kcc::MemoryResource::Kind::managed);
  std::pmr::vector<unsigned> managed(1000, 7u, &resource);
  stream_.launch(kernels::add, kcc::cover(1000, 256), std::span(managed), 1u);
  stream_.synchronize();
  EXPECT_EQ(managed[999], 8u);
}

TEST(HostMemoryOfTwoGpus, IsCopiedBetweenThem) {
  std::vector<Device> gpus;
  for (const Device &device : Device::all())
    if (device.backend() == kcc::Backend::cuda)
      gpus.push_back(device);
  if (gpus.size() < 2)
    GTEST_SKIP() << "fewer than two GPUs";
  const std::vector<unsigned> numbers = counting(std::size_t{1} << 20);
  Buffer<unsigned> a(gpus[0], numbers), b(gpus[1], numbers.size());
  Stream from(gpus[0]), to(gpus[1]);
  kcc::copy(from, b.view().first(1000), a.view().last(1000));
  from.synchronize();
  kcc::copy(to, b.view().last(1000), a.view().first(1000));
  const std::vector<unsigned> result = b.to_host(to);
  EXPECT_EQ(result[0], numbers[numbers.size() - 1000]);
  EXPECT_EQ(result.back(), 1000u);
}

} // namespace
