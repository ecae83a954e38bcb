// kcc::reduce on every device, compared with the host.
#include "block_kernels.h"
#include "devices.h"
#include "kernels/block.h"

#include <kcc/algorithm.h>
#include <kcc/runtime.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <gmock/gmock.h>
#include <limits>
#include <numeric>
#include <random>

namespace {

using block::Range;
using block::Widen;
using kcc::Buffer;
using kcc::Device;
using kcc::Stream;

class ReduceByKernels : public kcc::testing::DeviceTest {
protected:
  Stream stream_{device_};
};
KCC_FOR_EVERY_DEVICE(ReduceByKernels);

class Reduce : public ReduceByKernels {
protected:
  void SetUp() override {
    if (GetParam() == kcc::Backend::vulkan)
      GTEST_SKIP() << "kcc::algorithms has no code for Vulkan";
    ReduceByKernels::SetUp();
  }
};
KCC_FOR_EVERY_DEVICE(Reduce);

TEST(ReduceOnVulkan, IsRefusedWithoutAKernelOfTheProgram) {
  if (const std::string &why = kcc::testing::why_no_device(kcc::Backend::vulkan); !why.empty())
    GTEST_SKIP() << why;
  Stream stream(Device::vulkan());
  const Buffer<float> values(stream.device(), std::vector<float>(10));
  try {
    kcc::reduce(stream, values);
    FAIL() << "no error";
  } catch (const kcc::Error &error) {
    EXPECT_THAT(error.what(), testing::HasSubstr("the image has no code for Vulkan devices"));
  }
}

/// Empty, less than a block, around a tile, more tiles than blocks.
constexpr std::size_t sizes[] = {
    0, 1, 31, 255, 256, 257, 2047, 4095, 4096, 4097, 100000, 1u << 20, (5u << 20) + 77};

template <class T> std::vector<T> random_values(std::size_t count) {
  std::mt19937_64 engine(count);
  std::vector<T> values(count);
  for (T &value : values)
    if constexpr (std::is_floating_point_v<T>)
      value = std::uniform_real_distribution<T>(-1, 1)(engine);
    else
      value = static_cast<T>(engine());
  return values;
}

template <class T> void test_integers(Stream &stream) {
  for (std::size_t size : sizes) {
    SCOPED_TRACE(::testing::Message() << size << " values of " << sizeof(T) << " bytes");
    const auto values = random_values<T>(size);
    Buffer<T> buffer(stream.device(), values);
    using Wide = std::make_unsigned_t<T>; // the test must not have signed overflow itself
    Wide sum = 0;
    T least = std::numeric_limits<T>::max(), greatest = std::numeric_limits<T>::lowest();
    for (T value : values) {
      sum += static_cast<Wide>(value);
      least = std::min(least, value);
      greatest = std::max(greatest, value);
    }
    EXPECT_EQ(kcc::reduce(stream, buffer), static_cast<T>(sum));
    EXPECT_EQ((kcc::reduce<T, kcc::minimum>(stream, buffer)), least);
    EXPECT_EQ((kcc::reduce<T, kcc::maximum>(stream, buffer)), greatest);
    EXPECT_EQ(kcc::reduce(stream, buffer, T{17}), static_cast<T>(sum + 17));
    EXPECT_EQ(kcc::reduce(stream, buffer, T{17}, kcc::minimum{}), std::min(least, T{17}));
  }
}
TEST_P(Reduce, Integers) {
  test_integers<std::int32_t>(stream_);
  test_integers<std::uint32_t>(stream_);
  test_integers<std::int64_t>(stream_);
  test_integers<std::uint64_t>(stream_);
}

template <class T> void test_floats(Stream &stream) {
  Stream cpu(Device::cpu());
  for (std::size_t size : sizes) {
    SCOPED_TRACE(::testing::Message() << size << " values of " << sizeof(T) << " bytes");
    const auto values = random_values<T>(size);
    Buffer<T> buffer(stream.device(), values), on_cpu(Device::cpu(), values);
    const T sum = kcc::reduce(stream, buffer);
    long double exact = 0;
    for (T value : values)
      exact += value;
    EXPECT_NEAR(sum, static_cast<double>(exact),
                std::sqrt(static_cast<double>(size) + 1) * 4 * std::numeric_limits<T>::epsilon());
    EXPECT_EQ(kcc::reduce(cpu, on_cpu), sum) << "another result than on the CPU device";
    EXPECT_EQ(kcc::reduce(stream, buffer), sum) << "another result the second time";
    const auto least = std::min_element(values.begin(), values.end());
    EXPECT_EQ((kcc::reduce<T, kcc::minimum>(stream, buffer)),
              least == values.end() ? std::numeric_limits<T>::infinity() : *least);
    const auto greatest = std::max_element(values.begin(), values.end());
    EXPECT_EQ((kcc::reduce<T, kcc::maximum>(stream, buffer)),
              greatest == values.end() ? -std::numeric_limits<T>::infinity() : *greatest);
  }
}
TEST_P(Reduce, FloatsAlikeOnAllDevices) {
  test_floats<float>(stream_);
  test_floats<double>(stream_);
}

template <class T> void test_nans(Stream &stream) {
  const T nan = std::numeric_limits<T>::quiet_NaN(), infinity = std::numeric_limits<T>::infinity();
  for (std::size_t size : sizes) {
    if (size < 3)
      continue;
    std::vector<T> values = random_values<T>(size);
    for (std::size_t place : {std::size_t{0}, size / 2, size - 1})
      values[place] = nan;
    T least = nan, greatest = nan;
    for (T value : values)
      least = std::fmin(least, value), greatest = std::fmax(greatest, value);
    Buffer<T> buffer(stream.device(), values);
    EXPECT_EQ((kcc::reduce<T, kcc::minimum>(stream, buffer)), least) << size;
    EXPECT_EQ((kcc::reduce<T, kcc::maximum>(stream, buffer)), greatest) << size;
    EXPECT_EQ(kcc::reduce(stream, buffer, nan, kcc::minimum{}), least) << size;
    EXPECT_TRUE(std::isnan(kcc::reduce(stream, buffer))) << size;
  }
  Buffer<T> none(stream.device(), std::vector<T>(1000, nan));
  EXPECT_EQ((kcc::reduce<T, kcc::minimum>(stream, none)), infinity);
  EXPECT_EQ((kcc::reduce<T, kcc::maximum>(stream, none)), -infinity);
}
TEST_P(Reduce, IgnoresNansInExtremes) {
  test_nans<float>(stream_);
  test_nans<double>(stream_);
}

TEST_P(Reduce, ThatIsNotAlignedGivesTheSame) {
  const auto values = random_values<float>(200001);
  Buffer<float> aligned(device_, values), shifted(device_, values.size() + 1);
  std::vector<float> later(1, 0.0f);
  later.insert(later.end(), values.begin(), values.end());
  shifted.copy_from(stream_, later);
  EXPECT_EQ(kcc::reduce(stream_, shifted.span().subspan(1)), kcc::reduce(stream_, aligned));
}

TEST_P(Reduce, IntoABuffer) {
  const auto values = random_values<std::uint32_t>(123456);
  Buffer<std::uint32_t> buffer(device_, values), result(device_, 2);
  result.fill_bytes(stream_, std::byte{0xff});
  kcc::reduce_into(stream_, result, buffer.span());
  const std::uint32_t sum = std::accumulate(values.begin(), values.end(), 0u);
  EXPECT_EQ(result.to_host(stream_), (std::vector{sum, ~0u}));
  kcc::reduce_into(stream_, result, buffer.span().first(5), 3u, kcc::maximum{});
  EXPECT_EQ(result.to_host(stream_)[0], std::max(3u, *std::max_element(values.begin(), values.begin() + 5)));
  Buffer<std::uint32_t> empty(device_, 0);
  EXPECT_THROW(kcc::reduce_into(stream_, empty, buffer.span()), kcc::Error);
}

TEST_P(ReduceByKernels, OfTheProgram) {
  for (std::size_t size : sizes) {
    std::vector<Range> values;
    for (float value : random_values<float>(size))
      values.push_back({value, value});
    Buffer<Range> buffer(device_, values), result(device_, 1);
    Range expected{0, 0};
    for (const Range &value : values)
      expected = Widen{}(expected, value);
    const auto &kernel = block_kernels::kcc::kernels::reduce<Range, Widen>;
    EXPECT_EQ(kcc::reduce(stream_, kernel, buffer.span(), Range{0, 0}, Widen{}), expected) << size;
    kcc::reduce_into(stream_, kernel, result, buffer.span(), Range{0, 0}, Widen{});
    EXPECT_EQ(result.to_host(stream_)[0], expected) << size;
  }
}

TEST_P(ReduceByKernels, OfBytes) {
  std::vector<std::uint8_t> values(70001, 1);
  values[70000] = 64, values[1] = 32, values[40000] = 8;
  Buffer<std::uint8_t> buffer(device_, values);
  const auto &kernel = block_kernels::kcc::kernels::reduce<std::uint8_t, std::bit_or<>>;
  EXPECT_EQ(kcc::reduce(stream_, kernel, buffer.span(), std::uint8_t{2}, std::bit_or<>{}), 107);
}

} // namespace
