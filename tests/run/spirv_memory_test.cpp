// Copies, fills and buffers on devices that run SPIR-V.
#include "spirv/spirv_device.h"

#include <kcc/runtime.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <gtest/gtest.h>
#include <numeric>
#include <vector>

namespace {

using kcc::Device;
using kcc::Stream;
using kcc::testing::numbers;

class SpirvMemory : public kcc::testing::SpirvDevice {};
KCC_FOR_EVERY_SPIRV_DEVICE(SpirvMemory);

TEST_P(SpirvMemory, CopiesLargeMemoryAndParts) {
  Stream stream(device_);
  std::vector<std::uint8_t> bytes((std::size_t{20} << 20) + 3);
  for (std::size_t i = 0; i < bytes.size(); ++i)
    bytes[i] = static_cast<std::uint8_t>(i * i >> 3);
  kcc::Buffer<std::uint8_t> first(device_, bytes), second(device_, bytes.size());
  kcc::copy(stream, second, first);
  EXPECT_EQ(second.to_host(stream), bytes);
  const std::vector<std::uint8_t> part(bytes.begin() + 5, bytes.begin() + 5 + 1001);
  std::vector<std::uint8_t> copied(part.size());
  kcc::copy(stream, copied, second.view().part(5, 1001));
  EXPECT_EQ(copied, part);
  kcc::copy(stream, second.view().part(7, 1001), part);
  std::copy(part.begin(), part.end(), bytes.begin() + 7);
  EXPECT_EQ(second.to_host(stream), bytes);
}

TEST_P(SpirvMemory, CopiesRows) {
  constexpr std::size_t width = 13, height = 5000;
  Stream stream(device_);
  kcc::PitchedBuffer<std::uint16_t, 2> image(device_, {height, width});
  std::vector<std::uint16_t> pixels(width * height);
  std::iota(pixels.begin(), pixels.end(), std::uint16_t{0});
  kcc::copy(stream, image, pixels);
  std::vector<std::uint16_t> copied(pixels.size());
  kcc::copy(stream, copied, image);
  EXPECT_EQ(copied, pixels);
}

TEST_P(SpirvMemory, CopiesPinnedMemoryInOrder) {
  if (device_.attribute(kcc::DeviceAttribute::can_map_host_memory) == 0)
    GTEST_SKIP() << "the device has no fine-grained memory";
  const kcc::Module module = load("add");
  Stream stream(device_);
  kcc::PinnedBuffer<int> pinned(device_, 1000, {.mapped = true});
  kcc::Buffer<int> values(device_, 1000);
  stream.run_on_host([&] { std::iota(pinned.begin(), pinned.end(), 0); });
  kcc::copy(stream, values, pinned);
  stream.launch(module.kernel("add"), kcc::cover(1000, 64), values, values, 1);
  kcc::copy(stream, pinned, values);
  stream.launch(module.kernel("add"), kcc::cover(1000, 64), pinned, pinned, 1);
  stream.synchronize();
  EXPECT_TRUE(std::ranges::equal(pinned, numbers(1000, 2)));
}

template <class T> void expect_fills(const Device &device, T value) {
  Stream stream(device);
  for (const std::size_t count : {1u, 2u, 7u, 1000u, 100'001u})
    for (const std::size_t offset : {0u, 1u, 3u}) {
      std::vector<T> expected(count + offset + 2);
      kcc::Buffer<T> buffer(device, expected);
      kcc::fill(stream, buffer.view().part(offset, count), value);
      std::fill_n(expected.begin() + static_cast<std::ptrdiff_t>(offset), count, value);
      EXPECT_EQ(buffer.to_host(stream), expected) << sizeof(T) << " bytes, " << offset << ", " << count;
    }
}

TEST_P(SpirvMemory, FillsWithAnyPattern) {
  expect_fills<std::uint8_t>(device_, 0x12);
  expect_fills<std::uint16_t>(device_, 0x1234);
  expect_fills<std::uint32_t>(device_, 0x12345678);
  expect_fills<std::uint64_t>(device_, 0x123456789abcdef0);
  expect_fills<std::array<std::uint8_t, 3>>(device_, {1, 2, 3});
  expect_fills<std::array<std::uint8_t, 8>>(device_, {1, 2, 3, 4, 5, 6, 7, 8});
  expect_fills<std::array<std::uint32_t, 4>>(device_, {1, 2, 3, 4});
}

TEST_P(SpirvMemory, HasManySmallBuffers) {
  Stream stream(device_);
  std::vector<kcc::Buffer<int>> buffers;
  for (int i = 0; i < 6000; ++i) {
    buffers.emplace_back(device_, static_cast<std::size_t>(1 + i % 100));
    kcc::fill(stream, buffers.back(), i);
  }
  for (const int i : {0, 63, 64, 4999, 5999})
    EXPECT_EQ(buffers[static_cast<std::size_t>(i)].to_host(stream),
              std::vector(static_cast<std::size_t>(1 + i % 100), i));
}

TEST_P(SpirvMemory, SaysThatMemoryIsShort) {
  try {
    const kcc::Buffer<std::byte> buffer(device_, std::size_t{1} << 50);
    FAIL() << "no error";
  } catch (const kcc::Error &error) {
    EXPECT_EQ(error.category(), kcc::ErrorCategory::out_of_memory);
  }
}

} // namespace
