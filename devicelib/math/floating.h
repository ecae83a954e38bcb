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

template <class T> bool is_normal(T x) {
  return (magnitude(x) >> mantissa_bits<T>)-1u < 2u * bias<T>;
}

/// floor(log2(|x|)) of a normal number.
template <class T> int normal_exponent(T x) {
  return static_cast<int>(magnitude(x) >> mantissa_bits<T>) - bias<T>;
}

/// \p x, or a power of two times \p x if it is subnormal, and the logarithm of that power.
template <class T> struct Normal {
  T value;
  int shift;
};
template <class T> Normal<T> normal(T x) {
  constexpr int shift = mantissa_bits<T> + 1;
  const bool subnormal = magnitude(x) >> mantissa_bits<T> == 0;
  return {subnormal ? x * power_of_two<T>(shift) : x, subnormal ? shift : 0};
}

/// floor(log2(|x|)) of a finite \p x other than 0.
template <class T> int exponent_of(T x) {
  const Normal<T> n = normal(x);
  return normal_exponent(n.value) - n.shift;
}

#endif
