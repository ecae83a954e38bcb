// Quotients and remainders of integers, which the CPU device computes by way of floating-point numbers.
#include "devices.h"
#include "divisions_kernels.h"
#include "kernels/divisions.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <random>
#include <span>
#include <type_traits>
#include <vector>

namespace {

class Divisions : public kcc::testing::DeviceTest {
protected:
  kcc::Stream stream_{device_};
};

template <class T> bool has_quotient(T dividend, T divisor) {
  return divisor != 0 &&
         !(std::is_signed_v<T> && dividend == std::numeric_limits<T>::min() && divisor == static_cast<T>(-1));
}

/// Numbers of all sizes, and those next to powers of two and to multiples of each other.
template <class T> void make_operands(std::vector<T> &dividends, std::vector<T> &divisors) {
  std::mt19937_64 random(sizeof(T) * 2 + std::is_signed_v<T>);
  const auto any_size = [&] { return static_cast<T>(random() >> random() % 64); };
  std::vector<T> special = {0, 1, 2, 3, std::numeric_limits<T>::max(), std::numeric_limits<T>::min()};
  for (unsigned bit = 2; bit < 8 * sizeof(T); ++bit)
    for (const int offset : {-1, 0, 1})
      special.push_back(static_cast<T>((T{1} << bit % (8 * sizeof(T) - 1)) + offset));
  for (std::size_t i = 0; i < 60000; ++i) {
    T dividend = i % 3 == 0 ? any_size() : special[random() % special.size()];
    T divisor = i % 5 == 0 ? special[random() % special.size()] : any_size();
    if (i % 4 == 0) // next to a multiple
      dividend = static_cast<T>(static_cast<std::uint64_t>(divisor) * static_cast<std::uint64_t>(any_size()) +
                                random() % 3 - 1);
    if (i % 2 == 0) {
      dividend = static_cast<T>(dividend * -1);
      divisor = static_cast<T>(divisor * (i % 7 == 0 ? 1 : -1));
    }
    if (!has_quotient(dividend, divisor))
      divisor = 7;
    dividends.push_back(dividend);
    divisors.push_back(divisor);
  }
}

template <class T> void test_divisions(const kcc::Device &device, kcc::Stream &stream) {
  std::vector<T> dividends, divisors;
  make_operands(dividends, divisors);
  const std::size_t count = dividends.size();
  std::vector<T> expected(2 * count);
  for (std::size_t i = 0; i < count; ++i) {
    expected[i] = static_cast<T>(dividends[i] / divisors[i]);
    expected[count + i] = static_cast<T>(dividends[i] % divisors[i]);
  }
  const kcc::Buffer<T> from(device, dividends), by(device, divisors);
  kcc::Buffer<T> out(device, std::vector<T>(2 * count));
  stream.launch(divisions_kernels::divide<T>, kcc::cover(count, 96), out, from, by);
  ASSERT_EQ(out.to_host(stream), expected) << sizeof(T) << " bytes";

  for (const T divisor : {T{1}, T{3}, T{10}, static_cast<T>(-3), std::numeric_limits<T>::max()}) {
    std::vector<T> by_one(2 * count);
    for (std::size_t i = 0; i < count; ++i)
      if (const auto quotient = static_cast<T>(dividends[i] / divisor); quotient % 2 == 0) {
        by_one[i] = quotient;
        by_one[count + i] = static_cast<T>(dividends[i] % divisor);
      }
    kcc::Buffer<T> some(device, std::vector<T>(2 * count));
    stream.launch(divisions_kernels::divide_by_one<T>, kcc::cover(count, 100), some, from, divisor);
    ASSERT_EQ(some.to_host(stream), by_one) << sizeof(T) << " bytes by " << +divisor;
  }
}

template <class T> void test_rows(const kcc::Device &device, kcc::Stream &stream) {
  constexpr T least = std::numeric_limits<T>::min(), most = std::numeric_limits<T>::max();
  constexpr std::size_t count = 200;
  for (const T divisor : {T{1}, T{2}, T{14}, T{15}, T{16}, T{17}, T{100}, most, static_cast<T>(most - 9),
                          static_cast<T>(-3), static_cast<T>(-17), static_cast<T>(least + 1)})
    for (const T first : {T{0}, T{5}, T{90}, static_cast<T>(-5), static_cast<T>(-100),
                          static_cast<T>(most - 20), static_cast<T>(least + 3)}) {
      if (divisor == 0)
        continue;
      std::vector<T> expected(3 * count);
      for (std::size_t i = 0; i < count; ++i) {
        const auto dividend = static_cast<T>(static_cast<std::uint64_t>(first) + i);
        expected[i] = static_cast<T>(dividend / divisor);
        expected[count + i] = static_cast<T>(dividend % divisor);
        if (expected[count + i] % 3 == 1)
          expected[2 * count + i] = static_cast<T>(dividend / 7 + dividend % 26);
      }
      kcc::Buffer<T> out(device, std::vector<T>(3 * count));
      stream.launch(divisions_kernels::divide_row<T>, kcc::cover(count, 72), out, first, divisor);
      ASSERT_EQ(out.to_host(stream), expected) << sizeof(T) << " bytes from " << +first << " by " << +divisor;
    }
}

template <class T> void test_images(const kcc::Device &device, kcc::Stream &stream) {
  constexpr std::size_t count = 700;
  std::mt19937 random(5);
  std::vector<int> numbers(5000);
  for (int &number : numbers)
    number = static_cast<int>(random() % 1000);
  const kcc::Buffer<int> in(device, numbers);
  const T most = std::numeric_limits<T>::max();
  for (const T width :
       {T{0}, T{1}, T{5}, T{16}, T{17}, T{31}, T{48}, T{63}, T{100}, T{257}, static_cast<T>(most / 4)})
    for (const T height : {T{1}, T{3}, T{40}})
      for (const T first : {T{0}, T{7}, T{1000}, static_cast<T>(-40), static_cast<T>(most - 900)}) {
        if (width == most / 4 && height != 1) // width * height must not wrap
          continue;
        std::vector<int> expected(count), repeated(count);
        for (std::size_t i = 0; i < count; ++i) {
          expected[i] = divisions::around<T>(numbers, static_cast<T>(static_cast<std::uint64_t>(first) + i),
                                             width, height);
          repeated[i] = numbers[width != 0 ? i % static_cast<std::size_t>(width) : i];
        }
        kcc::Buffer<int> out(device, std::vector<int>(count));
        const auto what = [&] {
          return ::testing::Message()
                 << sizeof(T) << " bytes, " << width << " x " << height << " from " << first;
        };
        for (const unsigned threads : {256u, 72u}) {
          stream.launch(divisions_kernels::look_around<T>, kcc::cover(count, threads), out, in, first, width,
                        height);
          ASSERT_EQ(out.to_host(stream), expected) << what();
        }
        stream.launch(divisions_kernels::look_around_in_turn<T>, {kcc::Blocks(2), kcc::Threads(64)}, out, in,
                      first, width, height);
        ASSERT_EQ(out.to_host(stream), expected) << what();
        stream.launch(divisions_kernels::repeat<T>, kcc::cover(count, 128), out, in, width);
        ASSERT_EQ(out.to_host(stream), repeated) << what();
      }
}

template <class T> void test_both_ways(const kcc::Device &device, kcc::Stream &stream) {
  constexpr std::size_t count = 1024;
  std::vector<int> numbers(300);
  for (std::size_t i = 0; i < numbers.size(); ++i)
    numbers[i] = static_cast<int>(i * i);
  const kcc::Buffer<int> in(device, numbers);
  constexpr T sign = T{1} << (8 * sizeof(T) - 1);
  for (const T width : {T{40}, T{100}, T{257}})
    for (const T first : {T{0}, T{sign - 500}, T{sign + 16}, static_cast<T>(-700)}) {
      std::vector<int> expected(count);
      for (std::size_t i = 0; i < count; ++i)
        expected[i] = i < count / 2
                          ? divisions::without_sign_first<T>(numbers, static_cast<T>(first + i), width)
                          : divisions::with_sign_first<T>(numbers, static_cast<T>(first + i), width);
      kcc::Buffer<int> out(device, std::vector<int>(count));
      stream.launch(divisions_kernels::divide_both_ways<T>, kcc::cover(count, 128), out, in, first, width);
      ASSERT_EQ(out.to_host(stream), expected) << sizeof(T) << " bytes, " << width << " from " << first;
    }
}

TEST_P(Divisions, WithAndWithoutSign) {
  test_both_ways<std::uint32_t>(device_, stream_);
  test_both_ways<std::uint64_t>(device_, stream_);
}

TEST_P(Divisions, OfIndicesOfImages) {
  test_images<std::int32_t>(device_, stream_);
  test_images<std::uint32_t>(device_, stream_);
  test_images<std::int64_t>(device_, stream_);
  test_images<std::uint64_t>(device_, stream_);
}

TEST_P(Divisions, OfNumbersInARow) {
  test_rows<std::int8_t>(device_, stream_);
  test_rows<std::uint8_t>(device_, stream_);
  test_rows<std::int16_t>(device_, stream_);
  test_rows<std::uint16_t>(device_, stream_);
  test_rows<std::int32_t>(device_, stream_);
  test_rows<std::uint32_t>(device_, stream_);
  test_rows<std::int64_t>(device_, stream_);
  test_rows<std::uint64_t>(device_, stream_);
}

TEST_P(Divisions, OfEightBits) {
  test_divisions<std::int8_t>(device_, stream_);
  test_divisions<std::uint8_t>(device_, stream_);
}
TEST_P(Divisions, OfSixteenBits) {
  test_divisions<std::int16_t>(device_, stream_);
  test_divisions<std::uint16_t>(device_, stream_);
}
TEST_P(Divisions, OfThirtyTwoBits) {
  test_divisions<std::int32_t>(device_, stream_);
  test_divisions<std::uint32_t>(device_, stream_);
}
TEST_P(Divisions, OfSixtyFourBits) {
  test_divisions<std::int64_t>(device_, stream_);
  test_divisions<std::uint64_t>(device_, stream_);
}

KCC_FOR_EVERY_DEVICE(Divisions);

} // namespace
