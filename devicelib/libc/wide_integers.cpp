// Conversions between 128-bit integers, passed as two halves, and floating-point types.
#include "libc.h"

#include <bit>

namespace {

/// 2 to the power of \p exponent, which must be that of a normal number.
double power_of_two(int exponent) {
  return std::bit_cast<double>(static_cast<std::uint64_t>(1023 + exponent) << 52);
}

/// The bits of a nonzero number, shifted up until the highest one is set, and the shift. Bits lost below are
/// combined into the lowest bit, which is all that rounding needs to know about them.
struct Normalized {
  std::uint64_t bits;
  int exponent; ///< the number is about bits * 2^exponent
};

Normalized normalize(std::uint64_t low, std::uint64_t high) {
  int zeros = high != 0 ? std::countl_zero(high) : 64 + std::countl_zero(low);
  if (zeros >= 64) {
    high = low;
    low = 0;
  }
  if (const int rest = zeros % 64; rest != 0) {
    high = high << rest | low >> (64 - rest);
    low <<= rest;
  }
  return {high | (low != 0), 64 - zeros};
}

} // namespace

/// Rounds to nearest, ties to even, like the conversion of 64-bit integers.
KCC_LIBC double __kcc_libc_u128_to_f64(std::uint64_t low, std::uint64_t high) {
  if ((low | high) == 0)
    return 0;
  const Normalized number = normalize(low, high);
  return static_cast<double>(number.bits) * power_of_two(number.exponent);
}

KCC_LIBC float __kcc_libc_u128_to_f32(std::uint64_t low, std::uint64_t high) {
  if ((low | high) == 0)
    return 0;
  const Normalized number = normalize(low, high);
  // The product in double precision is exact; values that are too large become infinity here.
  return static_cast<float>(static_cast<double>(static_cast<float>(number.bits)) *
                            power_of_two(number.exponent));
}

/// For types with fewer bits than float, in two steps: the first keeps 32 bits and combines lost bits into
/// the last one, so that only the second step, in the caller, rounds.
KCC_LIBC double __kcc_libc_u128_to_odd_f64(std::uint64_t low, std::uint64_t high) {
  if ((low | high) == 0)
    return 0;
  const Normalized number = normalize(low, high);
  const std::uint64_t kept = number.bits >> 32 | ((number.bits & 0xffffffffu) != 0);
  return static_cast<double>(kept) * power_of_two(number.exponent + 32);
}

/// Rounds towards zero, in two's complement. The result is undefined for numbers that do not fit.
KCC_LIBC void __kcc_libc_f64_to_i128(double number, std::uint64_t *result) {
  const auto bits = std::bit_cast<std::uint64_t>(number);
  const int exponent = static_cast<int>(bits >> 52 & 0x7ff) - 1075;
  const std::uint64_t mantissa = (bits & 0xfffffffffffffu) | 0x10000000000000u;
  std::uint64_t low = 0, high = 0;
  if (exponent <= 0) {
    low = exponent > -64 ? mantissa >> -exponent : 0;
  } else if (exponent < 64) {
    low = mantissa << exponent;
    high = mantissa >> (64 - exponent);
  } else if (exponent < 128) {
    high = mantissa << (exponent - 64);
  }
  if (bits >> 63 != 0) {
    low = ~low + 1;
    high = ~high + (low == 0);
  }
  result[0] = low;
  result[1] = high;
}
