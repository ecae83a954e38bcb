// The parts of a floating-point number.
#ifndef KCC_DEVICELIB_FLOATING_H
#define KCC_DEVICELIB_FLOATING_H

#include <bit>
#include <cstdint>
#include <limits>
#include <type_traits>

template <class T> using BitsOf = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
template <class T> inline constexpr int mantissa_bits = std::numeric_limits<T>::digits - 1;
template <class T> inline constexpr int bias = std::numeric_limits<T>::max_exponent - 1;

template <class T> BitsOf<T> magnitude(T x) {
  return std::bit_cast<BitsOf<T>>(x) & (~BitsOf<T>(0) >> 1);
}

/// 2 to the power of \p n, from the smallest normal number to the largest.
template <class T> T power_of_two(int n) {
  return std::bit_cast<T>(static_cast<BitsOf<T>>(n + bias<T>) << mantissa_bits<T>);
}

/// The bits with the exponent.
template <class T> std::uint32_t high_bits(T x) {
  return static_cast<std::uint32_t>(std::bit_cast<BitsOf<T>>(x) >> (8 * sizeof(T) - 32));
}

/// The exponent of a normal number, and whether a number is normal, in few operations on 32 bits.
template <class T> class ExponentField {
public:
  explicit ExponentField(T x) : field_((is_float ? 2 * high_bits(x) : high_bits(x) & ~0u >> 1) - one) {}
  bool is_of_normal() const { return field_ < 2u * bias<T> << shift; }
  int value() const { return static_cast<int>(field_ >> shift) + 1 - bias<T>; }

private:
  static constexpr bool is_float = sizeof(T) == 4; ///< then the sign is shifted out
  static constexpr int shift = mantissa_bits<T> % 32 + is_float;
  static constexpr std::uint32_t one = 1u << shift;
  std::uint32_t field_; ///< the exponent's bits minus 1, so that one comparison excludes both ends
};

/// A number, scaled if it is subnormal: x = number 2^-scale.
template <class T> struct Normalized {
  T number;
  int scale;
};
template <class T> Normalized<T> normalized(T x) {
  constexpr int up = mantissa_bits<T> + 1;
  constexpr std::uint32_t exponent_bits = (2u * bias<T> + 1) << (mantissa_bits<T> % 32);
  // Comparing doubles takes longer than integers.
  const bool small = sizeof(T) == 4 ? __builtin_fabsf(static_cast<float>(x)) < 0x1p-126f
                                    : (high_bits(x) & exponent_bits) == 0;
  return {small ? x * power_of_two<T>(up) : x, small ? up : 0};
}

/// floor(log2(|x|)) of a finite \p x other than 0.
template <class T> int exponent_of(T x) {
  const auto [number, scale] = normalized(x);
  return ExponentField<T>(number).value() - scale;
}

#endif
