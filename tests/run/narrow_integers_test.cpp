// Integers of 8 and 16 bits, which devices hold in wider registers: without optimization and with it.
#include "devices.h"
#include "kernels/narrow_integers.h"
#include "narrow_integers_O0.h"
#include "narrow_integers_kernels.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <random>
#include <type_traits>
#include <vector>

namespace {

using narrow_integers::result_count;

class NarrowIntegers : public kcc::testing::DeviceTest {
protected:
  kcc::Stream stream_{device_};

  template <class T, class OfWords, class OfMemory> void check(OfWords of_words, OfMemory of_memory) {
    std::mt19937_64 random(7);
    std::vector<std::uint64_t> words(2 * 20000);
    std::vector<T> narrow(words.size());
    for (std::size_t i = 0; i < words.size(); ++i) {
      words[i] = random();
      if (random() % 4 == 0) // at the ends of the range
        words[i] =
            (words[i] & ~std::uint64_t{0xffff}) | ((random() % 2 << (8 * sizeof(T) - 1)) + random() % 5 - 2);
      narrow[i] = static_cast<T>(words[i]);
    }
    const std::size_t pairs = words.size() / 2;
    kcc::Buffer<std::uint64_t> wide(device_, words);
    kcc::Buffer<T> in_memory(device_, narrow);
    kcc::Buffer<std::int64_t> out(device_, pairs * result_count),
        out_of_memory(device_, pairs * result_count);
    stream_.launch(of_words, kcc::cover(pairs, 128), out, wide);
    stream_.launch(of_memory, kcc::cover(pairs, 128), out_of_memory, in_memory);
    const auto from_words = out.to_host(stream_), from_memory = out_of_memory.to_host(stream_);
    std::vector<std::size_t> wrong(result_count), wrong_in_memory(result_count);
    for (std::size_t i = 0; i < pairs; ++i) {
      std::int64_t expected[result_count];
      narrow_integers::compute(narrow[2 * i], narrow[2 * i + 1], expected);
      for (std::size_t n = 0; n < result_count; ++n) {
        wrong[n] += from_words[i * result_count + n] != expected[n];
        wrong_in_memory[n] += from_memory[i * result_count + n] != expected[n];
      }
    }
    for (std::size_t n = 0; n < result_count; ++n) {
      EXPECT_EQ(wrong[n], 0u) << "result " << n << " of words, " << sizeof(T) << " bytes, signed "
                              << std::is_signed_v<T>;
      EXPECT_EQ(wrong_in_memory[n], 0u)
          << "result " << n << " of memory, " << sizeof(T) << " bytes, signed " << std::is_signed_v<T>;
    }
  }
};

std::vector<std::uint64_t> odd_shapes(const std::vector<std::uint64_t> &in) {
  const auto byte = [](std::uint64_t word, int j) { return static_cast<std::int8_t>(word >> 8 * j); };
  std::vector<std::uint64_t> out;
  for (std::size_t i = 0; i < in.size(); ++i) {
    const std::uint64_t own = in[i], of_six = in[i ^ 1], of_five = in[i ^ 3];
    std::uint64_t six = 0, local = 0, five = 0, bytes = 0, swapped = 0;
    for (int j = 0; j < 6; ++j) {
      const auto added = static_cast<std::int8_t>((own >> 8 * j) + own % 4);
      six = six * 37 + static_cast<std::uint64_t>(byte(of_six, j));
      local = local * 37 + static_cast<std::uint64_t>(added);
      bytes |= std::uint64_t{static_cast<std::uint8_t>(byte(of_six, j) + added)} << 8 * j;
      swapped |= (own >> 8 * j & 0xff) << 8 * (5 - j);
    }
    for (int j = 0; j < 5; ++j)
      five = five * 37 + static_cast<std::uint64_t>(static_cast<std::int16_t>(of_five >> 12 * j));
    const std::uint64_t upper = own << 38 & ((std::uint64_t{1} << 40) - 1);
    out.insert(out.end(), {six, local, five, bytes,
                           static_cast<std::uint64_t>(upper ? std::countr_zero(upper) : 40), swapped});
  }
  return out;
}

#define KCC_CHECK_NARROW(kernels)                                                                            \
  check<std::int8_t>(kernels::of_words<std::int8_t>, kernels::of_memory<std::int8_t>);                       \
  check<std::uint8_t>(kernels::of_words<std::uint8_t>, kernels::of_memory<std::uint8_t>);                    \
  check<std::int16_t>(kernels::of_words<std::int16_t>, kernels::of_memory<std::int16_t>);                    \
  check<std::uint16_t>(kernels::of_words<std::uint16_t>, kernels::of_memory<std::uint16_t>);

TEST_P(NarrowIntegers, AreTheHostsWithoutOptimization){
    KCC_CHECK_NARROW(narrow_integers_O0)} TEST_P(NarrowIntegers, AreTheHostsWithOptimization){
    KCC_CHECK_NARROW(narrow_integers_kernels)}

TEST_P(NarrowIntegers, MakeVectorsThatFillNoWords) {
  std::mt19937_64 random(3);
  std::vector<std::uint64_t> in(64 * 20);
  std::ranges::generate(in, [&] { return random() << random() % 8; });
  const std::vector<std::uint64_t> expected = odd_shapes(in);
  const kcc::Buffer<std::uint64_t> words(device_, in);
  for (const auto &kernel : {narrow_integers_O0::odd_shapes, narrow_integers_kernels::odd_shapes}) {
    kcc::Buffer<std::uint64_t> out(device_, 6 * in.size());
    stream_.launch(kernel, {kcc::Blocks(20), kcc::Threads(64)}, out, words);
    EXPECT_EQ(out.to_host(stream_), expected);
  }
}

TEST_P(NarrowIntegers, KeepTheirSignsWhereTheyAreShifted) {
  const auto check_type = [&]<class T>(T, auto... kernels) {
    for (const T number :
         {static_cast<T>(-200), static_cast<T>(-1), std::numeric_limits<T>::min(), T{3}, T{100}}) {
      const auto word = static_cast<std::uint64_t>(number);
      std::vector<std::uint64_t> expected;
      for (int round = 0; round < 2; ++round)
        for (int amount = 0; amount < 64; ++amount)
          expected.push_back(word << amount);
      expected.insert(expected.end(),
                      {word << 31, word * 6 << 31, word << 31, word << 31, std::rotl(word, 31)});
      const kcc::Buffer<T> in(device_, std::vector{number});
      const auto run = [&](auto kernel) {
        kcc::Buffer<std::uint64_t> out(device_, expected.size());
        stream_.launch(kernel, {kcc::Blocks(1), kcc::Threads(1)}, out, in.data(), 0);
        EXPECT_EQ(out.to_host(stream_), expected) << +number;
      };
      (run(kernels), ...);
    }
  };
  check_type(std::int8_t{}, narrow_integers_O0::widened_shifts<std::int8_t>,
             narrow_integers_kernels::widened_shifts<std::int8_t>);
  check_type(std::int16_t{}, narrow_integers_O0::widened_shifts<std::int16_t>,
             narrow_integers_kernels::widened_shifts<std::int16_t>);
  check_type(std::int32_t{}, narrow_integers_O0::widened_shifts<std::int32_t>,
             narrow_integers_kernels::widened_shifts<std::int32_t>);
  check_type(std::uint32_t{}, narrow_integers_O0::widened_shifts<std::uint32_t>,
             narrow_integers_kernels::widened_shifts<std::uint32_t>);
}

KCC_FOR_EVERY_DEVICE(NarrowIntegers);

} // namespace
