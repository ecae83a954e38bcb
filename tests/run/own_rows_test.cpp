// Kernels in which each thread writes a row of memory have the same results on every device.
#include "devices.h"
#include "own_rows_kernels.h"

#include <kcc/runtime.h>

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

namespace {

namespace kernels = own_rows_kernels::own_rows;
using Values = std::vector<std::uint32_t>;

constexpr std::uint32_t widths[] = {1, 2, 7, 8, 9, 16, 17, 64, 100, 1024};

class OwnRows : public kcc::testing::DeviceTest {
protected:
  kcc::Stream stream_{device_};
};
KCC_FOR_EVERY_DEVICE(OwnRows);

template <class T, class Kernel>
void expect_scaled(const Kernel &kernel, const kcc::Device &device, kcc::Stream &stream) {
  for (const std::uint32_t width : widths)
    for (const std::uint32_t height : {1u, 31u, 300u})
      for (const unsigned threads : {1u, 33u, 128u}) {
        std::vector<T> values(std::size_t{width} * height + width / 2); // the last part of a row stays
        for (std::size_t i = 0; i < values.size(); ++i)
          values[i] = static_cast<T>(i % 101);
        kcc::Buffer<T> there(device, values);
        for (std::size_t i = 0; i < std::size_t{width} * height; ++i)
          values[i] = static_cast<T>(values[i] * T(3) + static_cast<std::uint32_t>(i % width));
        stream.launch(kernel, {kcc::Blocks(2), kcc::Threads(threads)}, there, width, T(3));
        ASSERT_EQ(there.to_host(stream), values)
            << height << " rows of " << width << " with " << sizeof(T) << " bytes, blocks of " << threads;
      }
}

TEST_P(OwnRows, MayBeOfAStridedLoop) {
  expect_scaled<std::uint8_t>(kernels::scale<std::uint8_t>, device_, stream_);
  expect_scaled<std::int16_t>(kernels::scale<std::int16_t>, device_, stream_);
  expect_scaled<float>(kernels::scale<float>, device_, stream_);
  expect_scaled<double>(kernels::scale<double>, device_, stream_);
  expect_scaled<std::uint64_t>(kernels::scale<std::uint64_t>, device_, stream_);
}

TEST_P(OwnRows, MayBeWrittenFromTheEnd) {
  for (const std::uint32_t width : widths)
    for (const std::uint32_t height : {1u, 31u, 300u}) {
      Values in(std::size_t{width} * height), expected(in.size());
      std::iota(in.begin(), in.end(), 5u);
      for (std::uint32_t y = 0; y < height; ++y) {
        std::uint32_t sum = 0;
        for (std::uint32_t x = width; x-- > 0;)
          expected[y * width + x] = sum += in[y * width + x] ^ y;
      }
      kcc::Buffer<std::uint32_t> out(device_, Values(in.size()));
      const kcc::Buffer<std::uint32_t> there(device_, in);
      stream_.launch(kernels::scan_back, kcc::cover(height, 96), out, there, static_cast<int>(width));
      ASSERT_EQ(out.to_host(stream_), expected) << height << " rows of " << width;
      out.copy_from(stream_, in); // in place
      stream_.launch(kernels::scan_back, kcc::cover(height, 96), out, out, static_cast<int>(width));
      ASSERT_EQ(out.to_host(stream_), expected) << height << " rows of " << width << " in place";
    }
}

TEST_P(OwnRows, MayBePartsOfPlanes) {
  for (const kcc::Dim3 block : {kcc::Dim3{5, 3, 2}, {32, 1, 1}, {1, 16, 4}, {64, 2, 1}})
    for (const std::uint32_t width : {1u, 9u, 40u})
      for (const std::uint32_t rows : {1u, 3u}) {
        const std::uint32_t count = 8 * (block.x * block.y * block.z) - 3;
        Values expected(std::size_t{count} * rows * width, 7);
        for (std::uint32_t i = 0; i < count; ++i)
          for (std::uint32_t y = 0; y < rows; ++y)
            for (std::uint32_t x = 0; x < std::min(width, i + 1); ++x)
              expected[(i * rows + y) * width + x] = i * 1000 + y * 100 + x;
        kcc::Buffer<std::uint32_t> out(device_, Values(expected.size(), 7));
        stream_.launch(kernels::fill_planes, {kcc::Blocks(2, 2, 2), kcc::Threads(block.x, block.y, block.z)},
                       out.data(), width, rows, count);
        ASSERT_EQ(out.to_host(stream_), expected) << width << " x " << rows << ", blocks of " << block.x;
      }
}

TEST_P(OwnRows, MayHaveIndicesThatWrap) {
  constexpr std::uint32_t width = 24, threads = 64;
  // y * width comes to 2^32 at the row `wrapped`.
  constexpr std::uint32_t wrapped = 0xffffffffu / width + 1, first = wrapped - 20;
  constexpr std::int64_t begin = -20 * std::int64_t{width} - 16; // 2^32 is no multiple of the width
  Values expected(2 * threads * width);
  kcc::Buffer<std::uint32_t> out(device_, expected);
  std::uint32_t *const middle = out.data() + threads * width;
  for (std::uint32_t t = 0; t < threads; ++t)
    for (std::uint32_t x = 0; x < width; ++x) {
      const auto index = static_cast<std::int32_t>((first + t) * width + x);
      ASSERT_GE(index, begin);
      expected[static_cast<std::size_t>(std::int64_t{threads} * width + index)] = t * 100 + x;
    }
  stream_.launch(kernels::wrap, {kcc::Blocks(2), kcc::Threads(threads / 2)}, middle, first, width);
  EXPECT_EQ(out.to_host(stream_), expected);
}

} // namespace
