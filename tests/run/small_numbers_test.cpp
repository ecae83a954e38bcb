// Numbers of 8, 16 and 128 bits, and integer instructions, compared with integer arithmetic on the host.
#include "devices.h"
#include "kernels/small_numbers.h"
#include "small_numbers_kernels.h"

#include <kcc/device/float_bits.h>
#include <kcc/float16.h>
#include <kcc/runtime.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <random>
#include <vector>

namespace {

using namespace small_numbers;
using namespace kcc::detail;
using kcc::Buffer;
namespace kernels = small_numbers_kernels::small_numbers;

class SmallNumbers : public kcc::testing::DeviceTest {
protected:
  kcc::Stream stream_{device_};
};
KCC_FOR_EVERY_DEVICE(SmallNumbers);

double half(std::uint16_t bits) {
  return static_cast<double>(decode<half_format>(bits));
}
double brain(std::uint16_t bits) {
  return static_cast<double>(decode<brain_format>(bits));
}

/// All bits of one operand, combined with others of similar and different size; and operands that give ties.
std::vector<Operands> operands() {
  std::mt19937 random(7);
  std::vector<Operands> result(1 << 18);
  for (std::size_t i = 0; i < result.size(); ++i) {
    Operands &one = result[i];
    for (int n = 0; n < 3; ++n) {
      one.half[n] = static_cast<std::uint16_t>(n == 0 ? i : random());
      one.brain[n] = static_cast<std::uint16_t>((random() & 0x80ff) | (107 + random() % 40) << 7);
    }
    // A result between two numbers of the format, and one slightly to one side.
    if (i % 4 == 3) {
      one.half[0] = one.half[1] = static_cast<std::uint16_t>(0x3c00 | 1 << random() % 10);
      one.half[2] = static_cast<std::uint16_t>((random() & 0x8000) | random() % 3);
      one.brain[0] = one.brain[1] = static_cast<std::uint16_t>((127 + random() % 20) << 7 | 8);
      one.brain[2] = static_cast<std::uint16_t>((random() & 0x8000) | 107 << 7 | random() % 3);
    }
    one.real = static_cast<float>(half(static_cast<std::uint16_t>(random()))) *
               (1 + static_cast<float>(random() % 5) * 0x1p-12f);
    one.wide = half(static_cast<std::uint16_t>(random())) *
               (1 + static_cast<double>(random() % 3) * 0x1p-11) * (1 + 0x1p-40);
  }
  return result;
}

/// The same bits, or both NaN.
void expect_half(std::uint16_t seen, double expected, const char *what, std::size_t i) {
  const auto bits = static_cast<std::uint16_t>(encode<half_format>(expected));
  if (std::isnan(expected))
    EXPECT_TRUE(std::isnan(half(seen))) << what << " of row " << i;
  else
    ASSERT_EQ(seen, bits) << what << " of row " << i << ": " << half(seen) << " for " << expected;
}
/// Of two zeros with different signs, either is correct.
void expect_extreme(std::uint16_t seen, double expected, std::size_t i) {
  if (expected == 0)
    EXPECT_EQ(half(seen), 0) << "extreme of row " << i;
  else
    expect_half(seen, expected, "extreme", i);
}
void expect_brain(std::uint16_t seen, double expected, const char *what, std::size_t i) {
  ASSERT_EQ(seen, encode<brain_format>(expected))
      << what << " of row " << i << ": " << brain(seen) << " for " << expected;
}

TEST_P(SmallNumbers, OfHalfPrecisionRoundEachOperation) {
  const std::vector<Operands> in = operands();
  const Buffer<Operands> device_in(device_, in);
  Buffer<HalfResults> out(device_, in.size());
  stream_.launch(kernels::halves, kcc::cover(in.size(), 128), device_in, out);
  const std::vector<HalfResults> seen = out.to_host(stream_);
  for (std::size_t i = 0; i < in.size(); ++i) {
    const double a = half(in[i].half[0]), b = half(in[i].half[1]), c = half(in[i].half[2]);
    // Double has more than twice the precision, so its rounding does not affect the rounding to the format.
    expect_half(seen[i].sum, a + b, "sum", i);
    expect_half(seen[i].difference, a - b, "difference", i);
    expect_half(seen[i].product, a * b, "product", i);
    expect_half(seen[i].quotient, a / b, "quotient", i);
    expect_half(seen[i].fused, std::fma(a, b, c), "fused", i);
    expect_half(seen[i].root, std::sqrt(a), "root", i);
    expect_half(seen[i].of_real, static_cast<double>(in[i].real), "of_real", i);
    expect_half(seen[i].of_wide, in[i].wide, "of_wide", i);
    expect_half(seen[i].pair[0], a * b, "pair", i);
    expect_half(seen[i].pair[1], b * c, "pair", i);
    expect_half(seen[i].pair_fused[0], std::fma(a, b, c), "pair_fused", i);
    expect_half(seen[i].pair_fused[1], std::fma(b, c, a), "pair_fused", i);
    expect_half(seen[i].alone[0], std::fma(a, b, c), "alone, fma", i);
    for (int n = 0; n < 2; ++n) {
      const double p = n == 0 ? a : b, q = n == 0 ? b : c;
      expect_extreme(seen[i].extremes[3 * n], std::fmax(p, q), i);
      expect_extreme(seen[i].extremes[3 * n + 1], std::fmin(p, q), i);
      expect_half(seen[i].extremes[3 * n + 2], std::abs(p), "abs of a pair", i);
    }
    expect_extreme(seen[i].alone[1], std::fmax(a, b), i);
    expect_extreme(seen[i].alone[2], std::fmin(a, b), i);
    expect_half(seen[i].alone[3], std::abs(a), "abs", i);
    EXPECT_EQ(seen[i].less, a < b);
    EXPECT_EQ(seen[i].equal, a == b);
    if (!std::isnan(a))
      ASSERT_EQ(seen[i].as_float, std::bit_cast<std::uint32_t>(static_cast<float>(a)));
    if (HasFatalFailure())
      return;
  }
}

/// a * b + c of 8-bit numbers near 1, computed exactly and rounded once to 8 bits.
double fused_brain(double a, double b, double c) {
  // All are integers in units of 2^-56.
  const auto exact =
      static_cast<Int128>(a * 0x1p28) * static_cast<Int128>(b * 0x1p28) + static_cast<Int128>(c * 0x1p56);
  UInt128 magnitude = static_cast<UInt128>(exact < 0 ? -exact : exact);
  int shift = 0;
  bool lost = false;
  while (magnitude >> 40 != 0) {
    lost = lost || (magnitude & 1) != 0;
    magnitude >>= 1;
    ++shift;
  }
  const double kept = std::ldexp(static_cast<double>(magnitude | (lost ? 1 : 0)), shift - 56);
  return exact < 0 ? -kept : exact == 0 ? a * b + c : kept;
}

/// A double that rounds to fewer bits in the same way as \p number: its last bit is set if any bit was lost.
double to_odd(Int128 number) {
  bool lost = false;
  int shift = 0;
  for (; number >= Int128{1} << 52 || number < -(Int128{1} << 52); ++shift) {
    lost = lost || number % 2 != 0;
    number >>= 1;
  }
  return std::ldexp(static_cast<double>(number | (lost ? 1 : 0)), shift);
}

TEST_P(SmallNumbers, OfIntegersAreRoundedOnce) {
  std::mt19937_64 random(11);
  std::vector<Convertible> in(1 << 16);
  for (std::size_t i = 0; i < in.size(); ++i) {
    // Next to the midpoint of two numbers of either format, for all magnitudes.
    const int bits = 9 + static_cast<int>(i % 2) * 3;
    const int shift = static_cast<int>(random() % static_cast<unsigned>(65 - bits));
    std::uint64_t number = (random() >> (64 - bits) | 1 | std::uint64_t{1} << (bits - 1)) << shift;
    number += static_cast<std::uint64_t>(static_cast<std::int64_t>(random() % 3) - 1);
    const std::uint64_t high = number >> (shift > 32 - bits ? shift - (32 - bits) : 0);
    in[i] = {static_cast<std::int16_t>(i),      static_cast<std::uint16_t>(i),
             static_cast<std::int32_t>(high),   static_cast<std::uint32_t>(high + random() % 3 - 1),
             static_cast<std::int64_t>(number), number};
  }
  in[0].i32 = in[0].i16 = 0;
  in[1] = {-32768, 65535, INT32_MIN, UINT32_MAX, INT64_MIN, UINT64_MAX};
  in[2] = {32767, 0, INT32_MAX, 0, INT64_MAX, 0};
  in[3] = {0,
           0,
           below_middle[0],
           static_cast<std::uint32_t>(below_middle[0]),
           below_middle[0],
           static_cast<std::uint64_t>(below_middle[0])};
  const Buffer<Convertible> device_in(device_, in);
  Buffer<Converted> out(device_, in.size());
  Buffer<std::uint16_t> folded(device_, 2);
  stream_.launch(kernels::conversions, kcc::cover(in.size(), 128), device_in, out, folded);
  const std::vector<Converted> seen = out.to_host(stream_);
  for (std::size_t i = 0; i < in.size() && !HasFailure(); ++i) {
    const auto [i16, u16, i32, u32, i64, u64] = in[i];
    const double exact[convertible_kinds] = {to_odd(i16), to_odd(u16), to_odd(i32),
                                             to_odd(u32), to_odd(i64), to_odd(u64)};
    for (unsigned kind = 0; kind < convertible_kinds; ++kind) {
      EXPECT_EQ(seen[i].half[kind], encode<half_format>(exact[kind])) << "row " << i << ", kind " << kind;
      EXPECT_EQ(seen[i].brain[kind], encode<brain_format>(exact[kind])) << "row " << i << ", kind " << kind;
    }
    EXPECT_EQ(seen[i].brain_pair[0], encode<brain_format>(exact[2])) << "row " << i;
    if (i32 != 0 && i32 != INT32_MIN)
      EXPECT_EQ(seen[i].brain_pair[1], encode<brain_format>(-exact[2])) << "row " << i;
  }
  // On the host, where bfloat16 may be a class.
  EXPECT_EQ(std::bit_cast<std::uint16_t>(kcc::bfloat16(std::int64_t{0x1010000000000001})), 0x5d81);
  EXPECT_EQ(std::bit_cast<std::uint16_t>(kcc::bfloat16(-std::int64_t{0x1010000000000001})), 0xdd81);
  EXPECT_THAT(folded.to_host(stream_), ::testing::ElementsAreArray(below_middle_brain));
}

TEST_P(SmallNumbers, OfBrainPrecisionRoundWhatIsStored) {
  const std::vector<Operands> in = operands();
  const Buffer<Operands> device_in(device_, in);
  Buffer<BrainResults> out(device_, in.size());
  stream_.launch(kernels::brains, kcc::cover(in.size(), 128), device_in, out);
  const std::vector<BrainResults> seen = out.to_host(stream_);
  for (std::size_t i = 0; i < in.size(); ++i) {
    const double a = brain(in[i].brain[0]), b = brain(in[i].brain[1]), c = brain(in[i].brain[2]);
    expect_brain(seen[i].sum, a + b, "sum", i);
    expect_brain(seen[i].product, a * b, "product", i);
    expect_brain(
        seen[i].expression,
        static_cast<double>(std::fma(static_cast<float>(a), static_cast<float>(b), static_cast<float>(c))),
        "expression", i);
    if (!std::isnan(in[i].real))
      expect_brain(seen[i].of_real, static_cast<double>(in[i].real), "of_real", i);
    if (!std::isnan(in[i].wide))
      expect_brain(seen[i].of_wide, in[i].wide, "of_wide", i);
    expect_brain(seen[i].pair_sum[0], a + b, "pair_sum", i);
    expect_brain(seen[i].pair_sum[1], b + c, "pair_sum", i);
    expect_brain(seen[i].pair_fused[0], fused_brain(a, b, c), "pair_fused", i);
    expect_brain(seen[i].pair_fused[1], fused_brain(b, c, a), "pair_fused", i);
    expect_brain(seen[i].alone[0], fused_brain(a, b, c), "alone, fma", i);
    expect_brain(seen[i].alone[1], std::fmax(a, b), "max", i);
    expect_brain(seen[i].alone[2], std::fmin(a, b), "min", i);
    expect_brain(seen[i].alone[3], std::abs(a), "abs", i);
    expect_brain(seen[i].alone[4], std::sqrt(std::abs(a)), "sqrt", i);
    ASSERT_EQ(seen[i].as_float, std::bit_cast<std::uint32_t>(static_cast<float>(a)));
    if (HasFatalFailure())
      return;
  }
}

TEST_P(SmallNumbers, InVariablesBeginWithTheirInitializers) {
  Buffer<float> seen(device_, 3);
  stream_.launch(kernels::variables, {kcc::Blocks(1), kcc::Threads(1)}, seen);
  EXPECT_EQ(seen.to_host(stream_), (std::vector<float>{1.5f, -2.5f, 0.25f}));
}

TEST_P(SmallNumbers, ArePassedByTheirTypes) {
  std::vector<kcc::float16> halves(65536);
  std::vector<kcc::bfloat16> brains(65536);
  for (std::uint32_t i = 0; i < 65536; ++i) {
    halves[i] = std::bit_cast<kcc::float16>(static_cast<std::uint16_t>(i));
    brains[i] = std::bit_cast<kcc::bfloat16>(static_cast<std::uint16_t>(i));
  }
  Buffer<kcc::float16> device_halves(device_, halves);
  Buffer<kcc::bfloat16> device_brains(device_, brains);
  stream_.launch(kernels::double_all, kcc::cover(65536, 128), device_halves, device_brains,
                 kcc::float16(0.5));
  const auto seen_halves = device_halves.to_host(stream_);
  const auto seen_brains = device_brains.to_host(stream_);
  for (std::uint16_t i = 0; i < 65535; ++i) {
    if (const double value = half(i); !std::isnan(value))
      ASSERT_EQ(std::bit_cast<std::uint16_t>(seen_halves[i]), encode<half_format>(std::fma(value, 2, 0.5)))
          << value;
    if (const double value = brain(i); !std::isnan(value))
      ASSERT_EQ(std::bit_cast<std::uint16_t>(seen_brains[i]), encode<brain_format>(value * 2)) << value;
  }
}

TEST_P(SmallNumbers, OfOneByteAreSaturatedAndExactBack) {
  std::vector<float> in(1 << 17);
  for (std::uint32_t i = 0; i < in.size(); ++i)
    in[i] =
        std::bit_cast<float>(i << 15 | (i % 7 == 0 ? 1 : 0)); // every exponent; ties and values next to them
  const Buffer<float> device_in(device_, in);
  Buffer<kcc::float8_e4m3> four(device_, in.size());
  Buffer<kcc::float8_e5m2> five(device_, in.size());
  Buffer<float> four_back(device_, in.size()), five_back(device_, in.size());
  stream_.launch(kernels::bytes, kcc::cover(in.size(), 128), device_in, four, five, four_back, five_back);
  const auto seen_four = four.to_host(stream_);
  const auto seen_five = five.to_host(stream_);
  for (std::size_t i = 0; i < in.size(); ++i) {
    ASSERT_EQ(seen_four[i].bits, kcc::float8_e4m3(in[i]).bits) << in[i];
    ASSERT_EQ(seen_five[i].bits, kcc::float8_e5m2(in[i]).bits) << in[i];
    // The nearest one: no other number of the format is closer.
    if (std::abs(in[i]) <= 448) {
      const double distance =
          std::abs(static_cast<double>(in[i]) - static_cast<double>(static_cast<float>(seen_four[i])));
      for (int step : {-1, 1})
        if (const float other =
                kcc::float8_e4m3::from_bits(static_cast<std::uint8_t>(seen_four[i].bits + step));
            !std::isnan(other))
          ASSERT_LE(distance, std::abs(static_cast<double>(in[i]) - static_cast<double>(other))) << in[i];
    }
  }
  // Doubles next to the midpoint of two numbers, which float cannot represent, are rounded once.
  EXPECT_EQ(kcc::float8_e4m3(0x1.1p0 + 0x1p-40).bits, 0x39);
  EXPECT_EQ(kcc::float8_e4m3(0x1.3p0 - 0x1p-40).bits, 0x39);
  EXPECT_EQ(kcc::float8_e5m2(0x1.2p0 + 0x1p-40).bits, 0x3d);
  EXPECT_EQ(kcc::float8_e5m2(0x1.6p0 - 0x1p-40).bits, 0x3d);
  // The format's own table, OCP 8-bit Floating Point Specification, section 5.
  const auto four_seen = four_back.to_host(stream_), five_seen = five_back.to_host(stream_);
  EXPECT_EQ(four_seen[0x7e], 448);
  EXPECT_EQ(four_seen[0x08], 0x1p-6f);
  EXPECT_EQ(four_seen[0x01], 0x1p-9f);
  EXPECT_TRUE(std::isnan(four_seen[0x7f]) && std::isnan(four_seen[0xff]));
  EXPECT_EQ(five_seen[0x7b], 57344);
  EXPECT_EQ(five_seen[0x04], 0x1p-14f);
  EXPECT_EQ(five_seen[0x01], 0x1p-16f);
  EXPECT_EQ(five_seen[0xfc], -INFINITY);
  EXPECT_TRUE(std::isnan(five_seen[0x7d]));
  for (unsigned i = 0; i < 256; ++i) {
    const float same[] = {kcc::float8_e4m3::from_bits(static_cast<std::uint8_t>(i)),
                          kcc::float8_e5m2::from_bits(static_cast<std::uint8_t>(i))};
    EXPECT_EQ(std::memcmp(&same[0], &four_seen[i], 4), 0) << i;
    EXPECT_EQ(std::memcmp(&same[1], &five_seen[i], 4), 0) << i;
  }
}

TEST_P(SmallNumbers, OfIntegersAreTheHosts) {
  std::mt19937_64 random(3);
  std::vector<Integers> in(20000);
  for (Integers &one : in) {
    const auto some = [&] { return random() >> random() % 64 << random() % 32; };
    one = {static_cast<std::uint32_t>(some()),
           static_cast<std::uint32_t>(~some()),
           static_cast<std::uint32_t>(some()),
           static_cast<std::uint32_t>(random()),
           some(),
           ~some()};
  }
  const Buffer<Integers> device_in(device_, in);
  Buffer<std::uint64_t> out(device_, in.size() * 40);
  stream_.launch(kernels::integers, kcc::cover(in.size(), 64), device_in, out);
  const std::vector<std::uint64_t> seen = out.to_host(stream_);
  for (std::size_t i = 0; i < in.size(); ++i) {
    std::uint64_t expected[40];
    compute(in[i], expected);
    for (std::size_t n = 0; n < 40; ++n)
      ASSERT_EQ(seen[i * 40 + n], expected[n]) << "result " << n << " of row " << i;
  }
}

/// The magnitude of an integer with `bits` bits, rounded to nearest, ties to even.
double rounded(Int128 number, int bits) {
  UInt128 magnitude = static_cast<UInt128>(number < 0 ? -number : number);
  int digits = 0;
  for (UInt128 rest = magnitude; rest != 0; rest >>= 1)
    ++digits;
  if (const int shift = digits - bits; shift > 0) {
    const UInt128 lost = magnitude & ((UInt128{1} << shift) - 1), middle = UInt128{1} << (shift - 1);
    magnitude >>= shift;
    magnitude += lost > middle || (lost == middle && magnitude % 2 != 0);
    return std::ldexp(static_cast<double>(magnitude), shift) * (number < 0 ? -1 : 1);
  }
  return static_cast<double>(magnitude) * (number < 0 ? -1 : 1);
}

TEST_P(SmallNumbers, Of16BitsAreNegatedAsOnTheHost) {
  constexpr std::size_t count = 65536;
  Buffer<std::int64_t> out(device_, 4 * count);
  stream_.launch(kernels::negated_shorts, {kcc::Blocks(count / 256), kcc::Threads(256)}, out);
  const std::vector<std::int64_t> got = out.to_host(stream_);
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const std::int64_t value =
        i < 32768 ? static_cast<std::int64_t>(i) : static_cast<std::int64_t>(i) - 65536;
    const std::int64_t negated = value == -32768 ? value : -value;
    const std::int64_t expected[] = {negated, value < 0 ? negated : value, negated < 0, negated / 3};
    wrong += !std::equal(expected, expected + 4, got.begin() + static_cast<std::ptrdiff_t>(4 * i));
  }
  EXPECT_EQ(wrong, 0u);
}

TEST_P(SmallNumbers, Of128BitsAreTheHosts) {
  std::mt19937_64 random(5);
  std::vector<UInt128> a(6000), b(a.size());
  std::vector<double> real(a.size());
  const auto some = [&] { return (UInt128{random()} << 64 | random()) >> random() % 128; };
  for (std::size_t i = 0; i < a.size(); ++i) {
    a[i] = some();
    if (i % 5 == 4) // near a tie of one of the formats
      a[i] = ((UInt128{1} << 60 | UInt128{1} << std::array{52, 49, 36, 7}[random() % 4]) << random() % 60) +
             random() % 3 - 1;
    if (i % 3 == 0)
      a[i] = ~a[i];
    b[i] = some() + 1;
    real[i] = std::ldexp(static_cast<double>(random()) * 0x1p-64, static_cast<int>(random() % 128)) *
              (i % 2 ? 1 : -1);
  }
  const Buffer<UInt128> device_a(device_, a), device_b(device_, b);
  const Buffer<double> device_real(device_, real);
  Buffer<WideResults> out(device_, a.size());
  stream_.launch(kernels::wide, kcc::cover(a.size(), 64), device_a, device_b, device_real, out);
  const std::vector<WideResults> seen = out.to_host(stream_);
  for (std::size_t i = 0; i < a.size(); ++i) {
    WideResults expected;
    compute(a[i], b[i], real[i], expected);
    EXPECT_TRUE(seen[i].product == expected.product && seen[i].quotient == expected.quotient &&
                seen[i].remainder == expected.remainder)
        << i;
    EXPECT_TRUE(seen[i].left == expected.left && seen[i].right == expected.right &&
                seen[i].signed_right == expected.signed_right)
        << i;
    EXPECT_TRUE(seen[i].signed_quotient == expected.signed_quotient &&
                seen[i].signed_remainder == expected.signed_remainder)
        << i;
    EXPECT_TRUE(seen[i].of_double == expected.of_double && seen[i].of_float == expected.of_float &&
                seen[i].signed_of_double == expected.signed_of_double)
        << i << " " << real[i];
    EXPECT_EQ(seen[i].to_double, expected.to_double) << i;
    EXPECT_EQ(seen[i].signed_to_double, expected.signed_to_double) << i;
    EXPECT_EQ(seen[i].to_float, expected.to_float) << i;
    EXPECT_EQ(seen[i].signed_to_float, expected.signed_to_float) << i;
    const auto number = static_cast<Int128>(a[i]);
    EXPECT_TRUE(seen[i].of_half ==
                static_cast<Int128>(decode<half_format>(encode<half_format>(real[i] * 0x1p-112))))
        << i;
    // Values that are too large become infinity.
    EXPECT_EQ(seen[i].to_half, decode<half_format>(encode<half_format>(rounded(number >> (112 - i % 3), 11))))
        << i;
    EXPECT_EQ(seen[i].to_brain, rounded(number, 8)) << i;
  }
}

} // namespace
