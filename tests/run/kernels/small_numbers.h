// The computations of kernels/small_numbers.cpp, shared with the host.
#ifndef KCC_TESTS_RUN_SMALL_NUMBERS_H
#define KCC_TESTS_RUN_SMALL_NUMBERS_H

#include <kcc/device/integer.h>

#include <bit>
#include <cstdint>

namespace small_numbers {

/// Three numbers of each kind, as bits.
struct Operands {
  std::uint16_t half[3], brain[3];
  float real;
  double wide;
};

/// The bits of results.
struct HalfResults {
  std::uint16_t sum, difference, product, quotient, fused, root, of_real, of_wide, pair[2], pair_fused[2],
      extremes[6], alone[4];
  std::uint32_t as_float;
  bool less, equal;
};
struct BrainResults {
  std::uint16_t sum, product, expression, of_real, of_wide, pair_sum[2], pair_fused[2], alone[5];
  std::uint32_t as_float;
};

struct Integers {
  std::uint32_t a, b, c, d;
  std::uint64_t x, y;
};

/// An integer of each kind, and the bits of the 16-bit numbers to which they convert.
struct Convertible {
  std::int16_t i16;
  std::uint16_t u16;
  std::int32_t i32;
  std::uint32_t u32;
  std::int64_t i64;
  std::uint64_t u64;
};
inline constexpr unsigned convertible_kinds = 6;
struct Converted {
  std::uint16_t half[convertible_kinds], brain[convertible_kinds], brain_pair[2];
};
/// Slightly below the midpoint of two bfloat16, to which float rounds it; and its negative.
inline constexpr std::int32_t below_middle[2] = {27721727, -27721727};
inline constexpr std::uint16_t below_middle_brain[2] = {0x4bd3, 0xcbd3};

/// One after another, so that the kernel and the host share the code.
inline void compute(const Integers &in, std::uint64_t (&out)[40]) {
  std::uint64_t *next = out;
  const auto [a, b, c, d, x, y] = in;
  const auto i = static_cast<std::int32_t>(a), j = static_cast<std::int32_t>(b),
             k = static_cast<std::int32_t>(c);
  const auto p = static_cast<std::int64_t>(x), q = static_cast<std::int64_t>(y);
  auto put = [&](auto value) { *next++ = static_cast<std::uint64_t>(value); };
  put(std::popcount(a));
  put(std::popcount(x));
  put(std::countl_zero(a));
  put(std::countr_zero(x));
  put(std::rotl(a, k));
  put(std::rotr(x, k));
  put(kcc::bit_reverse(a));
  put(kcc::bit_reverse(x));
  put(kcc::bit_reverse(static_cast<std::uint8_t>(b)));
  put(kcc::bit_reverse(static_cast<std::uint16_t>(b)));
  put(kcc::find_nth_set(a, d % 34));
  put(kcc::byte_permute(a, b, c));
  put(kcc::funnel_shift_left(a, b, c));
  put(kcc::funnel_shift_right(a, b, d));
  put(kcc::funnel_shift_left(x, y, c));
  put(kcc::funnel_shift_right(x, y, d));
  put(kcc::mul_hi(a, b));
  put(kcc::mul_hi(i, j));
  put(kcc::mul_hi(x, y));
  put(kcc::mul_hi(p, q));
  put(kcc::add_saturated(a, b));
  put(kcc::add_saturated(i, j));
  put(kcc::add_saturated(p, q));
  put(kcc::sub_saturated(a, b));
  put(kcc::sub_saturated(i, j));
  put(kcc::sub_saturated(x, y));
  put(kcc::abs_difference(i, j));
  put(kcc::abs_difference(x, y));
  put(kcc::bit_extract(a, c % 40, d % 40));
  put(kcc::bit_extract(p, c % 70, d % 70));
  put(kcc::bit_insert(a, b, c % 40, d % 40));
  put(kcc::bit_insert(x, y, c % 70, d % 70));
  put(kcc::dot4(a, b, k));
  put(kcc::dot4(i, j, k));
  put(kcc::dot4(a, j, k));
  put(kcc::dot4(i, b, k));
  put(static_cast<unsigned>(kcc::dot2<false>(i, j, k)) + static_cast<unsigned>(kcc::dot2<true>(i, b, k)));
  put(kcc::dot2<true>(a, b, k) + static_cast<unsigned>(kcc::dot2<false>(a, j, k)));
  while (next != out + 40)
    put(0);
}

__extension__ typedef __int128 Int128;
__extension__ typedef unsigned __int128 UInt128;

/// 128-bit arithmetic, in halves.
struct Wide {
  std::uint64_t low, high;
};
struct WideResults {
  UInt128 product, quotient, remainder, left, right, of_double, of_float;
  Int128 signed_quotient, signed_remainder, signed_right, signed_of_double, of_half;
  double to_double, signed_to_double;
  float to_float, signed_to_float, to_half, to_brain;
};

/// Without what the host may lack: of_half, to_half and to_brain.
inline void compute(UInt128 a, UInt128 b, double real, WideResults &out) {
  const auto shift = static_cast<unsigned>(b % 128);
  const auto i = static_cast<Int128>(a), j = static_cast<Int128>(b);
  out.product = a * b;
  out.quotient = a / b;
  out.remainder = a % b;
  out.left = a << shift;
  out.right = a >> shift;
  out.signed_quotient = j == -1 ? 0 : i / j;
  out.signed_remainder = j == -1 ? 0 : i % j;
  out.signed_right = i >> shift;
  const double magnitude = real < 0 ? -real : real;
  out.of_double = static_cast<UInt128>(magnitude);
  out.of_float = static_cast<UInt128>(static_cast<float>(magnitude) / 4);
  out.signed_of_double = static_cast<Int128>(real / 4);
  out.to_double = static_cast<double>(a);
  out.signed_to_double = static_cast<double>(i);
  out.to_float = static_cast<float>(a);
  out.signed_to_float = static_cast<float>(i);
}

} // namespace small_numbers

#endif
